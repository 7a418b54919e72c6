package io.fsmrun.enumerative;

import io.fsmrun.enumerative.segment.WindowPlan;
import java.util.List;

/**
 * What the flows of the whole ruleset machine did in one window: the facts that a cycle model
 * needs. A value.
 *
 * @param plan where the window was cut
 * @param segments what happened in each segment
 */
public record WindowActivity(WindowPlan plan, List<SegmentActivity> segments) {

  /** Copies the list. */
  public WindowActivity {
    segments = List.copyOf(segments);
  }
}
