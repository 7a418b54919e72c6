package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When the automaton is tried, and what trials cost. */
final class TrialScheduleTest extends SimulatedScan {

  /** Wherever it is, also in the last bytes of the trial's block. */
  @Test
  void aThreadThatHadToWaitInATrialDoesNotMakeItVain() {
    scan(64, block -> 20, block -> 1);
    for (int after : new int[] {1, 200, 2_000, BLOCK / 2, BLOCK - 64, BLOCK, 2 * BLOCK}) {
      SimulatedScan other = new SimulatedScan();
      other.stopsAfter = after;
      other.stopNanos = 5_000_000;
      other.scan(64, block -> 20, block -> 1);
      assertThat(other.stopsAfter).isEqualTo(Long.MAX_VALUE);
      assertThat(other.searched).as("after %d ns", after).isLessThan(searched + 3 * BLOCK);
    }
  }

  /**
   * Questions come after twice as many bytes each time, so that the last step is as long as all.
   */
  @Test
  void longStepsOfASlowAutomatonAreNoStops() {
    int block = 1 << 15;
    for (int call = 0; call < 4_000; call++) {
      while (choice.prefersAutomaton()) {
        assertThat(choice.isTrying()).isTrue();
        int done = 16;
        while (done < block && choice.goesOn(done, done * 30L)) {
          done *= 2;
        }
        choice.ran(block, done * 30L, done >= block);
        automatonNanos += done * 30L;
      }
      choice.searched(block, block * 20L, false);
      searchNanos += block * 20L;
    }
    assertThat(automatonNanos).isBetween(1L, searchNanos / 8 + 3_000_000);
  }

  /** What the search has put off is to be done before the first trial, and costs as much. */
  @Test
  void whereMuchIsPutOffTheFirstTrialWaits() {
    for (int block = 0; block < 100; block++) {
      assertThat(choice.prefersAutomaton()).isFalse();
      choice.searched(4096, 4096 * 6L, false);
      choice.putOff(3L * 4096 * (block + 1));
    }
    choice.putOff(100 * 4096);
    assertThat(choice.prefersAutomaton()).isTrue();
  }

