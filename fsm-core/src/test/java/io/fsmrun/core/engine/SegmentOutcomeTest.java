package io.fsmrun.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fsmrun.core.engine.SegmentOutcome.Flow;
import io.fsmrun.core.state.StateSet;
import org.junit.jupiter.api.Test;

/** What merged flows have in common. Segments reach from 10 to 30. */
class SegmentOutcomeTest {

  private static final int NEVER = SegmentOutcome.NEVER;

  /** Flow 3 merges into 1, which merges into 0; flow 2 stays apart. */
  private final SegmentOutcome chain =
      outcome(
          flow(12, NEVER, -1, StateSet.of(7), 13, 15, 25),
          flow(14, 20, 0, StateSet.of(5), 16, 18, 20),
          flow(NEVER, NEVER, -1, StateSet.of(2, 3)),
          flow(NEVER, 17, 1, StateSet.of(6)));

  @Test
  void flowsAreLiveUntilTheyMerge() {
    assertThat(chain.flowCount()).isEqualTo(4);
    assertThat(chain.liveAtEnd()).isEqualTo(2);
    assertThat(chain.from()).isEqualTo(10);
    assertThat(chain.to()).isEqualTo(30);
  }

  @Test
  void mergingPassesOn() {
    assertThat(chain.mergedAt(0, 1)).isEqualTo(20);
    assertThat(chain.mergedAt(1, 3)).isEqualTo(17);
    assertThat(chain.mergedAt(3, 0)).isEqualTo(20);
    assertThat(chain.mergedAt(0, 3)).isEqualTo(20);
    assertThat(chain.mergedAt(2, 3)).isEqualTo(NEVER);
    assertThat(chain.mergedAt(0, 2)).isEqualTo(NEVER);
    assertThat(chain.mergedAt(2, 2)).isEqualTo(10);
  }

  @Test
  void flowsThatMeetInAThirdMeetAtTheLaterMerge() {
    SegmentOutcome meet =
        outcome(
            flow(NEVER, NEVER, -1, StateSet.of(1)),
            flow(NEVER, 15, 0, StateSet.of(1)),
            flow(NEVER, 12, 0, StateSet.of(1)),
            flow(NEVER, 11, 1, StateSet.of(1)));
    assertThat(meet.mergedAt(2, 3)).isEqualTo(15);
    assertThat(meet.mergedAt(1, 2)).isEqualTo(15);
    assertThat(meet.liveAtEnd()).isEqualTo(1);
  }

  @Test
  void aMergedFlowEndsWhereTheOtherDoes() {
    assertThat(chain.end(3)).isEqualTo(StateSet.of(7));
    assertThat(chain.end(1)).isEqualTo(StateSet.of(7));
    assertThat(chain.end(2)).isEqualTo(StateSet.of(2, 3));
  }

  @Test
  void aFlowIsConcreteNoEarlierThanItMergedIntoAConcreteOne() {
    assertThat(chain.concreteAt(0)).isEqualTo(12);
    assertThat(chain.concreteAt(1)).isEqualTo(14);
    assertThat(chain.concreteAt(3)).isEqualTo(17);
    assertThat(chain.concreteAt(2)).isEqualTo(NEVER);
  }

  @Test
  void aFlowBecomesConcreteWithTheOneItMergedInto() {
    SegmentOutcome later =
        outcome(
            flow(22, NEVER, -1, StateSet.of(1), 23),
            flow(NEVER, 15, 0, StateSet.of(1, 2)),
            flow(NEVER, 16, 1, StateSet.of(1, 2)));
    assertThat(later.concreteAt(2)).isEqualTo(22);
    assertThat(collected(later, 2)).containsExactly(23);
  }

  /** Each stretch has the ends of the flow that was live in it, from the concrete position on. */
  @Test
  void endsAreThoseOfTheFlowsOneAfterTheOther() {
    assertThat(collected(chain, 0)).containsExactly(13, 15, 25);
    assertThat(collected(chain, 1)).containsExactly(16, 18, 20, 25);
    assertThat(collected(chain, 3)).containsExactly(18, 20, 25);
  }

