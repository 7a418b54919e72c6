package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import it.unimi.dsi.fastutil.ints.IntList;
import org.junit.jupiter.api.Test;

/** Events and energies, added up by hand. */
class EnergyModelTest {

  /** A match row of 24,576 bits is three DRAM rows of 1 KB. */
  @Test
  void aMatchRowCostsAsMuchAsItsBitsOfADramRow() {
    EnergyModel model = EnergyModel.scaledFromHbm2();
    assertThat(model.rowRead()).isCloseTo(3 * 909, within(1e-9));
    assertThat(model.activation()).isEqualTo(1.51);
    assertThat(model.boundaryBit()).isCloseTo(2 * 2.68 + 0.8, within(1e-9));
    assertThat(model.flowSwitch()).isCloseTo(49_152 * 1.51, within(1e-6));
    assertThat(model.reportVector()).isCloseTo(1_088 * 3.48, within(1e-6));
  }

  @Test
  void energiesAddUpAndAreShownAsRatios() {
    EnergyModel model = new EnergyModel(100, 2, 3, 5, 7, 11, 13);
    EventCounters run = new EventCounters(10, 20, 4, 6, 1, 2, 3, 9, 8, 0);
    EventCounters sequential = new EventCounters(10, 10, 0, 0, 0, 0, 0, 9, 0, 0);
    double joined = 2_000 + 8 + 18 + 5 + 14 + 33 + 104;
    assertThat(model.picojoulesEstimate(run)).isEqualTo(joined);
    EnergyEstimate estimate = model.compare(run, sequential);
    assertThat(estimate.ratioToBaseline()).isCloseTo(joined / 1_000, within(1e-12));
    assertThat(estimate.matchRowReads()).isCloseTo(joined / 100, within(1e-12));
    assertThat(estimate.shareOfRowReads()).isCloseTo(2_000 / joined, within(1e-12));
    assertThat(model.compare(EventCounters.NONE, EventCounters.NONE).ratioToBaseline())
        .isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new EnergyModel(0, 1, 1, 1, 1, 1, 1));
  }

  @Test
  void eventsAddUp() {
    EventAccumulator accumulator = new EventAccumulator();
    accumulator.symbols(1);
    accumulator.rowReads(2);
    accumulator.activations(3);
    accumulator.enables(4);
    accumulator.hypotheticalBoundaryBits(5);
    accumulator.flowSwitches(6);
    accumulator.convergenceChecks(7);
    accumulator.reports(8);
    accumulator.reportVectors(9);
    accumulator.reexecutedSymbols(10);
    EventCounters once = new EventCounters(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(accumulator.snapshot()).isEqualTo(once);
    assertThat(once.plus(once)).isEqualTo(new EventCounters(2, 4, 6, 8, 10, 12, 14, 16, 18, 20));
  }

  /**
   * Segment 2 has three flows for a quantum of 16 and two for the next: 48 + 32 rows, then 68 for
   * the one that is left; 5 switches; checks 2 + 1. Segment 1 has 100 rows, replay 7, again 20.
   */
  @Test
  void anAccountCountsWhatFlowsDo() {
    CycleAccount account = new CycleAccount(CycleModel.published());
    LiveFlows flows = LiveFlows.constant(3).then(16, 2).then(32, 1);
    account.add(
        PieceWork.of(
            SegmentWork.known(100),
            SegmentWork.enumerated(100, flows).withReplay(7, false).withReexecution(20)));
    assertThat(account.events(1))
        .isEqualTo(new EventCounters(200, 100 + 48 + 32 + 68 + 7 + 20, 0, 0, 0, 5, 3, 0, 0, 20));
    assertThat(account.events(3).rowReads()).isEqualTo(3 * 275);
    assertThat(account.events(3).flowSwitches()).isEqualTo(15);
  }

  /**
   * A look-back of 5 symbols; two flows for 16 symbols, joined, which is 32 rows and 2 switches
   * each for turns and joining; 84 rows joined; a switch to save at symbol 50, and three flows run
   * again from there, 150 rows and 3 switches. Joining takes the place of the check.
   */
  @Test
  void anAccountCountsWhatJoinedFlowsDo() {
    CycleAccount account = new CycleAccount(CycleModel.published());
    JoinWork join = new JoinWork(IntList.of(16, 50), IntList.of(0, 3));
    account.add(
        PieceWork.of(
            SegmentWork.known(100),
            SegmentWork.enumerated(100, LiveFlows.constant(2)).withLookBack(5).withJoin(join)));
    assertThat(account.events(1))
        .isEqualTo(
            new EventCounters(200, 100 + 5 + 32 + 84 + 150, 0, 0, 0, 2 + 2 + 1 + 3, 0, 0, 0, 0));
  }
}
