package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;

/**
 * A step that makes one network of another that reports the same on every input: the same set of
 * (report code, or id where there is none; symbol). Steps are values, used by any number of
 * threads.
 */
public sealed interface Transformation
    permits DeadRemoval, PrefixMerging, SuffixMerging, FanLimits {

  /**
   * Transforms a network.
   *
   * @param network any network; it is not changed
   * @return a network that reports the same
   * @throws io.fsmrun.core.engine.LimitExceededException if the result would pass a limit of the
   *     step
   */
  AutomataNetwork apply(AutomataNetwork network);
}
