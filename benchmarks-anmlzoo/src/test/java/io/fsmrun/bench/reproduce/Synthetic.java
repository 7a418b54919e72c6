package io.fsmrun.bench.reproduce;

import io.fsmrun.ap.timing.CycleBreakdown;
import io.fsmrun.bench.cycles.MachineFigures;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.profile.ConvergenceStudy;
import java.util.List;

/** Results that nobody measured. */
final class Synthetic {

  static final String COMMIT = "0123456789ab";

  private Synthetic() {}

  /** A run of so many cycles over a million symbols, with so many flows at the start. */
  static RunResult run(long cycles, double r0, double rate) {
    return new RunResult(
        1_000_000,
        5,
        cycles,
        1_000_000,
        5,
        new CycleBreakdown(cycles, 0, 0, 0, 0, 0, 0),
        new MachineFigures(r0, (int) r0, 1.5, 2),
        new RunResult.RuleFlows(
            r0 / 2, (int) r0, 1, 1, new RunStatistics.SymbolsToOne(1, 5, 9, 3), 400),
        new RunResult.Reexecution(1, 4, 100, rate),
        17,
        "00000000000000aa",
        0.25);
  }

  static <T> RunStore.Stored<T> stored(T result) {
    return new RunStore.Stored<>(result, COMMIT);
  }

  static ProfileResult profile(double frequency) {
    return new ProfileResult(
        10,
        frequency,
        frequency / 2,
        frequency / 2,
        List.of(new ProfileResult.Choice("mfp", 1.5, 4, frequency)),
        1);
  }

  /** The same result for everything in a plan. */
  static Results everywhere(Plan plan) {
    Results results = new Results();
    for (Task task : plan.tasks()) {
      results.put(
          task,
          stored(
              switch (task) {
                case RunSpec run -> run(250_000, 4, 0.25);
                case ProfileSpec profile -> profile(0.5);
                case FactsSpec facts -> new Facts(300, 2, 1, 30_000, 40_000, 2, 0.5);
                case ConvergenceSpec convergence -> convergence();
              }));
    }
    return results;
  }

  private static ConvergenceResult convergence() {
    List<ConvergenceResult.Point> points =
        List.of(new ConvergenceResult.Point(0, 9), new ConvergenceResult.Point(1, 4));
    return new ConvergenceResult(
        List.of(new ConvergenceResult.Misses("mfp", 0.1, 0.2, 0.3, 0.4)),
        points,
        points,
        new ConvergenceStudy.SymbolsToOne(1, 2, 3, 0.5),
        1);
  }
}
