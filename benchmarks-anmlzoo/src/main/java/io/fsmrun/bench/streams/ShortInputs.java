package io.fsmrun.bench.streams;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.bench.hyperscan.HyperscanRule;
import io.fsmrun.bench.hyperscan.HyperscanScanner;
import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.BatchHandler;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.plan.PlanOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Many inputs of few bytes, each scanned by itself, as packets or lines are: in one call and one by
 * one, beside Hyperscan, which scans one by one. Reports of each input are compared before. For one
 * thread.
 */
public final class ShortInputs implements AutoCloseable {

  private static final double MICROS = 1e3;

  private final byte[] data;
  private final int[] offsets;
  private final Scanner scanner;
  private final HyperscanScanner other;
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment[] blocks;
  private long matches;

  // The same handlers all along: calls of many kinds take longer.
  private final BatchHandler batchHandler =
      (input, rule, start, end, tag) -> {
        matches++;
        return BatchHandler.Next.MATCH;
      };
  private final MatchHandler handler =
      (rule, start, end, tag) -> {
        matches++;
        return true;
      };

  /**
   * What was found: nanoseconds for an input, on average, in the middle one of all rounds.
   *
   * @param together by one call for all
   * @param oneByOne by a call for each
   * @param counted by Hyperscan, which counts matches by calls into Java
   * @param dropped by Hyperscan, which drops them
   * @param matches how many there are
   */
  public record Figures(
      double together, double oneByOne, double counted, double dropped, long matches) {}

