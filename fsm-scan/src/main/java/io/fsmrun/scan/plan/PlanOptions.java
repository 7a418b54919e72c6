package io.fsmrun.scan.plan;

import io.fsmrun.regex.CompileLimits;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a planner may use.
 *
 * @param engines the techniques that are on; {@link EngineKind#LAZY_DFA} always is
 * @param limits how large a rule may become
 * @param threads threads that compile, from 1
 */
public record PlanOptions(Set<EngineKind> engines, CompileLimits limits, int threads) {

  /** Copies the set. */
  public PlanOptions {
    engines = Set.copyOf(engines);
  }

  /**
   * Everything on, the usual limits, one thread per core.
   *
   * @return the usual options
   */
  public static PlanOptions defaults() {
    return new PlanOptions(
        EnumSet.allOf(EngineKind.class),
        CompileLimits.defaults(),
        Runtime.getRuntime().availableProcessors());
  }

  /**
   * The same options with other techniques.
   *
   * @param choice those that are on
   * @return new options
   */
  public PlanOptions withEngines(Set<EngineKind> choice) {
    return new PlanOptions(choice, limits, threads);
  }
}
