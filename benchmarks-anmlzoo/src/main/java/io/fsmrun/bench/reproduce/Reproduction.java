package io.fsmrun.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Works through a plan, one task after another: two at once would take each other's cores. A
 * benchmark is loaded only if something of it is not in the store, and only one is in memory. For
 * one thread.
 */
public final class Reproduction {

  private final Plan plan;
  private final RunStore store;
  private final Material.Setting setting;
  private final Program program;
  private final Results results = new Results();
  private final Listener listener;
  private Material material;

  /**
   * The program that works.
   *
   * @param version its version
   * @param commit what it was built from
   */
  public record Program(String version, String commit) {}

  /** Hears how the work comes along. Called by the thread that works, but for {@link #bytes}. */
  public interface Listener {

    /**
     * A task begins that has not been done before.
     *
     * @param task which one
     * @param done number of tasks that are done
     */
    default void begins(Task task, int done) {}

    /**
     * A task is done, now or before.
     *
     * @param task which one
     * @param done number of tasks that are done, with this one
     */
    default void done(Task task, int done) {}

    /**
     * Some of a run is done. Called by any thread.
     *
     * @param bytes that are scanned
     */
    default void bytes(long bytes) {}

    /**
     * All tasks in a row that are about one benchmark are done.
     *
     * @param benchmark its name
     * @param results all so far
     * @throws IOException if what is made of them cannot be written
     */
    default void benchmarkDone(String benchmark, Results results) throws IOException {}
  }

  /**
   * Work on a plan.
   *
   * @param plan what is to be done
   * @param sources where benchmarks come from
   * @param store where results are kept
   * @param program what works
   * @param listener hears how it comes along
   */
  public Reproduction(
      Plan plan, Sources sources, RunStore store, Program program, Listener listener) {
    this.plan = plan;
    this.store = store;
    this.setting = new Material.Setting(sources.zoo(), sources.seed(), sources.threads());
    this.program = program;
    this.listener = listener;
  }

  /**
   * Does all that is not in the store.
   *
   * @return all results
   * @throws IOException if rules, inputs or the store cannot be read or written
   * @throws InterruptedException if the thread is interrupted; what is done is in the store
   * @throws ReportMismatchException if a run reports something else than the sequential one
   */
  public Results run() throws IOException, InterruptedException {
    List<Task> tasks = new ArrayList<>(plan.tasks());
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      use(task.benchmark());
      work(task, i);
      listener.done(task, i + 1);
      boolean isLast =
          i + 1 == tasks.size() || !tasks.get(i + 1).benchmark().equals(task.benchmark());
      if (isLast) {
        listener.benchmarkDone(task.benchmark(), results);
      }
    }
    material = null;
    return results;
  }

  private void use(String name) throws IOException {
    if (material != null && material.benchmark().name().equals(name)) {
      return;
    }
    material = null; // Before the next is loaded, so that only one is in memory.
    Benchmark benchmark = Benchmark.named(name).orElseThrow();
    material = Material.of(benchmark, plan.experiments().bytes(), setting);
  }

  private void work(Task task, int done) throws IOException, InterruptedException {
    RunStore.Identity identity =
        new RunStore.Identity(
            task.inWords(),
            program.version(),
            material.rulesDigest(),
            material.inputDigest(task.inputBytes()),
            setting.seed());
    Class<?> type =
        switch (task) {
          case RunSpec run -> RunResult.class;
          case ProfileSpec profile -> ProfileResult.class;
          case FactsSpec facts -> Facts.class;
          case ConvergenceSpec convergence -> ConvergenceResult.class;
        };
    Optional<? extends RunStore.Stored<?>> found = store.find(task, identity, type);
    if (found.isPresent()) {
      verify(task, found.get().result());
      results.put(task, found.get());
      return;
    }
    listener.begins(task, done);
    RunStore.Stored<?> made = new RunStore.Stored<>(make(task), program.commit());
    verify(task, made.result());
    store.put(task, identity, made);
    results.put(task, made);
  }

  private Object make(Task task) throws IOException, InterruptedException {
    return switch (task) {
      case RunSpec run -> new Runner(material, setting.threads()).run(run, listener::bytes);
      case ProfileSpec profile -> material.predictions().figures(profile.strings());
      case FactsSpec facts -> material.facts();
      case ConvergenceSpec convergence ->
          material.predictions().convergence(convergence, material.input(task.inputBytes()));
    };
  }

  /** The cycles of a run count only if it reports what the sequential run does. */
  private void verify(Task task, Object result) {
    if (task instanceof RunSpec spec && !spec.isReference()) {
      RunResult expected = results.of(spec.reference()).orElseThrow();
      requireSame(spec, (RunResult) result, expected);
    }
  }

  static void requireSame(RunSpec spec, RunResult result, RunResult expected) {
    if (result.reports() != expected.reports()
        || !result.reportDigest().equals(expected.reportDigest())) {
      throw new ReportMismatchException(spec.inWords(), reports(result), reports(expected));
    }
  }

  private static String reports(RunResult result) {
    return result.reports() + " reports of digest " + result.reportDigest();
  }
}
