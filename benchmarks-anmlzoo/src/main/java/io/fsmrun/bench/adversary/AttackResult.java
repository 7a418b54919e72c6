package io.fsmrun.bench.adversary;

import java.util.Map;

/**
 * What one attack cost. Speeds are in bytes per microsecond, which is 10^6 bytes per second.
 *
 * @param attack the kind of input
 * @param reports matches found, the same by both
 * @param first speed of the usual plan with sessions that remember nothing
 * @param firstFallback the same of the lazy automaton alone
 * @param warm speed of the usual plan on an input that it has scanned before
 * @param warmFallback the same of the lazy automaton alone
 * @param growth time for the whole input over time for its first half, warm, of the usual plan
 * @param microsOfEngine warm time of each engine of the usual plan alone
 */
public record AttackResult(
    Attack attack,
    long reports,
    double first,
    double firstFallback,
    double warm,
    double warmFallback,
    double growth,
    Map<String, Double> microsOfEngine) {

  /** Copies the map. */
  public AttackResult {
    microsOfEngine = Map.copyOf(microsOfEngine);
  }

  /**
   * The lower of the two ratios, first and warm, of the usual plan to the lazy automaton alone.
   *
   * @return below 1 where the plan is slower
   */
  public double leastRatio() {
    return Math.min(first / firstFallback, warm / warmFallback);
  }
}
