package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** What is chosen where both ways cost what is said here, in nanoseconds per byte. */
final class MeasuredChoiceTest {

  private static final int BLOCK = 1 << 14;

  private long runNanos;
  private long newNanos;
  private final Map<Double, Long> lost = new HashMap<>();
  private double inVain;
  private int probesPart = 4;
  private long toldNanos;
  private long searchNanos;
  private long automatonNanos;
  private long searched;
  private long ran;

  /** So much searching, in nanoseconds, is by code that is not compiled. */
  private long newSearchNanos;

  /** So much of it is by code of which hardly anything is. */
  private long uncompiledNanos;

  private final Ledger ledger =
      new Ledger() {
        @Override
        public void addSearch(long nanos) {
          toldNanos += nanos;
        }

        @Override
        public void addRun(long nanos) {
          runNanos += nanos;
        }

        @Override
        public boolean isSearchNew() {
          return searchNanos < newSearchNanos;
        }

        @Override
        public boolean isSearchCompiled() {
          return searchNanos >= uncompiledNanos;
        }

        @Override
        public boolean isAutomatonNew() {
          return runNanos < newNanos;
        }

        @Override
        public void triedInVain(long nanos, double searchNanos) {
          if (lost.merge(searchNanos, nanos, Long::sum) >= MeasuredChoice.FIRST_TRIALS) {
            inVain = searchNanos;
          }
        }

        @Override
        public boolean wasTriedInVain(double searchNanos) {
          return searchNanos <= inVain;
        }

        @Override
        public void probedInVain(boolean gotFaster) {
          int next = gotFaster ? Math.max(4, probesPart / 2) : Math.min(32, 2 * probesPart);
          probesPart = isSearchNew() ? 4 : next;
        }

        @Override
        public int probesPart() {
          return probesPart;
        }
      };

  /** When so much was run by the automaton, in nanoseconds, the thread stands still for so long. */
  private long stopsAfter = Long.MAX_VALUE;

  private long stopNanos;

  private long learnsFor;
  private MeasuredChoice choice = new MeasuredChoice(ledger);

  /** Scans blocks; costs are asked for by the block's number. */
  private void scan(int blocks, LongUnaryOperator search, LongUnaryOperator automaton) {
    for (int block = 0; block < blocks; block++) {
      int left = BLOCK;
      while (left > 0) {
        left -= choice.prefersAutomaton() ? run(left, automaton.applyAsLong(block)) : 0;
        if (left > 0) {
          int part = Math.min(left, choice.partBytes());
          long cost = search.applyAsLong(block);
          choice.searched(part, part * cost, searched < learnsFor);
          searchNanos += part * cost;
          searched += part;
          left -= part;
        }
      }
    }
  }

  /** Runs the rest of a block, or nothing. */
  private int run(int bytes, long cost) {
    int done = 0;
    long stopped = 0;
    while (done < bytes && (done == 0 || choice.goesOn(done, done * cost + stopped))) {
      done += 64;
      if (automatonNanos + done * cost >= stopsAfter) {
        stopped += stopNanos;
        stopsAfter = Long.MAX_VALUE;
      }
    }
    boolean whole = done >= bytes;
    choice.ran(bytes, done * cost + stopped, whole);
    automatonNanos += done * cost;
    ran += whole ? bytes : 0;
    return whole ? bytes : 0;
  }

  @Test
  void fastSearchIsLeftAlone() {
    scan(100_000, block -> 1, block -> 0);
    assertThat(ran).isZero();
  }

  /** What comes first after a pause misses the caches, and says nothing of searching. */
  @Test
  void slowBeginningsAfterAPauseAreNoReasonToTry() {
    for (int call = 0; call < 2_000; call++) {
      choice.idle(1_000_000);
      scan(8, block -> Math.max(0, 4 - 2 * block), block -> 50);
    }
    assertThat(automatonNanos).isZero();
  }

  /** Nothing is in the caches when a session begins. */
  @Test
  void slowBeginningsOfASessionAreNoReasonToTry() {
    for (int session = 0; session < 2_000; session++) {
      choice = new MeasuredChoice(ledger);
      scan(64, block -> Math.max(1, 8 >>> block), block -> 50);
    }
    assertThat(automatonNanos).isZero();
  }

