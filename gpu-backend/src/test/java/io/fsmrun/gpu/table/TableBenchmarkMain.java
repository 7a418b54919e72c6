package io.fsmrun.gpu.table;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.input.ScanInput;
import io.fsmrun.gpu.simt.SimtDevice;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Measures tables on a GPU. Arguments: which parts to run, of {@code main segments lookback groups
 * sizes}; all of them if there are none. {@code -Dbytes=} gives the bytes of input, 1 GiB; {@code
 * -Dsimt=true} tries all of it on the reference executor.
 */
public final class TableBenchmarkMain {

  private static final int TILE = 64 << 20;
  private static final int RUNS = 5;
  private static final int WARM_UPS = 2;

  private static final List<TableLayout.Kind> NEAR =
      List.of(TableLayout.Kind.DIRECT, TableLayout.Kind.CLASSED, TableLayout.Kind.PRIVATE);

  private final Device device;
  private final TableKernels kernels;
  private final int bytes;
  private final HostBuffer letters;
  private final HostBuffer symbols;

  private TableBenchmarkMain(Device device, int bytes) {
    this.device = device;
    this.kernels = TableKernels.load(device);
    this.bytes = bytes;
    this.letters = device.allocateHost(bytes);
    this.symbols = device.allocateHost(bytes / 4);
    fill(letters.segment(), true);
    fill(symbols.segment(), false);
  }

  /**
   * Runs the measurements.
   *
   * @param arguments which parts
   * @throws IOException never
   */
  public static void main(String[] arguments) throws IOException {
    Locale.setDefault(Locale.ROOT);
    List<String> parts =
        arguments.length > 0
            ? List.of(arguments)
            : List.of("main", "segments", "lookback", "groups", "sizes");
    long begun = System.nanoTime();
    try (Device device = Boolean.getBoolean("simt") ? new SimtDevice() : CudaDevice.open(0)) {
      System.out.println(device.facts());
      TableBenchmarkMain main =
          new TableBenchmarkMain(device, Integer.getInteger("bytes", 1 << 30));
      System.out.printf("kernels and text ready after %.1f s%n", (System.nanoTime() - begun) / 1e9);
      for (String part : parts) {
        main.run(part);
        System.out.printf("-- %s done after %.1f s%n", part, (System.nanoTime() - begun) / 1e9);
      }
    }
  }

  private void run(String part) throws IOException {
    switch (part) {
      case "main" -> oneDfa();
      case "segments" -> segments();
      case "lookback" -> lookBack();
      case "groups" -> groups();
      case "sizes" -> sizes();
      default -> throw new IllegalArgumentException(part);
    }
  }

  /** Random text of one tile, then copies of it. */
  private static void fill(MemorySegment text, boolean letters) {
    int tile = (int) Math.min(TILE, text.byteSize());
    int share = 1 << 16;
    IntStream.range(0, tile / share)
        .parallel()
        .forEach(
            i -> {
              SplittableRandom random = new SplittableRandom(i);
              for (int k = 0; k < share; k++) {
                int symbol = letters ? 'a' + random.nextInt(26) : random.nextInt(256);
                text.set(ValueLayout.JAVA_BYTE, (long) i * share + k, (byte) symbol);
              }
            });
    IntStream.range(1, (int) (text.byteSize() / tile))
        .parallel()
        .forEach(i -> MemorySegment.copy(text, 0, text, (long) i * tile, tile));
  }

  private static List<TableRule> wordRules(int count) {
    List<TableRule> rules = new ArrayList<>();
    Random random = new Random(1);
    for (byte[] word : WordDfas.randomWords(random, count, 4, 8)) {
      rules.add(new TableRule(rules.size() + 1, WordDfas.ofWords(List.of(word))));
    }
    return rules;
  }

  private void oneDfa() throws IOException {
    List<TableRule> rules = wordRules(20);
    for (TableLayout.Kind kind : NEAR) {
      TableLimits limits = near(kind);
      TableProgram program = TableProgram.compile(rules, device.facts(), limits);
      System.out.print(program.describe());
      verify(program, rules);
      TableOptions whole = TableOptions.defaults().withChunkBytes(bytes);
      for (TableOptions.Reading reading : TableOptions.Reading.values()) {
        measure("one chunk " + reading, program, whole.withReading(reading), letters, bytes);
      }
      for (int mib : new int[] {16, 32, 64}) {
        TableOptions chunks = TableOptions.defaults().withChunkBytes(mib << 20);
        measure("chunks of " + mib + " MiB", program, chunks, letters, bytes);
      }
    }
  }

  private static TableLimits near(TableLayout.Kind kind) {
    return TableLimits.defaults()
        .withDirectBytes(kind == TableLayout.Kind.DIRECT ? 200 << 10 : 0)
        .withPrivateBytes(kind == TableLayout.Kind.PRIVATE ? 256 << 10 : 0);
  }

  private void verify(TableProgram program, List<TableRule> rules) throws IOException {
    int length = Math.min(TILE, bytes);
    List<Report> expected = Collections.synchronizedList(new ArrayList<>());
    MemorySegment text = letters.segment();
    rules.stream().parallel().forEach(rule -> expected.addAll(reports(rule, text, length)));
    Collections.sort(expected);
    List<Report> reports = new ArrayList<>();
    try (TableScanner scanner =
        new TableScanner(device, program, TableOptions.defaults(), kernels)) {
      scanner.scan(ScanInput.of(letters, 0, length), (r, end) -> reports.add(new Report(r, end)));
    }
    System.out.printf(
        "reports of %d MiB: %d, %s%n",
        length >> 20, reports.size(), reports.equals(expected) ? "right" : "WRONG");
  }

