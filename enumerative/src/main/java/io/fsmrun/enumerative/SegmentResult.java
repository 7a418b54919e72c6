package io.fsmrun.enumerative;

import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.state.StateSet;
import java.util.List;

/** What one component did in one segment. */
sealed interface SegmentResult {

  /**
   * A run from a known start.
   *
   * @param end the configuration at its end
   * @param ends the matches found
   */
  record Run(StateSet end, ReportEnds ends) implements SegmentResult {}

  /**
   * Flows from an unknown start.
   *
   * @param parts the segment's parts, in order
   * @param replayInstead symbols to replay from the true start instead of telling joined flows
   *     apart
   */
  record Enumerated(List<SegmentPart> parts, int replayInstead) implements SegmentResult {}
}
