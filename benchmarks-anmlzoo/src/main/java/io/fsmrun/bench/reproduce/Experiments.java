package io.fsmrun.bench.reproduce;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.strategy.PapOptions;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.profile.MergeStrategy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which runs the tables and figures are made of. A value.
 *
 * @param bytes how much of every input is scanned
 * @param lookBacks symbols looked back over in figure 3.13, beside those of table 3.1
 * @param merges the merge strategies of figures 3.14 to 3.16
 * @param isComplete whether what goes beyond the paper is done too
 */
public record Experiments(
    int bytes, List<Integer> lookBacks, List<MergeStrategy> merges, boolean isComplete) {

  /** Numbers of profiled strings whose effect is studied, beside the usual one. */
  public static final List<Integer> STRINGS = List.of(10, 100, RunSpec.STRINGS, 10_000);

  /** Quanta whose effect is studied. */
  public static final List<Integer> QUANTA = List.of(4, RunSpec.QUANTUM, 64, 256);

  /** Numbers of segments whose effect is studied. */
  public static final List<Integer> SEGMENTS = List.of(2, 4, 8, 16, 32, 64);

  private static final int WINDOWS = 200;

  private static final int WINDOW_SYMBOLS = 1000;

  private static final int QUICK_BYTES = 100_000;

  /**
   * Tens of thousands of short segments, each with flows of its own, take minutes for a megabyte.
   */
  static final int PIECES_BYTES = 50_000;

  /** Copies the lists. */
  public Experiments {
    lookBacks = List.copyOf(lookBacks);
    merges = List.copyOf(merges);
  }

  /**
   * All of the evaluation, over whole inputs.
   *
   * @return the experiments
   */
  public static Experiments full() {
    return new Experiments(
        Material.INPUT_BYTES,
        List.of(10, 20, 30, 40, 50, 60, 70, 80, 90, 100),
        Predictions.STRATEGIES,
        true);
  }

  /**
   * The main figures, over the first 100,000 bytes.
   *
   * @return the experiments
   */
  public static Experiments quick() {
    return new Experiments(
        QUICK_BYTES,
        List.of(10, 100),
        List.of(
            MergeStrategy.mostFrequent(),
            MergeStrategy.covering(0.99),
            MergeStrategy.covering(1.0)),
        false);
  }

  /**
   * The same on less of each input.
   *
   * @param most bytes of each input, at most
   * @return experiments
   */
  public Experiments withBytes(int most) {
    return new Experiments(Math.min(most, bytes), lookBacks, merges, isComplete);
  }

  private RunSpec.Part whole() {
    return new RunSpec.Part(bytes, RunSpec.Pieces.ONE);
  }

  private RunSpec usual(Benchmark benchmark, RunSpec.Mode mode) {
    return RunSpec.usual(benchmark.name(), whole(), mode, benchmark.allocation().segments());
  }

  /**
   * Look-back enumeration.
   *
   * @param benchmark on which benchmark
   * @param symbols looked back over
   * @return the run
   */
  public RunSpec lbe(Benchmark benchmark, int symbols) {
    return usual(benchmark, new RunSpec.Mode.LookBack(symbols));
  }

  /**
   * Look-back enumeration as in table 3.1.
   *
   * @param benchmark on which benchmark
   * @return the run
   */
  public RunSpec lbe(Benchmark benchmark) {
    return lbe(benchmark, benchmark.allocation().lookBackSymbols());
  }

  /**
   * The Parallel Automata Processor.
   *
   * @param benchmark on which benchmark
   * @return the run
   */
  public RunSpec pap(Benchmark benchmark) {
    return usual(benchmark, new RunSpec.Mode.Pap(PapOptions.ALL));
  }

  /**
   * Convergence-set enumeration.
   *
   * @param benchmark on which benchmark
   * @param merge how partitions are merged
   * @param isJoined whether flows are joined, which the thesis does not
   * @return the run
   */
  public RunSpec cse(Benchmark benchmark, MergeStrategy merge, boolean isJoined) {
    return usual(benchmark, sets(merge, RunSpec.STRINGS, isJoined));
  }

  private static RunSpec.Mode sets(MergeStrategy merge, int strings, boolean isJoined) {
    return new RunSpec.Mode.ConvergenceSets(
        merge, strings, isJoined ? RunSpec.JOIN_AFTER : Sharing.NEVER);
  }

  /**
   * Convergence-set enumeration with the cut-off of table 3.1.
   *
   * @param benchmark on which benchmark
   * @param isJoined whether flows are joined
   * @return the run
   */
  public RunSpec cse(Benchmark benchmark, boolean isJoined) {
    return cse(benchmark, tableMerge(benchmark), isJoined);
  }

  /**
   * The merge strategy of table 3.1.
   *
   * @param benchmark of which benchmark
   * @return 99% or 100%
   */
  public static MergeStrategy tableMerge(Benchmark benchmark) {
    return MergeStrategy.covering(benchmark.allocation().cutOffPercent() / 100.0);
  }

  /**
   * Look-backs that are run for a benchmark.
   *
   * @param benchmark which one
   * @return those of all and that of table 3.1, ascending
   */
  public List<Integer> lookBacks(Benchmark benchmark) {
    TreeSet<Integer> all = new TreeSet<>(lookBacks);
    all.add(benchmark.allocation().lookBackSymbols());
    return List.copyOf(all);
  }

  /**
   * Convergence-set enumeration with and without each optimisation.
   *
   * @param benchmark on which benchmark
   * @return runs by what is off
   */
  public Map<String, RunSpec> cseAblation(Benchmark benchmark) {
    RunSpec all = cse(benchmark, true);
    RunSpec notJoined = cse(benchmark, false);
    FlowChecks noConvergence = new FlowChecks(false, true);
    Map<String, RunSpec> runs = new LinkedHashMap<>();
    runs.put("all on", all);
    runs.put("no join", notJoined);
    runs.put("no convergence check", all.with(noConvergence));
    runs.put("no deactivation", all.with(new FlowChecks(true, false)));
    runs.put("neither join nor convergence check", notJoined.with(noConvergence));
    return runs;
  }

  /**
   * PAP with and without each optimisation.
   *
   * @param benchmark on which benchmark
   * @return runs by what is off
   */
  public Map<String, RunSpec> papAblation(Benchmark benchmark) {
    RunSpec all = pap(benchmark);
    Map<String, RunSpec> runs = new LinkedHashMap<>();
    runs.put("all on", all);
    runs.put("no range-guided cut", withPap(all, new PapOptions(false, true, true, true)));
    runs.put("no connected components", withPap(all, new PapOptions(true, false, true, true)));
    runs.put("no active state group", withPap(all, new PapOptions(true, true, false, true)));
    runs.put("no common parent", withPap(all, new PapOptions(true, true, true, false)));
    runs.put("no convergence check", all.with(new FlowChecks(false, true)));
    runs.put("no deactivation", all.with(new FlowChecks(true, false)));
    return runs;
  }

  private static RunSpec withPap(RunSpec run, PapOptions on) {
    return run.with(new RunSpec.Mode.Pap(on));
  }

  /**
   * The levels of re-execution, without a join, for two merge strategies.
   *
   * @param benchmark on which benchmark
   * @return runs by level and merge strategy
   */
  public Map<String, RunSpec> reexecution(Benchmark benchmark) {
    Map<String, RunSpec> runs = new LinkedHashMap<>();
    RunSpec mfp = cse(benchmark, MergeStrategy.mostFrequent(), false);
    RunSpec table = cse(benchmark, false);
    for (ReexecutionLevel level : ReexecutionLevel.values()) {
      String name = level.name().toLowerCase(Locale.ROOT).replace('_', '-');
      runs.put("mfp, " + name, mfp.with(level));
      runs.put("table 3.1, " + name, table.with(level));
    }
    return runs;
  }

  /**
   * A run with other quanta.
   *
   * @param run with the usual one
   * @return runs by quantum
   */
  public static Map<Integer, RunSpec> quanta(RunSpec run) {
    Map<Integer, RunSpec> runs = new LinkedHashMap<>();
    QUANTA.forEach(quantum -> runs.put(quantum, run.withQuantum(quantum)));
    return runs;
  }

  /**
   * A run with other numbers of segments.
   *
   * @param run with the usual one
   * @return runs by number of segments
   */
  public static Map<Integer, RunSpec> segments(RunSpec run) {
    Map<Integer, RunSpec> runs = new LinkedHashMap<>();
    SEGMENTS.forEach(number -> runs.put(number, run.withSegments(number)));
    return runs;
  }

  /**
   * Convergence-set enumeration after profiling other numbers of strings.
   *
   * @param benchmark on which benchmark
   * @param isJoined whether flows are joined
   * @return runs by number of strings
   */
  public Map<Integer, RunSpec> strings(Benchmark benchmark, boolean isJoined) {
    Map<Integer, RunSpec> runs = new LinkedHashMap<>();
    for (int strings : STRINGS) {
      runs.put(strings, usual(benchmark, sets(tableMerge(benchmark), strings, isJoined)));
    }
    return runs;
  }

  /**
   * Runs over independent pieces, dealt out whole or cut, of the first 50,000 bytes.
   *
   * @param benchmark on which benchmark
   * @return runs by what is done; empty if its input does not fall into pieces
   */
  public Map<String, RunSpec> pieces(Benchmark benchmark) {
    Map<String, RunSpec> runs = new LinkedHashMap<>();
    if (benchmark.split().isEmpty()) {
      return runs;
    }
    int part = Math.min(bytes, PIECES_BYTES);
    RunSpec.Part cut = new RunSpec.Part(part, RunSpec.Pieces.CUT);
    RunSpec.Part dealt = new RunSpec.Part(part, RunSpec.Pieces.DEALT);
    runs.put("dealt out whole", onPieces(cse(benchmark, true), dealt));
    runs.put("cut, lbe", onPieces(lbe(benchmark), cut));
    runs.put("cut, pap", onPieces(pap(benchmark), cut));
    runs.put("cut, cse", onPieces(cse(benchmark, false), cut));
    runs.put("cut, cse joined", onPieces(cse(benchmark, true), cut));
    return runs;
  }

  private static RunSpec onPieces(RunSpec run, RunSpec.Part part) {
    return RunSpec.usual(run.benchmark(), part, run.mode(), run.segments());
  }

  /**
   * Convergence on windows of the input, as long as the profiled strings.
   *
   * @param benchmark on which benchmark
   * @return the measurement
   */
  public ConvergenceSpec convergence(Benchmark benchmark) {
    return new ConvergenceSpec(benchmark.name(), bytes, WINDOWS, WINDOW_SYMBOLS);
  }
}
