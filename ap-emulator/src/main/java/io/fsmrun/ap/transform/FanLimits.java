package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;

/**
 * Splits elements with too many edges into copies, so that no STE has more than {@code fanIn} edges
 * into it and no element has more than {@code fanOut} out of it.
 *
 * <p><b>Into.</b> An STE with too many drivers becomes copies that share them; it is active when
 * one of its copies is. Every copy drives one copy of each target, a looped copy itself alone, and
 * the first copy alone starts. Where the target is a gate for which two inputs are more than one,
 * an OR joins the copies before it. All copies report under the report code, or, if there is none,
 * under the old id as report code. The fan-in of counters and gates is not limited.
 *
 * <p><b>Out of.</b> An element of any kind with too many targets becomes copies, all driven alike
 * and so active together, that share the targets; each drives itself if it has a loop. The first
 * copy alone reports, with the old id and code.
 *
 * <p>The first copy keeps the id; copies are named id~2, id~3 and so on. Copies have to be driven,
 * or drive, as often as there are copies, so that splits spread; in a circle with more edges than a
 * limit allows they would do so for ever, and end at the limit of elements. Takes O(edges) for
 * every element split once more.
 *
 * @param fanIn the most edges into an STE, at least 2; {@link #NO_LIMIT} to leave them
 * @param fanOut the most edges out of an element, at least 2; {@link #NO_LIMIT} to leave them
 * @param elements the most elements of the result, ORs not counted
 */
public record FanLimits(int fanIn, int fanOut, int elements) implements Transformation {

  /** So many that no limit is meant. */
  public static final int NO_LIMIT = Integer.MAX_VALUE;

  /**
   * Limits.
   *
   * @throws IllegalArgumentException if a fan is limited to fewer than 2 edges, or the elements to
   *     fewer than 1
   */
  public FanLimits {
    if (fanIn < 2 || fanOut < 2) {
      throw new IllegalArgumentException(
          "a fan-in of " + fanIn + " and a fan-out of " + fanOut + "; both must be at least 2");
    }
    if (elements < 1) {
      throw new IllegalArgumentException("a limit of " + elements + " elements");
    }
  }

  /**
   * Splits what has too many edges.
   *
   * @param network any network; it is not changed
   * @return a network within the limits that reports the same
   * @throws io.fsmrun.core.engine.LimitExceededException if there would be too many elements
   */
  @Override
  public AutomataNetwork apply(AutomataNetwork network) {
    AutomataNetwork narrow = fanIn == NO_LIMIT ? network : FanInSplit.apply(network, this);
    // Sharing targets adds no driver to any copy, so the limit above still holds after this.
    return fanOut == NO_LIMIT ? narrow : FanOutSplit.apply(narrow, this);
  }
}
