package io.fsmrun.enumerative;

import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * Chains the segments of one component, in order, into what a sequential run would have done
 * (specification, section 5).
 *
 * <p>First the transition functions are chained. If that leaves the configuration at the end
 * unknown, segments are executed again with their starts known: from the second on, one after the
 * other (Zhuo 2022, section 3.5, "basic"). Then reports are made exact: where the true flow of a
 * segment was concrete from some position on, only what lies before it is replayed.
 */
final class Composer {

  private final byte[] input;
  private final SegmentPlan cuts;
  private final FlowPlan flows;
  private final Session session;

  Composer(byte[] input, SegmentPlan cuts, FlowPlan flows, Session session) {
    this.input = input;
    this.cuts = cuts;
    this.flows = flows;
    this.session = session;
  }

  /**
   * What became of a component.
   *
   * @param end its configuration after the last segment
   * @param reexecutedFrom the first segment that was executed again; the number of segments if none
   *     was
   */
  record Result(StateSet end, int reexecutedFrom) {}

  /**
   * Chains.
   *
   * @param firstEnd the configuration after the first segment
   * @param outcomes what the flows of the other segments became, by segment; entry 0 is not read
   * @param ends the ends found in the first segment; those of the others are added
   * @param replayed receives, per segment, the number of symbols run again to find the reports
   *     before the true flow was concrete
   */
  Result compose(StateSet firstEnd, SegmentOutcome[] outcomes, ReportEnds ends, int[] replayed) {
    Possible possible = new Possible.Known(firstEnd);
    for (int s = 1; s < cuts.count(); s++) {
      possible = flows.function(outcomes[s]).apply(possible);
    }
    int reexecutedFrom = possible.isKnown() ? cuts.count() : 1;
    StateSet configuration = firstEnd;
    for (int s = 1; s < cuts.count(); s++) {
      configuration =
          s < reexecutedFrom
              ? decode(s, configuration, outcomes[s], ends, replayed)
              : session.runKnown(input, cuts.start(s), cuts.end(s), configuration, ends);
    }
    return new Result(configuration, reexecutedFrom);
  }

  /** Replays what lies before the concrete position, then takes what the flow found after it. */
  private StateSet decode(
      int s, StateSet start, SegmentOutcome outcome, ReportEnds ends, int[] replayed) {
    int flow = flows.flowOf(start);
    int concrete = outcome.concreteAt(flow);
    int to = concrete == SegmentOutcome.NEVER ? outcome.to() : concrete;
    replayed[s] = to - outcome.from();
    StateSet configuration = session.runKnown(input, outcome.from(), to, start, ends);
    if (concrete == SegmentOutcome.NEVER) {
      return configuration;
    }
    outcome.collectEnds(flow, ends);
    return outcome.end(flow);
  }
}
