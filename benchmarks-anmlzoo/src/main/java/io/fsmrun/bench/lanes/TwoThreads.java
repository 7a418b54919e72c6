package io.fsmrun.bench.lanes;

import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.ParallelStatistics;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Times two threads on one stream, which is the input several times over. What is taken is the
 * processor time of the thread that takes longer, of the fastest round, since the machine may be
 * shared. For one thread.
 */
final class TwoThreads {

  private static final int STREAM_BYTES = 16 << 20;
  private static final int ROUNDS = 9;
  private static final long LONGEST_NANOS = 16_000_000_000L;

  private final LaneRules rules;
  private final byte[] input;
  private final byte[] stream;
  private final LazyOptions options;
  private final PrintStream out;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private Thread worker;
  private long matches;

  TwoThreads(LaneRules rules, byte[] input, LazyOptions options, PrintStream out) {
    this.rules = rules;
    this.input = input;
    this.options = options;
    this.out = out;
    this.stream = new byte[STREAM_BYTES];
    for (int at = 0; at < stream.length; at += input.length) {
      System.arraycopy(input, 0, stream, at, Math.min(input.length, stream.length - at));
    }
  }

  /** One thing to time. */
  private interface Task {
    /** Returns the processor time of the longest thread. */
    long run() throws InterruptedException;
  }

  void report() throws InterruptedException {
    LaneRun chain = new LaneRun("chain", rules.union(), options.withLanes(false));
    LaneRun lanes = new LaneRun("lanes", rules.union(), options);
    Halves chains = new Halves(rules.union(), options.withLanes(false));
    Halves halves = new Halves(rules.union(), options);
    if (!halves.findTheSame(input)) {
      throw new IllegalStateException("halves report something else");
    }
    String[] names = {"chain", "lanes", "chain in halves", "lanes in halves", "ParallelScanner"};
    Database database =
        Database.compile(
            rules.rules(),
            CompileOptions.defaults().withPlan(LaneRules.lazyOnly()),
            CompileListener.NONE);
    ExecutorService executor =
        Executors.newSingleThreadExecutor(task -> worker = new Thread(task, "scan"));
    try (ParallelScanner parallel = ParallelScanner.of(database, ParallelOptions.of(2), executor)) {
      Task[] tasks = {
        () -> own(() -> chain.run(stream)),
        () -> own(() -> lanes.run(stream)),
        () -> halves(chains),
        () -> halves(halves),
        () -> parallel(parallel)
      };
      double[][] rates = time(tasks);
      for (int i = 0; i < rates.length; i++) {
        double rate = rates[i][rates[i].length - 1];
        out.printf(
            Locale.ROOT,
            "  16 MiB: %-16s %8.1f MB/s, %4.2f of one chain%n",
            names[i],
            rate,
            rate / rates[0][rates[0].length - 1]);
      }
      ParallelStatistics.Engine engine = parallel.statistics().engines().getFirst();
      out.printf(
          Locale.ROOT,
          "  completed %d KiB of the second half; ParallelScanner: %d of %d guesses right%n",
          halves.completedBytes() >> 10,
          engine.right(),
          engine.guesses());
    } finally {
      executor.shutdownNow();
    }
  }

  private long own(Runnable task) {
    long start = threads.getCurrentThreadCpuTime();
    task.run();
    return threads.getCurrentThreadCpuTime() - start;
  }

  private long halves(Halves halves) throws InterruptedException {
    halves.run(stream);
    return halves.nanos();
  }

  private long parallel(ParallelScanner scanner) throws InterruptedException {
    long start = threads.getCurrentThreadCpuTime();
    long other = worker == null ? 0 : threads.getThreadCpuTime(worker.threadId());
    scanner.scan(stream, (rule, from, end, tag) -> ++matches > 0);
    long own = threads.getCurrentThreadCpuTime() - start;
    return Math.max(own, threads.getThreadCpuTime(worker.threadId()) - other);
  }

  private double[][] time(Task[] tasks) throws InterruptedException {
    double[][] rates = new double[tasks.length][0];
    long end = System.nanoTime() + LONGEST_NANOS;
    for (int round = 0; round < ROUNDS && (round < 2 || System.nanoTime() < end); round++) {
      for (int i = 0; i < tasks.length; i++) {
        double rate = stream.length * 1e3 / tasks[i].run();
        // The first ones have everything to find out yet.
        int kept = round <= 1 ? 0 : rates[i].length;
        rates[i] = Arrays.copyOf(rates[i], kept + 1);
        rates[i][kept] = rate;
        Arrays.sort(rates[i]);
      }
    }
    return rates;
  }
}