  /**
   * Opens scanners.
   *
   * @param database the rules
   * @param hyperscan the same rules
   * @param data holds the inputs
   * @param offsets input {@code i} is from {@code offsets[i]} to {@code offsets[i + 1]}
   */
  public ShortInputs(Database database, HyperscanDatabase hyperscan, byte[] data, int[] offsets) {
    this.data = data.clone();
    this.offsets = offsets.clone();
    this.scanner = database.newScanner();
    this.other = hyperscan.scanner();
    MemorySegment copy = arena.allocate(Math.max(1, data.length));
    MemorySegment.copy(data, 0, copy, ValueLayout.JAVA_BYTE, 0, data.length);
    this.blocks = new MemorySegment[offsets.length - 1];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = copy.asSlice(offsets[i], offsets[i + 1] - offsets[i]);
    }
  }

  /**
   * Compares what both report for each input.
   *
   * @return the first input whose reports are not the same, or -1
   */
  public int firstDifference() {
    PackedReports[] ours = new PackedReports[blocks.length];
    Arrays.setAll(ours, i -> new PackedReports());
    scanner.scanAll(
        data,
        offsets,
        (input, rule, start, end, tag) -> {
          ours[input].add(rule, end);
          return BatchHandler.Next.MATCH;
        });
    for (int i = 0; i < blocks.length; i++) {
      if (ours[i].mismatch(other.scan(blocks[i])) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Scans for some time, and then measures for as long.
   *
   * @param seconds how long each
   * @return the figures
   */
  public Figures run(int seconds) {
    long[] nanos = Rounds.middle(seconds, this::round);
    double inputs = Math.max(1, blocks.length);
    return new Figures(
        nanos[0] / inputs, nanos[1] / inputs, nanos[2] / inputs, nanos[3] / inputs, matches);
  }

  private long[] round() {
    long start = System.nanoTime();
    for (MemorySegment block : blocks) {
      other.count(block);
    }
    long counted = System.nanoTime();
    for (MemorySegment block : blocks) {
      other.search(block);
    }
    long dropped = System.nanoTime();
    for (int i = 0; i < blocks.length; i++) {
      scanner.scan(data, offsets[i], offsets[i + 1], handler);
    }
    long oneByOne = System.nanoTime();
    matches = 0;
    scanner.scanAll(data, offsets, batchHandler);
    long together = System.nanoTime();
    return new long[] {together - oneByOne, oneByOne - dropped, counted - start, dropped - counted};
  }

  /** Closes Hyperscan's scanner. */
  @Override
  public void close() {
    other.close();
    arena.close();
  }

  /**
   * Cuts lines.
   *
   * @param data text
   * @return where they begin, and where the last one ends; the byte that ends a line is its last
   */
  public static int[] lines(byte[] data) {
    int[] offsets = new int[data.length + 1];
    int count = 0;
    for (int i = 0; i < data.length; i++) {
      if (i == 0 || data[i - 1] == '\n') {
        offsets[count++] = i;
      }
    }
    offsets[count++] = data.length;
    return Arrays.copyOf(offsets, count);
  }

  /**
   * Cuts pieces of random lengths, the same each time.
   *
   * @param length bytes of the data
   * @param least the shortest piece, 1 or more
   * @param most the longest
   * @return where they begin, and where the last one ends, which may be shorter
   */
  public static int[] pieces(int length, int least, int most) {
    Random random = new Random(1);
    int[] offsets = new int[length / least + 2];
    int count = 0;
    for (int at = 0; at < length; at += least + random.nextInt(most - least + 1)) {
      offsets[count++] = at;
    }
    offsets[count++] = length;
    return Arrays.copyOf(offsets, count);
  }

  /**
   * Measures and prints a line: ratios are Hyperscan's time over ours in one call, matches counted
   * and dropped.
   *
   * @param arguments a file of rules, an input, {@code lines} or the fewest and the most bytes of a
   *     piece with a hyphen between, seconds
   * @throws IOException if a file cannot be read
   * @throws HyperscanException if there is no Hyperscan, or it refuses all rules
   * @throws InterruptedException if the thread is interrupted while it compiles
   */
  public static void main(String... arguments)
      throws IOException, HyperscanException, InterruptedException {
    if (arguments.length < 4) {
      System.err.println("usage: RULES INPUT lines|LEAST-MOST SECONDS");
      return;
    }
    Rules given = RulesFile.read(Path.of(arguments[0]));
    byte[] data = Files.readAllBytes(Path.of(arguments[1]));
    String[] lengths = arguments[2].split("-", -1);
    int[] offsets =
        lengths.length == 1
            ? lines(data)
            : pieces(data.length, Integer.parseInt(lengths[0]), Integer.parseInt(lengths[1]));
    try (HyperscanDatabase hyperscan =
        HyperscanDatabase.compile(
            HyperscanLibrary.find(null), HyperscanRule.all(given.accepted()))) {
      Database database =
          Database.compile(
              hyperscan.only(given),
              CompileOptions.defaults().withPlan(PlanOptions.defaults().withSample(data)),
              CompileListener.NONE);
      print(database, hyperscan, data, offsets, Integer.parseInt(arguments[3]));
    }
  }

  private static void print(
      Database database, HyperscanDatabase hyperscan, byte[] data, int[] offsets, int seconds) {
    try (ShortInputs inputs = new ShortInputs(database, hyperscan, data, offsets)) {
      int different = inputs.firstDifference();
      if (different >= 0) {
        System.err.println("nothing is measured: the reports of input " + different + " differ");
        return;
      }
      Figures figures = inputs.run(seconds);
      System.out.printf(
          Locale.ROOT,
          "| %,d rules | %,d inputs, %.0f bytes | %.2f / %.2f | one by one %.2f / %.2f | %.0f, %.0f,"
              + " %.0f, %.0f ns an input | %.0f MB/s | %,d matches |%n",
          database.ruleCount(),
          offsets.length - 1,
          (double) data.length / (offsets.length - 1),
          figures.counted() / figures.together(),
          figures.dropped() / figures.together(),
          figures.counted() / figures.oneByOne(),
          figures.dropped() / figures.oneByOne(),
          figures.together(),
          figures.oneByOne(),
          figures.counted(),
          figures.dropped(),
          data.length / figures.together() / (offsets.length - 1) * MICROS,
          figures.matches());
    }
  }
}
