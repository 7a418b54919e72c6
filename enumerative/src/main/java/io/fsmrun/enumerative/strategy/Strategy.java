package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * Decides where input is cut and which flows each segment carries. It knows nothing of the back end
 * that runs them.
 *
 * <p>Shared by threads. What it decides never changes; it may count what it sees.
 */
public interface Strategy {

  /**
   * The name by which users choose this strategy.
   *
   * @return lower case, one word
   */
  String name();

  /**
   * Cuts a piece of input.
   *
   * @param input the bytes, not to be changed
   * @param from the first position
   * @param to the last position
   * @return the segments
   */
  SegmentPlan cut(byte[] input, int from, int to);

  /**
   * The flows of one component in a segment that does not know where it starts.
   *
   * @param component index of a component of the ruleset
   * @param cut where the segment starts
   * @return its flows
   */
  FlowPlan flows(int component, Cut cut);

  /**
   * How many symbols {@link #flows} looks back in each segment. Those runs are begun for several
   * segments together, before any plan is asked for.
   *
   * @return 0 or more; 0 unless a strategy says otherwise
   */
  default int lookBack() {
    return 0;
  }

  /**
   * Which flows are let go of while a segment runs.
   *
   * @return both checks unless a strategy says otherwise
   */
  default FlowChecks checks() {
    return FlowChecks.ALL;
  }

  /**
   * How flows of different components share the machine.
   *
   * @return one machine flow carries one flow of every component, unless a strategy says otherwise
   */
  default Sharing sharing() {
    return Sharing.CONNECTED_COMPONENTS;
  }

  /**
   * Hears, once the true start of a segment is known, whether the flows of a component had foreseen
   * it: whether {@link FlowPlan#flowsOf} of the true start named a flow. Composition calls it once
   * for each component and segment that did not know its start; a window that is run again, because
   * it made too many reports at once, is heard of again.
   *
   * <p>Does nothing unless a strategy counts its mispredictions. Called by any thread.
   *
   * @param component index of a component of the ruleset
   * @param foreseen whether a flow spoke for the true start
   */
  default void started(int component, boolean foreseen) {}
}
