package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is to be done, in order: first the figures of the paper, benchmark by benchmark, then what
 * goes beyond it. Nothing is in it twice, and before each run comes the sequential run that its
 * reports are held against.
 *
 * @param experiments what the figures are made of
 * @param benchmarks on which benchmarks
 * @param tasks in order
 */
public record Plan(Experiments experiments, List<Benchmark> benchmarks, List<Task> tasks) {

  /** Copies the lists. */
  public Plan {
    benchmarks = List.copyOf(benchmarks);
    tasks = List.copyOf(tasks);
  }

  /**
   * Plans experiments.
   *
   * @param experiments which
   * @param benchmarks on which benchmarks
   * @return the plan
   */
  public static Plan of(Experiments experiments, List<Benchmark> benchmarks) {
    Set<Task> tasks = new LinkedHashSet<>();
    for (Benchmark benchmark : benchmarks) {
      tasks.add(new FactsSpec(benchmark.name()));
      tasks.add(new ProfileSpec(benchmark.name(), RunSpec.STRINGS));
      addAll(tasks, published(experiments, benchmark));
    }
    if (experiments.isComplete()) {
      for (Benchmark benchmark : benchmarks) {
        addAll(tasks, beyond(experiments, benchmark));
        tasks.add(experiments.convergence(benchmark));
        addStrings(tasks, experiments, benchmark);
      }
    }
    return new Plan(experiments, benchmarks, new ArrayList<>(tasks));
  }

  private static void addAll(Set<Task> tasks, Collection<RunSpec> runs) {
    for (RunSpec run : runs) {
      tasks.add(run.reference());
      tasks.add(run);
    }
  }

  private static List<RunSpec> published(Experiments experiments, Benchmark benchmark) {
    List<RunSpec> runs = new ArrayList<>();
    runs.add(experiments.cse(benchmark, false));
    runs.add(experiments.cse(benchmark, true));
    runs.add(experiments.pap(benchmark));
    experiments.lookBacks(benchmark).forEach(l -> runs.add(experiments.lbe(benchmark, l)));
    experiments
        .merges()
        .forEach(
            merge -> {
              runs.add(experiments.cse(benchmark, merge, false));
              runs.add(experiments.cse(benchmark, merge, true));
            });
    return runs;
  }

  private static List<RunSpec> beyond(Experiments experiments, Benchmark benchmark) {
    List<RunSpec> runs = new ArrayList<>();
    runs.addAll(experiments.cseAblation(benchmark).values());
    runs.addAll(experiments.papAblation(benchmark).values());
    runs.addAll(experiments.reexecution(benchmark).values());
    for (boolean isJoined : new boolean[] {false, true}) {
      runs.addAll(Experiments.quanta(experiments.cse(benchmark, isJoined)).values());
      runs.addAll(Experiments.segments(experiments.cse(benchmark, isJoined)).values());
    }
    runs.addAll(Experiments.quanta(experiments.lbe(benchmark)).values());
    runs.addAll(Experiments.segments(experiments.lbe(benchmark)).values());
    runs.addAll(experiments.pieces(benchmark).values());
    return runs;
  }

  /** By number of strings, so that each is profiled once. */
  private static void addStrings(Set<Task> tasks, Experiments experiments, Benchmark benchmark) {
    for (int strings : Experiments.STRINGS) {
      tasks.add(new ProfileSpec(benchmark.name(), strings));
      addAll(
          tasks,
          List.of(
              experiments.strings(benchmark, false).get(strings),
              experiments.strings(benchmark, true).get(strings)));
    }
  }

  /**
   * What all of it takes on two cores, roughly.
   *
   * @return seconds
   */
  public double estimatedSeconds() {
    double seconds = 0;
    for (Task task : tasks) {
      double whole = Benchmark.named(task.benchmark()).orElseThrow().secondsPerRun();
      seconds +=
          switch (task) {
            case RunSpec run -> whole * Math.max(0.1, run.inputBytes() / 1e6);
            case ProfileSpec profile -> whole * profile.strings() / RunSpec.STRINGS;
            case FactsSpec facts -> whole / 2;
            case ConvergenceSpec convergence -> whole;
          };
    }
    return seconds;
  }
}
