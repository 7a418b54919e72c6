package io.fsmrun.scan.plan;

import io.fsmrun.cpu.filter.ByteSample;
import io.fsmrun.regex.CompileLimits;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a planner may use.
 *
 * @param engines the techniques that are on; {@link EngineKind#LAZY_DFA} always is
 * @param limits how large a rule may become, and all together
 * @param threads threads that compile, from 1
 * @param sample some of the kind of input that will be scanned, which tells what is frequent there;
 *     without it, the planner takes it for text
 */
public record PlanOptions(
    Set<EngineKind> engines, CompileLimits limits, int threads, Optional<ByteSample> sample) {

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
        Runtime.getRuntime().availableProcessors(),
        Optional.empty());
  }

  /**
   * The same options with other techniques.
   *
   * @param choice those that are on
   * @return new options
   */
  public PlanOptions withEngines(Set<EngineKind> choice) {
    return new PlanOptions(choice, limits, threads, sample);
  }

  /**
   * The same options with other limits.
   *
   * @param choice how large a rule may become, and all together
   * @return new options
   */
  public PlanOptions withLimits(CompileLimits choice) {
    return new PlanOptions(engines, choice, threads, sample);
  }

  /**
   * The same options with another number of threads.
   *
   * @param choice threads that compile, from 1
   * @return new options
   */
  public PlanOptions withThreads(int choice) {
    return new PlanOptions(engines, limits, choice, sample);
  }

  /**
   * The same options with a sample.
   *
   * @param input some of the kind of input that will be scanned, of any length; 128 KiB of it are
   *     looked at
   * @return new options
   */
  public PlanOptions withSample(byte[] input) {
    return new PlanOptions(engines, limits, threads, Optional.of(ByteSample.of(input)));
  }
}
