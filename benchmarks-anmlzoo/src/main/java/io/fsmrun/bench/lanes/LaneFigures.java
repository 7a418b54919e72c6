package io.fsmrun.bench.lanes;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.cpu.lazy.LaneStart;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.LazyStatistics;
import io.fsmrun.cpu.lazy.SetRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Times the lazily determinised automaton on the rulesets of ANMLZoo: as one chain, in lanes by
 * each kind of start, and on two threads. All must report the same. What is taken is the processor
 * time of the fastest round, since the machine may be shared.
 *
 * <pre>
 *   LaneFigures rest|all MiB [name of a benchmark ...]
 * </pre>
 *
 * <p>{@code rest} are the rules that the planner leaves to it, {@code all} all; then the memory for
 * remembered sets.
 */
public final class LaneFigures {

  private static final int MOST_ROUNDS = 25;
  private static final long LONGEST_NANOS = 4_000_000_000L;

  /** How far it is looked for a known state, and how often. */
  private static final int FARTHEST = 1 << 16;

  private static final int PLACES = 64;

  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final LaneRules rules;
  private final byte[] input;
  private final LazyOptions options;

  private LaneFigures(LaneRules rules, byte[] input, LazyOptions options) {
    this.rules = rules;
    this.input = input;
    this.options = options;
  }

  /**
   * Prints the figures.
   *
   * @param args which rules, how much memory, and which benchmarks; if none are named, all
   * @throws AnmlZooException if there is no checkout, or a benchmark is not in it
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args)
      throws AnmlZooException, IOException, InterruptedException {
    AnmlZoo zoo = AnmlZoo.find();
    List<AnmlZoo.Benchmark> chosen = new ArrayList<>();
    for (int i = 2; i < args.length; i++) {
      chosen.add(AnmlZoo.Benchmark.of(args[i]));
    }
    if (chosen.isEmpty()) {
      chosen.addAll(zoo.benchmarks());
    }
    LazyOptions options = LazyOptions.defaults().withCacheBytes(Integer.parseInt(args[1]) << 20);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (AnmlZoo.Benchmark benchmark : chosen) {
      byte[] input = Files.readAllBytes(zoo.input(benchmark, AnmlZoo.Size.ONE_MB));
      Optional<LaneRules> rules = LaneRules.of(zoo, benchmark, args[0].equals("all"));
      out.println(benchmark.directory() + ", " + args[0] + ", " + args[1] + " MiB");
      if (rules.isPresent()) {
        new LaneFigures(rules.get(), input, options).report();
      }
    }
  }

  private void report() throws InterruptedException {
    out.printf(
        Locale.ROOT,
        "  %d rules, %d states, %d classes%n",
        rules.rules().accepted().size(),
        rules.union().stateCount(),
        rules.union().classCount());
    List<LaneRun> runs = new ArrayList<>();
    runs.add(run("one chain", options.withLanes(false)));
    for (LaneStart start : LaneStart.values()) {
      runs.add(run(start.name(), options.withLaneStart(start)));
    }
    long end = System.nanoTime() + LONGEST_NANOS * runs.size();
    for (int round = 0; round < MOST_ROUNDS && (round < 2 || System.nanoTime() < end); round++) {
      for (LaneRun run : runs) {
        long start = threads.getCurrentThreadCpuTime();
        run.run(input);
        run.add(input.length * 1e3 / (threads.getCurrentThreadCpuTime() - start));
      }
    }
    out.printf(Locale.ROOT, "  %d reports%n", runs.get(0).reports());
    for (LaneRun run : runs) {
      print(run, runs.get(0));
    }
    reportConvergence(runs.get(0));
    new TwoThreads(rules, input, options, out).report();
  }

  private LaneRun run(String name, LazyOptions how) {
    return new LaneRun(name, rules.union(), how);
  }

  private void print(LaneRun run, LaneRun base) {
    if (run.digest() != base.digest()) {
      throw new IllegalStateException(run.name() + " reports something else");
    }
    LazyStatistics done = run.runner().statistics();
    double percent = (double) run.rounds() * input.length / 100;
    out.printf(
        Locale.ROOT,
        "  %-16s %8.1f MB/s (median %.1f), %4.2f of one chain; first %6.1f; in lanes %2.0f%%, in vain %4.1f%%,"
            + " completing %4.1f%%, directly %2.0f%%, skipped %2.0f%%; %d sets, %d flushes%n",
        run.name(),
        run.best(),
        run.median(),
        run.best() / base.best(),
        run.first(),
        done.laneSymbols() / percent,
        done.wastedSymbols() / percent,
        done.completingSymbols() / percent,
        done.directSymbols() / percent,
        done.skippedSymbols() / percent,
        done.setsMade(),
        done.flushes());
  }

  /** How far it is from a place to the next where the state is known whatever was before. */
  private void reportConvergence(LaneRun run) {
    SetRunner runner = run.runner();
    int found = 0;
    long bytes = 0;
    int farthest = 0;
    long start = threads.getCurrentThreadCpuTime();
    for (int i = 1; i < PLACES; i++) {
      int from = (int) ((long) input.length * i / PLACES);
      runner.clear();
      int at = runner.converge(input, from, Math.min(input.length, from + FARTHEST));
      if (at >= 0) {
        found++;
        bytes += at - from;
        farthest = Math.max(farthest, at - from);
      }
    }
    out.printf(
        Locale.ROOT,
        "  bounds meet at %d of %d places, after %.1f bytes in the mean, %d at most; %.1f us each%n",
        found,
        PLACES - 1,
        (double) bytes / Math.max(1, found),
        farthest,
        (threads.getCurrentThreadCpuTime() - start) / 1e3 / (PLACES - 1));
  }
}