  /** Before the code is compiled all beginnings are slow, and the automaton may have to help. */
  @Test
  void slowBeginningsAreJudgedWhileCodeIsNew() {
    newSearchNanos = Long.MAX_VALUE;
    choice = new MeasuredChoice(ledger);
    scan(1, block -> Math.max(10, 4_000 - searched), block -> 1);
    assertThat(ran).isPositive();
    assertThat(searchNanos).isLessThan(2_500_000);
  }

  /** It is at most a little more than the automaton may cost: no reason for a hasty trial. */
  @Test
  void bearableSearchIsTriedLater() {
    scan(16, block -> 2, block -> 1);
    assertThat(ran).isZero();
    scan(1_000, block -> 2, block -> 1);
    assertThat(ran).isGreaterThan(900L * BLOCK);
  }

  /** Pauses do not keep slow searching from being found out. */
  @Test
  void slowSearchIsFoundOutInSpiteOfPauses() {
    for (int call = 0; call < 2_000; call++) {
      choice.idle(1_000_000);
      scan(2, block -> 20, block -> 1);
    }
    assertThat(searched).isLessThan((searched + ran) / 10);
  }

  /** It is slow because what it meets is new to it. */
  @Test
  void aSearchThatLearnsIsNotJudged() {
    learnsFor = 1 << 17;
    scan(1_000, block -> searched < learnsFor ? 100 : 1, block -> 2);
    assertThat(ran).isZero();
  }

  @Test
  void aSearchThatEverLearnsIsJudgedInTheEnd() {
    learnsFor = Long.MAX_VALUE;
    scan(1_000, block -> 100, block -> 2);
    assertThat(searched).isBetween(1L << 18, (1L << 18) + 4 * BLOCK);
  }

  @Test
  void whereTheAutomatonIsFasterNearlyAllIsRunByIt() {
    scan(20_000, block -> 20, block -> 1);
    assertThat(searched).isLessThan((searched + ran) / 100);
    assertThat(searchNanos).isLessThan(automatonNanos / 10);
    assertThat(toldNanos).isPositive();
  }

