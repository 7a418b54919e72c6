package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cycles of one segment's flows, added up by hand; and what is refused. */
class CycleModelTest {

  /** 3 cycles a switch, 2 flows a check cycle, 16 symbols a quantum, a check after each. */
  private final CycleModel published = CycleModel.published();

  private static long cycles(CycleModel model, int symbols, LiveFlows flows) {
    CycleAccount account = new CycleAccount(model);
    account.add(PieceWork.of(SegmentWork.enumerated(symbols, flows).withEvaluations(0)));
    return account.cycles();
  }

  @Test
  void aLoneFlowTakesACycleASymbol() {
    assertThat(cycles(published, 1000, LiveFlows.ONE)).isEqualTo(1000);
    assertThat(cycles(published, 0, LiveFlows.ONE)).isZero();
    assertThat(cycles(published, 0, LiveFlows.constant(7))).isZero();
  }

  /** One quantum of two flows: 2 * (16 + 3) symbols and switches, 1 check; then 84 symbols. */
  @Test
  void twoFlowsTakeTurns() {
    LiveFlows flows = LiveFlows.constant(2).then(16, 1);
    assertThat(cycles(published, 100, flows)).isEqualTo(39 + 84);
    flows = LiveFlows.constant(2).then(32, 1);
    assertThat(cycles(published, 100, flows)).isEqualTo(39 + 39 + 68);
  }

  /** A step within a turn, which no check can have seen, counts from the next turn on. */
  @Test
  void aTurnEndsWithTheFlowsItBeganWith() {
    LiveFlows flows = LiveFlows.constant(2).then(17, 1);
    assertThat(cycles(published, 100, flows)).isEqualTo(39 + 39 + 68);
  }

  /** Three flows for a quantum, 3 * 19 + 2 checks; two for the next, 2 * 19 + 1; then 8 symbols. */
  @Test
  void checksCompareTwoFlowsACycle() {
    LiveFlows flows = LiveFlows.constant(3).then(16, 2).then(32, 1);
    assertThat(cycles(published, 40, flows)).isEqualTo(59 + 39 + 8);
  }

  /** Flows that stay apart: the last quantum has only 8 symbols, 2 * 11 + 1. */
  @Test
  void theLastQuantumIsAsLongAsWhatIsLeft() {
    assertThat(cycles(published, 40, LiveFlows.constant(2))).isEqualTo(39 + 39 + 23);
  }

  /** Turns of 4 symbols, 2 * 7; checks after 8 and 16 symbols and at the end, after 18. */
  @Test
  void checksMayBeRarerThanTurns() {
    CycleModel model = published.withTurns(4, 8);
    assertThat(cycles(model, 18, LiveFlows.constant(2))).isEqualTo(4 * 14 + 2 * 5 + 3);
  }

  /** The same without the three checks. */
  @Test
  void checksMayBeOff() {
    CycleModel model = published.withTurns(4, 8).withoutChecks();
    assertThat(model.hasChecks()).isFalse();
    assertThat(cycles(model, 18, LiveFlows.constant(2))).isEqualTo(4 * 14 + 2 * 5);
  }

  @Test
  void switchingMayBeFreeAndQuantaOfOneSymbolMergeAtOnce() {
    CycleModel ideal = new CycleModel(7.5, 0, 1000, 0, 1, 1);
    LiveFlows flows = LiveFlows.constant(2).then(4, 1);
    assertThat(cycles(ideal, 10, flows)).isEqualTo(4 * (2 + 1) + 6);
  }

  @Test
  void refusesNumbersThatAreNotPositive() {
    for (double nanos : new double[] {0, -1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(nanos, 3, 2, 1, 16, 16));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(7.5, -1, 2, 1, 16, 16));
    assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(7.5, 3, 0, 1, 16, 16));
    assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(7.5, 3, 2, -1, 16, 16));
    assertThatIllegalArgumentException().isThrownBy(() -> published.withTurns(0, 16));
  }

  @Test
  void checksComeAfterWholeTurns() {
    for (int interval : new int[] {-16, 0, 8, 17, 24}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> published.withTurns(16, interval))
          .withMessageContaining(interval + " symbols, not a multiple of a quantum of 16");
    }
    assertThat(published.withTurns(16, 48).checkIntervalSymbols()).isEqualTo(48);
  }

  @Test
  void refusesWorkThatCannotBe() {
    assertThatIllegalArgumentException().isThrownBy(() -> LiveFlows.constant(0));
    assertThatIllegalArgumentException().isThrownBy(() -> LiveFlows.constant(2).then(0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LiveFlows(IntList.of(1), IntList.of(1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LiveFlows(IntLists.EMPTY_LIST, IntLists.EMPTY_LIST));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JoinWork(IntList.of(4, 4), IntList.of(0, 0)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JoinWork(IntList.of(4), IntList.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JoinWork(IntList.of(4), IntList.of(-1)));
    JoinWork late = new JoinWork(IntList.of(11), IntList.of(0));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentWork.known(10).withJoin(late));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentWork.known(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> SegmentWork.known(1).withReexecution(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> new PieceWork(true, List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CycleAccount(CycleParameters.published(), 0, CycleTrace.none()));
  }
}