  /** What was put off took an eighth of what it was taken for: searching costs 6, not 20. */
  @Test
  void whereLessWasPutOffThanWasThoughtItIsSearched() {
    int blocks = 0;
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
      blocks++;
    }
    assertThat(choice.settled(4096L * 16 * blocks, 4096L * 2 * blocks)).isFalse();
    assertThat(choice.isTrying()).isFalse();
    choice.searched(4096, 4096 * 6L, false);
    assertThat(choice.prefersAutomaton()).isFalse();
  }

  @Test
  void whereAboutAsMuchWasPutOffTheAutomatonIsTried() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    assertThat(choice.settled(100_000, 60_000)).isTrue();
    assertThat(choice.isTrying()).isTrue();
  }

  @Test
  void whereTheInputRepeatsItIsTriedHoweverLittleWasPutOff() {
    choice.searched(256, 256 * 200L, false);
    choice.inputRepeats();
    assertThat(choice.prefersAutomaton()).isTrue();
    assertThat(choice.settled(100_000, 1)).isTrue();
  }

  /** How long taking over may last in the trial that is to begin, in nanoseconds. */
  private long giveUpTakingOver() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    long nanos = 0;
    do {
      nanos += 10_000;
    } while (choice.goesOn(0, nanos));
    choice.ran(BLOCK, nanos, false);
    assertThat(choice.isTrying()).isFalse();
    return nanos;
  }

  /** Else it might be given up again before it told anything. */
  @Test
  void aTrialMayCostWhatTakingOverDidMoreThanUsual() {
    assertThat(giveUpTakingOver()).isEqualTo(310_000);
    // Twice as much as the first, and that.
    assertThat(giveUpTakingOver()).isEqualTo(920_000);
    assertThat(giveUpTakingOver()).isEqualTo(2_130_000);
  }

  @Test
  void theFirstTrialHasItsTimeWhenItHasTakenOver() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    assertThat(choice.goesOn(0, 290_000)).isTrue();
    assertThat(choice.goesOn(16, 580_000)).isTrue();
    assertThat(choice.goesOn(32, 600_000)).isFalse();
  }

  /** Where searching is hardly slow, taking over is a part of what the trial may cost. */
  @Test
  void whereSearchingIsBearableTheFirstTrialHasNoMoreTime() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 6L, false);
    }
    assertThat(choice.goesOn(0, 290_000)).isTrue();
    assertThat(choice.goesOn(16, 310_000)).isFalse();
  }

  /**
   * How long it is searched before the second trial begins, in nanoseconds, if the first has lost a
   * million.
   */
  private long searchBeforeSecondTrial(int nanosPerByte) {
    long nanos = 0;
    for (int trial = 0; trial < 2; trial++) {
      while (!choice.prefersAutomaton()) {
        choice.searched(512, 512L * nanosPerByte, false);
        nanos += 512L * nanosPerByte;
      }
      choice.ran(0, 1_000_000, false);
    }
    return nanos;
  }

  @Test
  void whereSearchingIsVerySlowTrialsMayTakeHalfOfTheTime() {
    assertThat(searchBeforeSecondTrial(100)).isBetween(1_000_000L, 1_060_000L);
  }

  @Test
  void whereSearchingIsSlowTrialsMayTakeAFourthOfTheTime() {
    assertThat(searchBeforeSecondTrial(60)).isBetween(4_000_000L, 4_060_000L);
  }

  @Test
  void whereTheInputRepeatsTheTrialMayCostMore() {
    choice.searched(256, 256 * 18L, false);
    choice.inputRepeats();
    assertThat(giveUpTakingOver()).isEqualTo(1_210_000);
    // Only that one.
    assertThat(giveUpTakingOver()).isEqualTo(1_820_000);
  }

  /** As much as searching 64 KiB, but what was searched last may have been slow by chance. */
  @Test
  void whereItRepeatsAndSearchingIsSlowTheTrialMayCostMoreStill() {
    choice.searched(256, 256 * 50L, false);
    choice.inputRepeats();
    assertThat(giveUpTakingOver()).isEqualTo(3_280_000);
    choice = new MeasuredChoice(ledger);
    choice.searched(256, 256 * 9_000L, false);
    choice.inputRepeats();
    assertThat(giveUpTakingOver()).isEqualTo(4_810_000);
  }

  /** Search that is very slow does not wait. */
  @Test
  void whereSearchingIsSlowTheFirstTrialDoesNotWait() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
      searchNanos += 4096 * 20L;
      choice.putOff(searchNanos);
    }
    assertThat(searchNanos).isLessThan(300_000);
  }

  /** What is put off, and that searching gets faster, are no reasons to wait then. */
  @Test
  void whereTheInputRepeatsTheFirstTrialDoesNotWait() {
    choice.searched(256, 256 * 200L, false);
    assertThat(choice.asksWhetherInputRepeats()).isTrue();
    choice.searched(768, 768 * 5L, false);
    choice.putOff(1_000_000);
    assertThat(choice.asksWhetherInputRepeats()).isTrue();
    assertThat(choice.prefersAutomaton()).isFalse();
    choice.inputRepeats();
    assertThat(choice.prefersAutomaton()).isTrue();
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
    // It is judged by what searching cost last.
    choice.ran(1024, 1024 * 6L, true);
    assertThat(choice.isTrying()).isTrue();
    choice.ran(4096, 4096 * 4L, true);
    assertThat(choice.isTrying()).isFalse();
    assertThat(choice.prefersAutomaton()).isTrue();
  }

  @Test
  void afterATrialItIsNotAskedWhetherTheInputRepeats() {
    scan(1, block -> 5, block -> 50);
    assertThat(choice.asksWhetherInputRepeats()).isTrue();
    choice.inputRepeats();
    scan(4, block -> 5, block -> 50);
    assertThat(automatonNanos).isPositive();
    assertThat(choice.prefersAutomaton()).isFalse();
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
  }

  @Test
  void whereSearchingIsFastOrNotCompiledItIsNotAskedWhetherTheInputRepeats() {
    choice.searched(4096, 4096 * 3L, false);
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
    choice.searched(4096, 4096 * 5L, true);
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
    uncompiledNanos = 1;
    newNanos = 1;
    choice.searched(4096, 4096 * 5L, false);
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
    // That the code of the search is new is no reason where the automaton's is not.
    runNanos = 1;
    assertThat(choice.asksWhetherInputRepeats()).isTrue();
    runNanos = 0;
    // That it may still get faster is no reason: an automaton that takes over is faster at once.
    newSearchNanos = 2;
    searchNanos = 1;
    assertThat(choice.asksWhetherInputRepeats()).isTrue();
  }

  /** Steps that are slow each time are no stops: one of them is forgiven, once a trial. */
  @Test
  void slowStepsAreNotForgivenForLong() {
    scan(4_000, block -> 20, block -> 10_000);
    assertThat(automatonNanos).isBetween(1L, searchNanos / 8 + 3_000_000);
  }

  @Test
  void whereItIsSlowerTrialsTakeASmallPartOfTheTime() {
    scan(2_000, block -> 20, block -> 2_000);
    assertThat(automatonNanos).isBetween(1L, searchNanos / 8 + 1_000_000);
    scan(200_000, block -> 20, block -> 2_000);
    assertThat(automatonNanos).isLessThan(searchNanos / 50);
    assertThat(ran).isLessThan(BLOCK);
  }

  /** Text is searched at another speed from one piece to the next. */
  @Test
  void costsThatDifferFromBlockToBlockAreNoReasonToBeginAnew() {
    scan(200_000, block -> block % 6 < 3 ? 2 : 6, block -> 2_000);
    assertThat(automatonNanos).isBetween(1L, searchNanos / 50);
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

  /** The first trial is soon, so that an automaton that is faster at once takes over at once. */
  @Test
  void whereSearchingIsNotVerySlowTrialsAfterTheFirstAreShort() {
    scan(60, block -> 5, block -> 2_000);
    assertThat(automatonNanos).isBetween(300_000L, searchNanos / 8 + 100_000);
    choice = new MeasuredChoice(ledger);
    scan(60, block -> 5, block -> 1);
    assertThat(ran).isGreaterThan(50L * BLOCK);
  }

  /** A short input is over before a trial has been paid for. */
  @Test
  void whatWasTriedInVainInAnotherSessionIsNotTriedAtOnce() {
    scan(600, block -> 20, block -> 2_000);
    choice = new MeasuredChoice(ledger);
    automatonNanos = 0;
    long before = searchNanos;
    while (searchNanos - before < 2_000_000) {
      scan(1, block -> 20, block -> 2_000);
    }
    assertThat(automatonNanos).isZero();
    scan(40, block -> 20, block -> 2_000);
    assertThat(automatonNanos).isPositive();
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

  /** Half the text is for the one, half for the other, a few milliseconds each. */
  @Test
  void anAutomatonThatHasGainedWhereItWasLeftIsTriedAgainSoon() {
    long blocks = 40_000;
    scan((int) blocks, block -> 10, block -> block % 200 < 100 ? 2 : 40);
    // At best 6 in the mean.
    assertThat(searchNanos + automatonNanos).isLessThan(blocks * BLOCK * 15 / 2);
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
        choice.searched(64, 1_000, false);
        searched += 64;
      }
    }
    assertThat(ran).isGreaterThan(10 * searched);
  }

  /** Searches a text of some blocks again and again; the automaton is slow where it was never. */
  private void scanAgainAndAgain(int blocks, int times, long known, boolean told) {
    // What it has cost there so far: what is given up is met as far as it was run.
    long[] met = new long[blocks];
    for (int time = 0; time < times; time++) {
      for (int block = 0; block < blocks; block++) {
        int at = block;
        long before = automatonNanos;
        scan(1, any -> 20, any -> met[at] >= 150 * BLOCK ? known : 150);
        met[block] += automatonNanos - before;
        if (told && time > 0 && choice.asksWhetherInputRecurs()) {
          choice.inputRecurs((long) blocks * BLOCK);
        }
      }
    }
  }

  /** Trials in vain would get there after many seconds. */
  @Test
  void whereATextComesAgainTheAutomatonMayMeetAllOfIt() {
    scanAgainAndAgain(16, 400, 5, false);
    long untold = ran;
    TrialScheduleTest told = new TrialScheduleTest();
    told.scanAgainAndAgain(16, 400, 5, true);
    assertThat(untold).isLessThan(16L * 400 * BLOCK / 10);
    assertThat(told.ran).isGreaterThan(16L * 400 * BLOCK / 2);
  }

  /** It is seen a few times that to know all of it is of no use. */
  @Test
  void whereThatDoesNotHelpItIsNotTriedForever() {
    scanAgainAndAgain(16, 400, 150, true);
    assertThat(automatonNanos).isLessThan((searchNanos + automatonNanos) / 6);
    long before = automatonNanos;
    long searchedBefore = searchNanos;
    scanAgainAndAgain(16, 2_000, 150, true);
    assertThat(automatonNanos - before).isLessThan((searchNanos - searchedBefore) / 20);
  }

  /** A text that takes long to be met is not waited for. */
  @Test
  void aLongTextIsNotMet() {
    scanAgainAndAgain(64, 100, 5, true);
    assertThat(automatonNanos).isLessThan(searchNanos / 7);
    assertThat(ran).isLessThan(64L * 100 * BLOCK / 10);
  }
}
