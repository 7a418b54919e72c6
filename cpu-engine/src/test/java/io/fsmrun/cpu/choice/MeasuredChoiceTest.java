package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** What is chosen where both ways cost what is said here, in nanoseconds per byte. */
final class MeasuredChoiceTest {

  private static final int BLOCK = 1 << 14;

  private boolean isNew;
  private long runNanos;
  private long newNanos;
  private double inVain;
  private long slowNanos;
  private long searchNanos;
  private long automatonNanos;
  private long searched;
  private long ran;

  private final MeasuredChoice.Ledger ledger =
      new MeasuredChoice.Ledger() {
        @Override
        public void add(long bytes, long nanos) {
          slowNanos += nanos;
        }

        @Override
        public boolean isNew() {
          return isNew;
        }

        @Override
        public void addRun(long nanos) {
          runNanos += nanos;
        }

        @Override
        public boolean isAutomatonNew() {
          return runNanos < newNanos;
        }

        @Override
        public void triedInVain(double searchNanos) {
          inVain = searchNanos;
        }

        @Override
        public boolean wasTriedInVain(double searchNanos) {
          return searchNanos <= inVain;
        }
      };

  private MeasuredChoice choice = new MeasuredChoice(ledger);

  /** Scans blocks; costs are asked for by the block's number. */
  private void scan(int blocks, LongUnaryOperator search, LongUnaryOperator automaton) {
    for (int block = 0; block < blocks; block++) {
      boolean whole = false;
      if (choice.prefersAutomaton()) {
        long cost = automaton.applyAsLong(block);
        int done = 0;
        while (done < BLOCK && (done == 0 || choice.goesOn(done, done * cost))) {
          done += 64;
        }
        whole = done >= BLOCK;
        choice.ran(BLOCK, done * cost, whole);
        automatonNanos += done * cost;
        ran += whole ? BLOCK : 0;
      }
      if (!whole) {
        long cost = search.applyAsLong(block);
        choice.searched(BLOCK, BLOCK * cost);
        searchNanos += BLOCK * cost;
        searched += BLOCK;
      }
    }
  }

  @Test
  void fastSearchIsLeftAlone() {
    scan(100_000, block -> 1, block -> 0);
    assertThat(ran).isZero();
    assertThat(slowNanos).isZero();
  }

  @Test
  void whereTheAutomatonIsFasterNearlyAllIsRunByIt() {
    scan(20_000, block -> 20, block -> 1);
    assertThat(searched).isLessThan((searched + ran) / 100);
    assertThat(searchNanos).isLessThan(automatonNanos / 10);
    assertThat(slowNanos).isPositive();
  }

  @Test
  void whereItIsSlowerTrialsTakeASmallPartOfTheTime() {
    scan(2_000, block -> 20, block -> 2_000);
    assertThat(automatonNanos).isBetween(1L, searchNanos / 8 + 1_000_000);
    scan(200_000, block -> 20, block -> 2_000);
    assertThat(automatonNanos).isLessThan(searchNanos / 50);
    assertThat(ran).isZero();
  }

  @Test
  void whatBecomesFasterByBeingTriedIsTriedForAFourthOfTheTime() {
    // So long it meets what it has not met before.
    scan(10_000, block -> 20, block -> runNanos < 10_000_000 ? 400 : 1);
    assertThat(searchNanos).isLessThan(50_000_000);
    assertThat(ran).isGreaterThan(9_000L * BLOCK);
  }

  @Test
  void whatWasTriedInVainInAnotherSessionIsTriedLess() {
    scan(600, block -> 20, block -> 2_000);
    long first = automatonNanos;
    assertThat(inVain).isEqualTo(20);
    scanAnew(20);
    assertThat(automatonNanos).isLessThan(first / 2);
    scanAnew(50);
    assertThat(automatonNanos).isGreaterThan(first / 2);
  }

  private void scanAnew(long search) {
    choice = new MeasuredChoice(ledger);
    automatonNanos = 0;
    scan(600, block -> search, block -> 2_000);
  }

  /** A trial may fall on a block that is easy for the automaton; that alone says little. */
  @Test
  void aTrialThatLooksGoodByChanceIsInVain() {
    scan(100_000, block -> 20, block -> block % 2 == 0 ? 19 : 100);
    assertThat(ran).isPositive();
    assertThat(searchNanos + automatonNanos).isLessThan(100_000L * BLOCK * 20 * 103 / 100);
  }

  @Test
  void itIsGivenUpWhenItBecomesSlower() {
    scan(5_000, block -> 20, block -> 1);
    long before = automatonNanos;
    scan(5_000, block -> 20, block -> 400);
    assertThat(automatonNanos - before).isLessThan(5_000L * BLOCK * 20 / 8);
  }

  /** As when another thread had the processor. */
  @Test
  void oneSlowBlockIsNoReasonToLeaveIt() {
    scan(5_000, block -> 20, block -> 1);
    searched = 0;
    scan(5_000, block -> 20, block -> block % 100 == 50 ? 250 : 1);
    assertThat(searched).isBetween(50L * BLOCK, 100L * BLOCK);
  }

  @Test
  void itIsLeftWhenSearchingBecomesFaster() {
    scan(5_000, block -> 20, block -> 10);
    ran = 0;
    scan(100_000, block -> 2, block -> 10);
    assertThat(ran).isLessThan(100_000L * BLOCK / 50);
  }

  @Test
  void itIsTriedSoonWhenSearchingBecomesSlower() {
    scan(50_000, block -> 3, block -> 30);
    assertThat(ran).isLessThan(50_000L * BLOCK / 200);
    ran = 0;
    scan(2_000, block -> 100, block -> 1);
    assertThat(ran).isGreaterThan(1_500L * BLOCK);
  }

  /**
   * Behind the automaton caches are cold: searching is slower than it for four blocks, then not.
   */
  @Test
  void whatIsSearchedBehindTheAutomatonIsJudgedOnceItGetsNoFaster() {
    long[] lastRun = {-100};
    scan(
        20_000,
        block -> 4 + 3 * Math.max(0, 4 - (block - lastRun[0] - 1)),
        block -> {
          lastRun[0] = block;
          return 8;
        });
    assertThat(ran).isPositive();
    assertThat(searchNanos + automatonNanos).isLessThan(20_000L * BLOCK * 4 * 105 / 100);
  }

  @Test
  void whatMayNotBeCompiledYetTakesTurns() {
    isNew = true;
    // Searching becomes fast by being done.
    scan(8_000, block -> searched < 200L * BLOCK ? 500 : 2, block -> 50);
    assertThat(searched).isGreaterThan(4_000L * BLOCK);
  }

  @Test
  void anAutomatonThatIsCompiledByRunningIsTriedAgainAndAgain() {
    newNanos = 30_000_000;
    // Ten times as slow at first as it will be.
    scan(10_000, block -> 20, block -> runNanos < 10_000_000 ? 60 : 2);
    assertThat(ran).isGreaterThan(8_000L * BLOCK);
  }

  @Test
  void aShortTrialGoesOnUntilTakingOverHasPaid() {
    for (int block = 0; block < 100_000; block++) {
      boolean first = choice.isTrying() && !choice.prefersAutomaton();
      if (choice.prefersAutomaton()) {
        // Taking over costs as much as searching some dozens of blocks.
        choice.ran(64, first || ran == 0 ? 40_000 : 64, true);
        ran += 64;
      } else {
        choice.searched(64, 1_000);
        searched += 64;
      }
    }
    assertThat(ran).isGreaterThan(10 * searched);
  }
}
