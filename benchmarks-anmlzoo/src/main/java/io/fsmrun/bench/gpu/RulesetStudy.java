package io.fsmrun.bench.gpu;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamScanner;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.IntStream;

/** One ruleset on a GPU: verified first, then timed. Lines are tab-separated. */
final class RulesetStudy {

  private static final int REPEAT = 5;
  private static final int WARM_UP = 2;
  private static final int SHORT_REPEAT = 21;
  private static final int MOST_VERIFIED = 64 << 20;

  private final String name;
  private final Device device;
  private final StreamProgram program;
  private final Database cpu;
  private final LongInput input;
  private final PrintStream out;

  RulesetStudy(
      String name,
      Device device,
      StreamProgram program,
      Database cpu,
      LongInput input,
      PrintStream out) {
    this.name = name;
    this.device = device;
    this.program = program;
    this.cpu = cpu;
    this.input = input;
    this.out = out;
  }

  /** Compares reports with the CPU library, one by one, in pieces of different sizes. */
  boolean verify(int... chunkBytes) throws IOException {
    byte[] head = input.head(MOST_VERIFIED);
    ReportHash expected = new ReportHash();
    Scanner scanner = cpu.newScanner();
    scanner.scan(
        head,
        (rule, start, end, tag) -> {
          expected.report(rule, end);
          return true;
        });
    boolean right = true;
    for (int chunk : chunkBytes) {
      ReportHash found = new ReportHash();
      try (StreamScanner gpu = scanner(chunk)) {
        gpu.scan(ScanInput.of(input.buffer(), 0, head.length), found);
      }
      right &= found.isSame(expected);
      print(
          "verify",
          String.format(
              Locale.ROOT,
              "%d\t%s\t%d\t%d\t%d",
              chunk,
              found.isSame(expected) ? "equal" : "DIFFERENT",
              head.length,
              expected.count(),
              found.count()));
    }
    return right;
  }

  private StreamScanner scanner(int chunkBytes) {
    return new StreamScanner(device, program, StreamOptions.defaults().withChunkBytes(chunkBytes));
  }

  /** The whole input: kernels alone, reports packed on the host, reports one by one. */
  void throughput(int chunkBytes) throws IOException {
    for (boolean packed : new boolean[] {true, false}) {
      try (StreamScanner gpu = scanner(chunkBytes)) {
        Spread kernels = new Spread(REPEAT);
        Spread whole = new Spread(REPEAT);
        StreamFigures figures = null;
        for (int round = -WARM_UP; round < REPEAT; round++) {
          long begun = System.nanoTime();
          figures = run(gpu, input.bytes(), packed);
          if (round >= 0) {
            whole.add((System.nanoTime() - begun) / 1e6);
            kernels.add(figures.kernelMillis());
          }
        }
        if (packed) {
          print("kernels", chunkBytes + "\t" + kernels.speed(input.bytes()));
        }
        print(
            packed ? "packed" : "one-by-one",
            chunkBytes + "\t" + whole.speed(input.bytes()) + "\t" + figures);
      }
    }
  }

  private StreamFigures run(StreamScanner gpu, long bytes, boolean packed) throws IOException {
    ScanInput piece = ScanInput.of(input.buffer(), 0, bytes);
    if (packed) {
      long[] records = new long[1];
      return gpu.scanBatches(piece, batch -> records[0] += batch.recordCount());
    }
    ReportHash hash = new ReportHash();
    return gpu.scan(piece, hash);
  }

  /** Short inputs, each scanned by itself: the GPU and the CPU library beside it. */
  void sizes(int... sizes) throws IOException {
    for (int bytes : sizes) {
      try (StreamScanner gpu = scanner(bytes + StreamProgram.WINDOW_BYTES)) {
        Spread onGpu = new Spread(SHORT_REPEAT);
        Spread kernels = new Spread(SHORT_REPEAT);
        for (int round = -SHORT_REPEAT; round < SHORT_REPEAT; round++) {
          long begun = System.nanoTime();
          StreamFigures figures = run(gpu, bytes, true);
          if (round >= 0) {
            onGpu.add((System.nanoTime() - begun) / 1e6);
            kernels.add(figures.kernelMillis());
          }
        }
        print(
            "size",
            bytes + "\t" + onGpu.micros() + "\t" + kernels.micros() + "\t" + cpuTimes(bytes));
      }
    }
  }

  private String cpuTimes(int bytes) {
    byte[] head = input.head(bytes);
    Scanner scanner = cpu.newScanner();
    int repeat = bytes > 4 << 20 ? 3 : 9;
    Spread times = new Spread(repeat);
    for (int round = -repeat; round < repeat; round++) {
      long begun = System.nanoTime();
      scanner.scan(head, (rule, start, end, tag) -> true);
      if (round >= 0) {
        times.add((System.nanoTime() - begun) / 1e6);
      }
    }
    return times.micros();
  }

  /** Pieces of different sizes, to set beside the model of pipelined copies. */
  void chunks() throws IOException {
    int[] sizes = IntStream.rangeClosed(0, 7).map(i -> 1 << 20 + i).toArray();
    for (int chunk : sizes) {
      try (StreamScanner gpu = scanner(chunk)) {
        Spread whole = new Spread(REPEAT);
        Spread kernels = new Spread(REPEAT);
        for (int round = -1; round < REPEAT; round++) {
          long begun = System.nanoTime();
          StreamFigures figures = run(gpu, input.bytes(), true);
          if (round >= 0) {
            whole.add((System.nanoTime() - begun) / 1e6);
            kernels.add(figures.kernelMillis());
          }
        }
        print(
            "chunk",
            chunk + "\t" + whole.speed(input.bytes()) + "\t" + kernels.speed(input.bytes()));
      }
    }
  }

  private void print(String figure, String values) {
    out.println(name + "\t" + figure + "\t" + values);
  }
}