  /** Wherever it is, also in the last bytes of the trial's block. */
  @Test
  void aThreadThatHadToWaitInATrialDoesNotMakeItVain() {
    scan(64, block -> 20, block -> 1);
    for (int after : new int[] {1, 200, 2_000, BLOCK / 2, BLOCK - 64, BLOCK, 2 * BLOCK}) {
      MeasuredChoiceTest other = new MeasuredChoiceTest();
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

  /** What the trial took is no time that the automaton has run, and what it lost may come again. */
  @Test
  void searchIsNotTriedRightBehindTheTrial() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    // Shorter than what is forgiven.
    choice.ran(2048, 180_000, true);
    choice.ran(2048, 170_000, true);
    assertThat(choice.isTrying()).isTrue();
    choice.ran(2 * 4096, 8_000, true);
    assertThat(choice.isTrying()).isFalse();
    long running = 0;
    while (choice.prefersAutomaton() && !choice.isTrying()) {
      choice.ran(BLOCK, BLOCK, true);
      running += BLOCK;
    }
    long lost = 358_000 - 3 * 4096 * 20;
    assertThat(running).isBetween(4 * lost, 4 * lost + 4 * BLOCK);
  }

  /** A probe of code that is to be compiled takes long, so the first comes late. */
  @Test
  void newCodeIsNotTriedRightBehindTheTrialEither() {
    newSearchNanos = Long.MAX_VALUE;
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    while (choice.isTrying()) {
      choice.ran(BLOCK, BLOCK, true);
    }
    long running = 0;
    while (choice.prefersAutomaton() && !choice.isTrying()) {
      choice.ran(BLOCK, BLOCK, true);
      running += BLOCK;
    }
    long probe = 20L << 16;
    assertThat(running).isBetween(4 * probe, 4 * probe + 4 * BLOCK);
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

  /** What a probe put off is no reason to leave the automaton for. */
  @Test
  void behindAProbeInVainTheAutomatonRunsHoweverLittleWasPutOff() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    while (choice.prefersAutomaton() && !isProbing()) {
      choice.ran(BLOCK, BLOCK, true);
    }
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    assertThat(choice.settled(100_000, 1)).isTrue();
    assertThat(choice.prefersAutomaton()).isTrue();
  }

  private boolean isProbing() {
    return choice.isTrying() && !choice.prefersAutomaton();
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
  void whereTheInputRepeatsTheTrialMayCostMore() {
    choice.searched(256, 256 * 200L, false);
    choice.inputRepeats();
    assertThat(giveUpTakingOver()).isEqualTo(1_210_000);
    // Only that one.
    assertThat(giveUpTakingOver()).isEqualTo(1_820_000);
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
  void whereSearchingIsFastOrNewItIsNotAskedWhetherTheInputRepeats() {
    choice.searched(4096, 4096 * 3L, false);
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
    choice.searched(4096, 4096 * 5L, true);
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
    newSearchNanos = 1;
    choice.searched(4096, 4096 * 5L, false);
    assertThat(choice.asksWhetherInputRepeats()).isFalse();
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
  void whatGetsSlowerIsTriedAnew() {
    scan(20_000, block -> 10, block -> 2_000);
    searched = 0;
    ran = 0;
    scan(20_000, block -> 40, block -> 2);
    assertThat(ran).isGreaterThan(19 * searched);
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

  /** The search may be tried just after one. */
  @Test
  void aSlowBlockBeforeAProbeIsNoReasonToLeaveIt() {
    scan(20_000, block -> 4, block -> block % 5 == 4 ? 5 : 3);
    assertThat(searched).isLessThan(20_000L * BLOCK / 60);
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
  void whileSearchingGetsFasterItIsTriedOften() {
    // As while the virtual machine compiles it: a tenth faster with each kilobyte.
    scan(8_000, block -> (long) Math.max(2, 2_000 * Math.pow(0.9, searched / 1_000.)), block -> 50);
    assertThat(searched).isGreaterThan(7_000L * BLOCK);
    assertThat(automatonNanos).isLessThan(5 * 50L * 1_000 * BLOCK);
  }

  @Test
  void whereSearchingStaysSlowAnotherSessionTriesItSeldom() {
    scan(5_000, block -> 500, block -> 1);
    long first = searched;
    assertThat(probesPart).isEqualTo(32);
    choice = new MeasuredChoice(ledger);
    searched = 0;
    scan(1_000, block -> 500, block -> 1);
    assertThat(searched).isBetween(1L, first / 2);
  }

  @Test
  void onlyAPartOfABlockThatIsSlowIsSearchedBeforeTheRestIsDecidedOn() {
    scan(1, block -> 2_000, block -> 1);
    assertThat(searched).isLessThan(1 << 10);
    assertThat(ran).isEqualTo(BLOCK - searched);
  }

  /** Code that is interpreted searches a thousand times more slowly than it will. */
  @Test
  void searchingThatIsCompiledByRunningIsTriedUntilItIs() {
    newSearchNanos = 1_000_000_000;
    scan(40_000, block -> searchNanos < 300_000_000 ? 2_000 : 2, block -> 6);
    long automaton = ran;
    scan(1_000, block -> 2, block -> 6);
    assertThat(ran - automaton).isLessThan(500L * BLOCK);
    assertThat(choice.prefersAutomaton()).isFalse();
  }

  @Test
  void anAutomatonThatIsCompiledByRunningIsTriedAgainAndAgain() {
    newNanos = 30_000_000;
    // Ten times as slow at first as it will be.
    scan(10_000, block -> 20, block -> runNanos < 10_000_000 ? 60 : 2);
    assertThat(ran).isGreaterThan(8_000L * BLOCK);
  }

  @Test
  void whereTakingOverIsDearSearchingIsTriedSeldom() {
    newSearchNanos = Long.MAX_VALUE;
    scanWhereTakingOverIsDear();
    assertThat(searchNanos + automatonNanos).isLessThan(20_000L * BLOCK * 14 / 10);
  }

  /** What taking over costs then is no measure, and searching is to be compiled. */
  @Test
  void whereTakingOverIsDearSearchingIsTriedOftenUntilItIsCompiled() {
    newSearchNanos = Long.MAX_VALUE;
    uncompiledNanos = Long.MAX_VALUE;
    scanWhereTakingOverIsDear();
    assertThat(searched).isGreaterThan(20_000L * BLOCK / 4);
  }

  private void scanWhereTakingOverIsDear() {
    long[] lastSearched = {0};
    scan(
        20_000,
        block -> 4,
        block -> {
          long cost = searched > lastSearched[0] ? 51 : 1;
          lastSearched[0] = searched;
          return cost;
        });
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
}
