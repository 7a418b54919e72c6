package io.fsmrun.bench.lanes;

import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.Scanner;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/** Times two threads on one stream, which is the input several times over. For one thread. */
final class TwoThreads {

  private static final int STREAM_BYTES = 16 << 20;
  private static final int ROUNDS = 7;
  private static final long LONGEST_NANOS = 30_000_000_000L;

  /** So far behind the middle it is looked for a known state. */
  private static final int FARTHEST = 1 << 16;

  private final LaneRules rules;
  private final byte[] stream;
  private final LazyOptions options;
  private final PrintStream out;
  private long matches;

  TwoThreads(LaneRules rules, byte[] input, LazyOptions options, PrintStream out) {
    this.rules = rules;
    this.options = options;
    this.out = out;
    this.stream = new byte[STREAM_BYTES];
    for (int at = 0; at < stream.length; at += input.length) {
      System.arraycopy(input, 0, stream, at, Math.min(input.length, stream.length - at));
    }
  }

  /** One thing to time. */
  private interface Task {
    void run() throws InterruptedException;
  }

  void report() throws InterruptedException {
    LaneRun chain = new LaneRun("chain", rules.union(), options.withLanes(false));
    LaneRun lanes = new LaneRun("lanes", rules.union(), options);
    LaneRun first = new LaneRun("first half", rules.union(), options);
    LaneRun second = new LaneRun("second half", rules.union(), options);
    Database database =
        Database.compile(
            rules.rules(),
            CompileOptions.defaults().withPlan(LaneRules.lazyOnly()),
            CompileListener.NONE);
    Scanner scanner = database.newScanner();
    int middle = stream.length / 2;
    second.runner().clear();
    boolean known = second.runner().converge(stream, middle, middle + FARTHEST) >= 0;
    double[][] rates = new double[5][];
    try (ParallelScanner parallel = ParallelScanner.of(database, ParallelOptions.of(2))) {
      Task[] tasks = {
        () -> chain.run(stream),
        () -> lanes.run(stream),
        known ? () -> halves(first, second, middle) : null,
        () -> scanner.scan(stream, (rule, start, end, tag) -> count()),
        () -> parallel.scan(stream, (rule, start, end, tag) -> count())
      };
      time(tasks, rates);
    }
    if (known && first.digest() + second.digest() != chain.digest()) {
      throw new IllegalStateException("halves report something else");
    }
    String[] names = {"chain", "lanes", "halves", "Scanner", "ParallelScanner, 2"};
    for (int i = 0; i < rates.length; i++) {
      if (rates[i] != null) {
        out.printf(
            Locale.ROOT,
            "  16 MiB, by the clock: %-18s %8.1f MB/s, %4.2f of one chain%n",
            names[i],
            rates[i][rates[i].length / 2],
            rates[i][rates[i].length / 2] / rates[0][rates[0].length / 2]);
      }
    }
  }

  private boolean count() {
    matches++;
    return matches >= 0;
  }

  private void time(Task[] tasks, double[][] rates) throws InterruptedException {
    long end = System.nanoTime() + LONGEST_NANOS;
    for (int round = 0; round < ROUNDS && (round < 2 || System.nanoTime() < end); round++) {
      for (int i = 0; i < tasks.length; i++) {
        if (tasks[i] != null) {
          long start = System.nanoTime();
          tasks[i].run();
          double rate = stream.length * 1e3 / (System.nanoTime() - start);
          double[] before = rates[i] == null || round == 1 ? new double[0] : rates[i];
          rates[i] = Arrays.copyOf(before, before.length + 1);
          rates[i][before.length] = rate;
          Arrays.sort(rates[i]);
        }
      }
    }
  }

  /** The second half starts where its state is known whatever was before; the first ends there. */
  private void halves(LaneRun first, LaneRun second, int middle) throws InterruptedException {
    second.runner().clear();
    int from = second.runner().converge(stream, middle, middle + FARTHEST);
    if (from < 0) {
      throw new IllegalStateException("no memory to look for a known state");
    }
    second.clearDigest();
    Thread other = new Thread(() -> second.go(stream, from, stream.length), "second half");
    other.start();
    first.runTo(stream, from);
    other.join();
  }
}
