package io.fsmrun.bench.reproduce;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Results so far, by task. For one thread. */
public final class Results {

  private final Map<Task, Object> results = new LinkedHashMap<>();
  private final Set<String> commits = new TreeSet<>();

  /** No results. */
  public Results() {}

  /**
   * Adds a result.
   *
   * @param task what it is the result of
   * @param stored the result
   */
  public void put(Task task, RunStore.Stored<?> stored) {
    results.put(task, stored.result());
    commits.add(stored.commit());
  }

  /**
   * The result of a run.
   *
   * @param spec the run
   * @return its result, if it was done
   */
  public Optional<RunResult> of(RunSpec spec) {
    return Optional.ofNullable((RunResult) results.get(spec));
  }

  /**
   * The result of profiling.
   *
   * @param spec what was profiled
   * @return the result, if it was done
   */
  public Optional<ProfileResult> of(ProfileSpec spec) {
    return Optional.ofNullable((ProfileResult) results.get(spec));
  }

  /**
   * What there is to say of rules.
   *
   * @param spec whose
   * @return the facts, if they are known
   */
  public Optional<Facts> of(FactsSpec spec) {
    return Optional.ofNullable((Facts) results.get(spec));
  }

  /**
   * The result of a measurement of convergence.
   *
   * @param spec what was measured
   * @return the result, if it was done
   */
  public Optional<ConvergenceResult> of(ConvergenceSpec spec) {
    return Optional.ofNullable((ConvergenceResult) results.get(spec));
  }

  /**
   * All runs that were done.
   *
   * @return with their results, in the order in which they came
   */
  public Map<RunSpec, RunResult> runs() {
    Map<RunSpec, RunResult> runs = new LinkedHashMap<>();
    results.forEach(
        (task, result) -> {
          if (task instanceof RunSpec spec) {
            runs.put(spec, (RunResult) result);
          }
        });
    return runs;
  }

  /**
   * Number of tasks that were done.
   *
   * @return 0 or more
   */
  public int size() {
    return results.size();
  }

  /**
   * Commits of the program that made the results.
   *
   * @return each once
   */
  public Set<String> commits() {
    return Set.copyOf(commits);
  }
}
