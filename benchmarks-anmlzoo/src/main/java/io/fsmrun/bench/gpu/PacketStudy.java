package io.fsmrun.bench.gpu;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.stream.StreamOptions;
import io.fsmrun.gpu.stream.StreamProgram;
import io.fsmrun.gpu.stream.StreamScanner;
import io.fsmrun.scan.BatchHandler;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Packets of 40 to 1500 bytes, in the mix that is usual on links: half of them short, a quarter
 * full. Every packet is scanned from the start of the rules, on the GPU and on one core.
 */
final class PacketStudy {

  private static final int SHORTEST = 40;
  private static final int LONGEST = 1500;
  private static final int REPEAT = 5;

  private final String name;
  private final Device device;
  private final StreamProgram program;
  private final Database cpu;
  private final PrintStream out;

  PacketStudy(String name, Device device, StreamProgram program, Database cpu, PrintStream out) {
    this.name = name;
    this.device = device;
    this.program = program;
    this.cpu = cpu;
    this.out = out;
  }

  /** Lengths of packets, as offsets from 0. */
  static long[] offsets(int packets, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    long[] offsets = new long[packets + 1];
    for (int i = 0; i < packets; i++) {
      int kind = random.nextInt(4);
      int length =
          kind < 2
              ? random.nextInt(SHORTEST, 2 * SHORTEST)
              : kind == 2 ? random.nextInt(2 * SHORTEST, LONGEST) : LONGEST;
      offsets[i + 1] = offsets[i] + length;
    }
    return offsets;
  }

  void run(byte[] piece, int packets, int chunkBytes) throws IOException {
    long[] offsets = offsets(packets, 7);
    try (LongInput input = new LongInput(device, piece, offsets[packets]);
        StreamScanner gpu =
            new StreamScanner(
                device, program, StreamOptions.defaults().withChunkBytes(chunkBytes))) {
      ReportHash found = new ReportHash();
      int checked = Math.min(packets, 100_000);
      long[] head = Arrays.copyOf(offsets, checked + 1);
      gpu.scanPackets(
          input.buffer(), head, (packet, rule, end) -> found.report(rule, offsets[packet] + end));
      ReportHash expected = new ReportHash();
      double cpuMillis = onCpu(input, head, expected);
      for (boolean packed : new boolean[] {true, false}) {
        time(gpu, input, offsets, packed, found.isSame(expected));
      }
      out.println(
          String.format(
              Locale.ROOT,
              "%s\tpackets-cpu\t%d\t%.3f Mpackets/s\t%.3f Gb/s",
              name,
              checked,
              checked / 1e3 / cpuMillis,
              head[checked] * 8 / 1e6 / cpuMillis));
    }
  }

  private void time(
      StreamScanner gpu, LongInput input, long[] offsets, boolean packed, boolean equal)
      throws IOException {
    Spread whole = new Spread(REPEAT);
    StreamFigures figures = null;
    for (int round = -1; round < REPEAT; round++) {
      ReportHash ignored = new ReportHash();
      long[] records = new long[1];
      long begun = System.nanoTime();
      figures =
          packed
              ? gpu.scanPacketBatches(
                  input.buffer(), offsets, batch -> records[0] += batch.recordCount())
              : gpu.scanPackets(
                  input.buffer(), offsets, (packet, rule, end) -> ignored.report(rule, end));
      if (round >= 0) {
        whole.add((System.nanoTime() - begun) / 1e6);
      }
    }
    int packets = offsets.length - 1;
    long bytes = offsets[packets];
    out.println(
        String.format(
            Locale.ROOT,
            "%s\tpackets\t%s\t%d\t%d\t%s\t%.3f Mpackets/s\t%.3f Gb/s\tkernels %.3f Gb/s\t%s",
            name,
            packed ? "packed" : "one by one",
            packets,
            bytes,
            equal ? "equal" : "DIFFERENT",
            packets / 1e3 / whole.median(),
            bytes * 8 / 1e6 / whole.median(),
            bytes * 8 / 1e6 / figures.kernelMillis(),
            figures));
  }

  /** Scans on one core, twice; returns the milliseconds of the second time. */
  private double onCpu(LongInput input, long[] offsets, ReportHash expected) {
    byte[] data = input.head(offsets[offsets.length - 1]);
    int[] places = new int[offsets.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = (int) offsets[i];
    }
    Scanner scanner = cpu.newScanner();
    scanner.scanAll(
        data,
        places,
        (packet, rule, start, end, tag) -> {
          expected.report(rule, offsets[packet] + end);
          return BatchHandler.Next.MATCH;
        });
    long begun = System.nanoTime();
    scanner.scanAll(data, places, (packet, rule, start, end, tag) -> BatchHandler.Next.MATCH);
    return (System.nanoTime() - begun) / 1e6;
  }
}
