package io.fsmrun.enumerative;

import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.enumerative.compose.TransitionFunction;
import io.fsmrun.enumerative.flow.FlowPlan;

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

  SegmentTable table(int component, long windowOffset, int stateCount) {
    TransitionFunction function = plan.function(outcome);
    return new SegmentTable(
        component,
        windowOffset,
        segment,
        outcome.from(),
        outcome.to(),
        SegmentTable.kindOf(function),
        SegmentTable.rowsOf(function, stateCount));
  }
}
