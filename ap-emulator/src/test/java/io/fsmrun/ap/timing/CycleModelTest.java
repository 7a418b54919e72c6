package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Cycles, added up by hand. */
class CycleModelTest {

  /** 3 cycles a switch, 2 flows a check cycle, 16 symbols a quantum. */
  private final CycleModel published = CycleModel.published();

  @Test
  void aLoneFlowTakesACycleASymbol() {
    assertThat(published.segmentCycles(1000, new int[] {1000})).isEqualTo(1000);
    assertThat(published.segmentCycles(0, new int[] {0})).isZero();
  }

  @Test
  void aFlowThatIsNeverLiveCostsNothing() {
    assertThat(published.segmentCycles(100, new int[] {100, 0, 0})).isEqualTo(100);
  }

  /** One quantum of two flows: 2 * (16 + 3) symbols and switches, 1 check; then 84 symbols. */
  @Test
  void aMergeInTheFirstQuantumIsSeenAtItsEnd() {
    for (int live = 1; live <= 16; live++) {
      assertThat(published.segmentCycles(100, new int[] {100, live})).isEqualTo(39 + 84);
    }
    assertThat(published.segmentCycles(100, new int[] {100, 17})).isEqualTo(39 + 39 + 68);
  }

  /** Three flows for a quantum, 3 * 19 + 2 checks; two for the next, 2 * 19 + 1; then 8 symbols. */
  @Test
  void checksCompareTwoFlowsACycle() {
    assertThat(published.segmentCycles(40, new int[] {40, 30, 10})).isEqualTo(59 + 39 + 8);
  }

  /** Flows that stay apart: the last quantum has only 8 symbols, 2 * 11 + 1. */
  @Test
  void theLastQuantumIsAsLongAsWhatIsLeft() {
    assertThat(published.segmentCycles(40, new int[] {40, 40})).isEqualTo(39 + 39 + 23);
  }

  @Test
  void switchingMayBeFreeAndQuantaOfOneSymbolMergeAtOnce() {
    CycleModel ideal = new CycleModel(7.5, 0, 1000, 1);
    assertThat(ideal.segmentCycles(10, new int[] {10, 4})).isEqualTo(4 * (2 + 1) + 6);
  }

  @Test
  void refusesNumbersThatAreNotPositive() {
    for (double nanos : new double[] {0, -1, Double.NaN}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(nanos, 3, 2, 16));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(7.5, -1, 2, 16));
    assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(7.5, 3, 0, 16));
    assertThatIllegalArgumentException().isThrownBy(() -> new CycleModel(7.5, 3, 2, 0));
  }

  @Test
  void anEmptyAccountHasNoSpeedup() {
    CycleAccount account = new CycleAccount(published);
    assertThat(account.cycles()).isZero();
    assertThat(account.speedup()).isEqualTo(1);
    assertThat(account.idealSpeedup()).isEqualTo(1);
  }

  /** One segment is the sequential run: no composition. */
  @Test
  void oneSegmentCostsItsSymbols() {
    CycleAccount account = new CycleAccount(published);
    account.add(new int[] {500}, new int[][] {{500}}, new int[] {0}, 0);
    assertThat(account.cycles()).isEqualTo(500);
    assertThat(account.baselineCycles()).isEqualTo(500);
    assertThat(account.speedup()).isEqualTo(1);
  }

  /**
   * The slowest segment (100 symbols and a merge in its first quantum: 123), a cycle for each of
   * the four segments, the longest replay, and what was executed again.
   */
  @Test
  void segmentsRunSideBySideAndTheRestInSequence() {
    CycleAccount account = new CycleAccount(published);
    account.add(
        new int[] {100, 100, 100, 90},
        new int[][] {{100}, {100, 10}, {100, 0}, {90}},
        new int[] {0, 7, 12, 3},
        0);
    assertThat(account.cycles()).isEqualTo(123 + 4 + 12);
    assertThat(account.baselineCycles()).isEqualTo(390);
    assertThat(account.idealSpeedup()).isEqualTo(4);
    assertThat(account.speedup()).isCloseTo(390.0 / 139, within(1e-12));
  }

  @Test
  void windowsAddUp() {
    CycleAccount account = new CycleAccount(published);
    account.add(new int[] {10, 10}, new int[][] {{10}, {10}}, new int[] {0, 1}, 10);
    account.add(new int[] {8}, new int[][] {{8}}, new int[] {0}, 0);
    assertThat(account.cycles()).isEqualTo(10 + 2 + 1 + 10 + 8);
    assertThat(account.baselineCycles()).isEqualTo(28);
    assertThat(account.idealSpeedup()).isEqualTo(2);
  }
}
