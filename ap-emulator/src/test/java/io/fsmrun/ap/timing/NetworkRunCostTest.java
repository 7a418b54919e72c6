package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What sequential runs cost, added up by hand. */
class NetworkRunCostTest {

  private final CycleParameters published = CycleParameters.published();

  /** A symbol a cycle of 7.5 ns: 133.3 MB/s. */
  @Test
  void aNetworkThatFitsTakesACycleASymbol() {
    NetworkRunCost cost = NetworkRunCost.of(published, 1_000_000, 3, 16, 0);
    assertThat(cost.passes()).isEqualTo(1);
    assertThat(cost.cycles()).isEqualTo(1_000_000);
    assertThat(cost.nanos()).isEqualTo(7_500_000);
    assertThat(cost.megabytesPerSecond()).isCloseTo(133.333, within(0.001));
    assertThat(cost.reconfigurations()).isZero();
  }

  /**
   * 33 half-cores on 16: three passes, two reconfigurations of 50 ms, which is 6,666,667 cycles
   * each, and 400 cycles of output.
   */
  @Test
  void passesRepeatTheInputAndReconfigureBetween() {
    NetworkRunCost cost = NetworkRunCost.of(published, 1_000_000, 33, 16, 400);
    assertThat(cost.passes()).isEqualTo(3);
    assertThat(cost.symbolCycles()).isEqualTo(3_000_000);
    assertThat(cost.reconfigurations()).isEqualTo(2);
    assertThat(cost.reconfigurationCycles()).isEqualTo(2 * 6_666_667L);
    assertThat(cost.cycles()).isEqualTo(3_000_000 + 400 + 13_333_334);
    assertThat(cost.nanos()).isCloseTo(16_333_734 * 7.5, within(1e-3));
    assertThat(cost.megabytesPerSecond()).isCloseTo(1e9 / (16_333_734 * 7.5), within(1e-9));
  }

  @Test
  void noInputTakesNoTime() {
    NetworkRunCost cost = NetworkRunCost.of(published, 0, 0, 16, 0);
    assertThat(cost.cycles()).isZero();
    assertThat(cost.megabytesPerSecond()).isZero();
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NetworkRunCost.of(published, -1, 1, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> NetworkRunCost.of(published, 1, 1, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CycleParameters(CycleModel.published(), 1, OutputModel.d480(), -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new OutputModel(6, 0, 64, 15, 2.5, 2));
  }

  @Test
  void compositionIsAParameter() {
    CycleAccount account =
        new CycleAccount(new CycleParameters(CycleModel.published(), 5, OutputModel.d480(), 50));
    SegmentWork second = SegmentWork.enumerated(10, LiveFlows.ONE).withEvaluations(2);
    account.add(PieceWork.of(SegmentWork.known(10), second));
    assertThat(account.cycles()).isEqualTo(10 + 2 * 5);
  }
}
