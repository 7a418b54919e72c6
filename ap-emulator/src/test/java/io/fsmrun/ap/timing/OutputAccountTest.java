package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Report buffers, filled and emptied by hand. */
class OutputAccountTest {

  private final OutputModel d480 = OutputModel.d480();

  @Test
  void theFullestRegionDecidesHowWideAVectorIs() {
    int[][] expected = {
      {0, 1},
      {64, 1},
      {65, 2},
      {128, 2},
      {129, 4},
      {257, 8},
      {513, 12},
      {769, 16},
      {1_024, 16},
      {1_025, 32}
    };
    for (int[] pair : expected) {
      assertThat(d480.wordsPerVector(pair[0])).as("%d elements", pair[0]).isEqualTo(pair[1]);
    }
  }

  /** Five empty buffers at 2 cycles, 15 to start, and one vector of 16 words at 2.5 cycles. */
  @Test
  void oneReportCostsOneVectorAtTheEnd() {
    OutputAccount account = new OutputAccount(d480, 6, 1_000);
    account.report(2, 7);
    account.report(2, 7);
    assertThat(account.stallCycles()).isZero();
    account.finish();
    assertThat(account.vectorsWritten()).isEqualTo(1);
    assertThat(account.stalls()).isZero();
    assertThat(account.stallCycles()).isEqualTo(15 + 5 * 2 + 40);
  }

  /** 482 symbols report in two regions: the buffers of 481 are emptied once, then at the end. */
  @Test
  void aFullBufferEmptiesAll() {
    OutputAccount account = new OutputAccount(d480, 3, 10);
    for (int symbol = 0; symbol < 482; symbol++) {
      account.report(0, symbol);
      account.report(1, symbol);
    }
    // Region 1 had written 481 vectors too when region 0 was full.
    assertThat(account.stalls()).isEqualTo(1);
    assertThat(account.stallCycles()).isEqualTo(15 + 2 * 1_203 - 1 + 4 * 2);
    account.finish();
    assertThat(account.vectorsWritten()).isEqualTo(964);
    assertThat(account.stallCycles()).isEqualTo(2_405 + 15 + 8 + 15 + 5 + 8);
  }

  /** Regions 0 to 5 are on one chip, 6 on another; a full buffer empties those of its chip. */
  @Test
  void chipsEmptyTheirOwnBuffers() {
    OutputAccount account = new OutputAccount(d480, 7, 10);
    account.report(0, 0);
    for (int symbol = 0; symbol < 482; symbol++) {
      account.report(6, symbol);
    }
    assertThat(account.stalls()).isEqualTo(1);
    assertThat(account.stallCycles()).isEqualTo((long) Math.ceil(15 + 481 * 2.5 + 5 * 2));
  }
}