  private static List<Report> reports(TableRule rule, MemorySegment text, int length) {
    List<Report> reports = new ArrayList<>();
    Dfa dfa = rule.dfa();
    int state = dfa.start();
    for (int i = 0; i < length; i++) {
      state = dfa.next(state, text.get(ValueLayout.JAVA_BYTE, i) & 0xff);
      if ((dfa.reportFlags(state) & ReportFlags.HERE) != 0) {
        reports.add(new Report(rule.id(), i + 1));
      }
    }
    return reports;
  }

  private void segments() throws IOException {
    TableProgram program =
        TableProgram.compile(wordRules(20), device.facts(), TableLimits.defaults());
    for (TableOptions.Reading reading : TableOptions.Reading.values()) {
      for (int kib : new int[] {1, 2, 4, 8, 16, 32, 64}) {
        TableOptions options =
            TableOptions.defaults()
                .withReading(reading)
                .withChunkBytes(bytes)
                .withSegmentBytes(kib << 10);
        measure("segments of " + kib + " KiB " + reading, program, options, letters, bytes);
      }
    }
  }

  private void lookBack() throws IOException {
    TableProgram program =
        TableProgram.compile(wordRules(20), device.facts(), TableLimits.defaults());
    for (int back : new int[] {0, 16, 32, 64, 128, 256}) {
      TableOptions options = TableOptions.defaults().withChunkBytes(bytes).withLookBackBytes(back);
      measure("look back over " + back, program, options, letters, bytes);
    }
  }

  private void groups() throws IOException {
    Random random = new Random(2);
    for (TableLayout.Kind kind : NEAR) {
      for (int atOnce : new int[] {1, 4}) {
        for (int count : new int[] {1, 2, 4, 8, 16}) {
          List<TableRule> rules = new ArrayList<>();
          for (int g = 0; g < count; g++) {
            Dfa dfa = WordDfas.ofWords(WordDfas.randomWords(random, 6, 6, 10));
            rules.add(new TableRule(g + 1, dfa));
          }
          TableLimits limits = near(kind).withGroups(1, 0).withGroupsAtOnce(atOnce);
          TableProgram program = TableProgram.compile(rules, device.facts(), limits);
          TableOptions options = TableOptions.defaults().withChunkBytes(bytes / 4);
          String name = count + " groups, " + atOnce + " at once, " + kind;
          for (TableOptions.Reading reading : TableOptions.Reading.values()) {
            measure(
                name + " " + reading, program, options.withReading(reading), letters, bytes / 4);
          }
        }
      }
    }
  }

  private void sizes() throws IOException {
    int part = bytes / 4;
    for (int words : new int[] {50, 200, 600, 1200, 2500, 5000}) {
      Dfa dfa = WordDfas.ofWords(WordDfas.randomWords(new Random(words), words, 6, 9));
      size(words + " words", dfa, letters, part);
    }
    int[][] shapes = {
      {8, 2}, {8, 3}, {8, 4}, {16, 3}, {18, 3}, {20, 3}, {26, 3}, {32, 3}, {180, 2}
    };
    for (int[] shape : shapes) {
      String name = "last " + shape[1] + " of " + shape[0];
      size(name, WordDfas.ofLastSymbols(shape[0], shape[1]), symbols, part);
    }
  }

  private void size(String name, Dfa dfa, HostBuffer text, int length) throws IOException {
    byte[] sample = new byte[1 << 16];
    MemorySegment.copy(text.segment(), 0, MemorySegment.ofArray(sample), 0, sample.length);
    TableProgram program =
        TableProgram.compile(
            List.of(new TableRule(1, dfa)), device.facts(), TableLimits.defaults(), sample);
    if (program.passCount() == 0) {
      System.out.println(name + ": " + program.refused());
      return;
    }
    TableOptions options = TableOptions.defaults().withChunkBytes(length);
    measure(name + ": " + program.describe().trim(), program, options, text, length);
  }

  private void measure(
      String name, TableProgram program, TableOptions options, HostBuffer text, int length)
      throws IOException {
    double[] scan = new double[RUNS];
    double[] all = new double[RUNS];
    double[] whole = new double[RUNS];
    TableFigures figures = null;
    try (TableScanner scanner = new TableScanner(device, program, options, kernels)) {
      for (int i = -WARM_UPS; i < RUNS; i++) {
        long[] count = new long[1];
        long begun = System.nanoTime();
        figures = scanner.scan(ScanInput.of(text, 0, length), (rule, end) -> count[0]++);
        double nanos = System.nanoTime() - begun;
        if (i >= 0) {
          scan[i] = length / figures.scanMillis() / 1e6;
          all[i] = length / figures.kernelMillis() / 1e6;
          whole[i] = length / nanos;
        }
      }
    }
    System.out.printf(
        "%s | scan %s GB/s | kernels %s | end to end %s | passes %d, chunks %d, segments %d,"
            + " rounds %d, again %d, records %d, turns %d%n",
        name,
        spread(scan),
        spread(all),
        spread(whole),
        program.passCount(),
        figures.chunks(),
        figures.segments(),
        figures.rounds(),
        figures.segmentsAgain(),
        figures.records(),
        figures.turns());
  }

  /** The median, and the least and the most. */
  private static String spread(double[] values) {
    Arrays.sort(values);
    return String.format(
        "%.1f (%.1f-%.1f)", values[values.length / 2], values[0], values[values.length - 1]);
  }
}