  @Test
  void aFlowThatNeverBecameConcreteHasNoEnds() {
    assertThatIllegalStateException().isThrownBy(() -> collected(chain, 2));
  }

  /** What a lower flow did before a merge is its own; what it does after it counts for both. */
  @Test
  void aReplayGoesToTheLastReportBeforeTheConcretePosition() {
    SegmentOutcome outcome =
        outcome(
            silentFrom(18, 22, NEVER, -1),
            silentFrom(11, NEVER, 15, 0),
            silentFrom(13, NEVER, 20, 0),
            silentFrom(17, NEVER, 19, 2),
            silentFrom(10, 10, 16, 0),
            silentFrom(29, NEVER, NEVER, -1));
    assertThat(outcome.replayUntil(0)).isEqualTo(18);
    assertThat(outcome.replayUntil(1)).isEqualTo(18);
    assertThat(outcome.replayUntil(2)).isEqualTo(13);
    assertThat(outcome.replayUntil(3)).isEqualTo(17);
    assertThat(outcome.replayUntil(4)).isEqualTo(10);
    assertThat(outcome.replayUntil(5)).isEqualTo(29);
  }

  /** Flow 0 is concrete throughout: an end at 19 may have been found at 20. */
  @Test
  void theLastReportIsThatOfAnyFlow() {
    SegmentOutcome outcome =
        outcome(
            flow(10, NEVER, -1, StateSet.of(1), 12, 19, 27),
            silentFrom(15, NEVER, NEVER, -1),
            silentFrom(10, 10, NEVER, -1));
    assertThat(outcome.lastReport(30)).isEqualTo(28);
    assertThat(outcome.lastReport(26)).isEqualTo(20);
    assertThat(outcome.lastReport(19)).isEqualTo(19);
    assertThat(outcome.lastReport(18)).isEqualTo(15);
    assertThat(outcome.lastReport(14)).isEqualTo(14);
    assertThat(outcome(silentFrom(10, 10, NEVER, -1)).lastReport(30)).isEqualTo(10);
  }

  private static Flow silentFrom(int mayReportUntil, int concreteAt, int mergedAt, int into) {
    ReportEnds none = new ReportEnds(ReportBudget.unlimited());
    return new Flow(concreteAt, mayReportUntil, mergedAt, into, NEVER, StateSet.of(1), none);
  }

  private static int[] collected(SegmentOutcome outcome, int flow) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    outcome.collectEnds(flow, ends);
    return ends.toArray();
  }

  @Test
  void oneFlowIsLeftWhenAllOthersMergedOrFellIdle() {
    ReportEnds none = new ReportEnds(ReportBudget.unlimited());
    SegmentOutcome outcome =
        outcome(
            new Flow(10, 10, NEVER, -1, 12, StateSet.of(7), none),
            new Flow(10, 10, NEVER, -1, NEVER, StateSet.of(3), none),
            new Flow(10, 10, 20, 0, NEVER, StateSet.of(7), none),
            new Flow(10, 10, 25, 0, 15, StateSet.of(7), none));
    assertThat(outcome.oneLeftAt()).isEqualTo(20);
    assertThat(outcome.ownIdleAt(0)).isEqualTo(12);
    assertThat(outcome.ownMergedAt(3)).isEqualTo(25);
    assertThat(outcome.ownMergedInto(3)).isZero();
    assertThat(outcome.liveAtEnd()).isEqualTo(1);
  }

  private static SegmentOutcome outcome(Flow... flows) {
    return new SegmentOutcome(10, 30, flows);
  }

  private static Flow flow(
      int concreteAt, int mergedAt, int mergedInto, StateSet end, int... positions) {
    ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
    for (int position : positions) {
      ends.add(position);
    }
    return new Flow(concreteAt, 10, mergedAt, mergedInto, NEVER, end, ends);
  }
}
