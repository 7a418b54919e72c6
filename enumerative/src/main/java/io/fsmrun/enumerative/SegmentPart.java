package io.fsmrun.enumerative;

import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.enumerative.compose.TransitionFunction;
import io.fsmrun.enumerative.flow.FlowPlan;
import java.util.List;

/**
 * A stretch of a segment with the flows that one component carried through it. A segment has one
 * part, or several if its flows were planned anew on the way.
 *
 * @param segment the segment that it belongs to
 * @param plan its flows
 * @param outcome what they became
 */
record SegmentPart(int segment, FlowPlan plan, SegmentOutcome outcome) {

  int length() {
    return outcome.to() - outcome.from();
  }

  SegmentTable table(int component, long windowOffset) {
    TransitionFunction function = plan.function(outcome);
    return new SegmentTable(
        component,
        windowOffset,
        segment,
        outcome.from(),
        outcome.to(),
        SegmentTable.kindOf(function),
        SegmentTable.rowsOf(function));
  }

  /**
   * The position from which at most one flow was left that was not idle.
   *
   * @param parts the parts of one segment, in order
   * @return a position, or {@link SegmentOutcome#NEVER}
   */
  static int oneLeftAt(List<SegmentPart> parts) {
    int i = parts.size() - 1;
    while (i > 0 && parts.get(i - 1).outcome().liveAtEnd() == 1 && !isSplit(parts, i)) {
      i--;
    }
    return parts.get(i).outcome().oneLeftAt();
  }

  /** Whether a part has more flows than were left before it: a set was split into its states. */
  private static boolean isSplit(List<SegmentPart> parts, int i) {
    return parts.get(i).outcome().flowCount() > parts.get(i - 1).outcome().unmergedFlows();
  }
}
