package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which way is chosen, where it is known what both cost. */
final class MeasuredChoiceTest extends SimulatedScan {

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

  /**
   * Taking over is dear where the automaton's tables have left the caches: that it was better
   * before is a reason to let a trial take that long.
   */
  @Test
  void anAutomatonThatWasBetterMayTakeLongerToTakeOver() {
    scan(1_000, block -> 2, block -> 1);
    long[] before = {-1};
    for (int text = 0; text < 8; text++) {
      scan(1_000, block -> 0, block -> 1);
      long ranBefore = ran;
      scan(
          1_000,
          block -> 2,
          block -> {
            boolean first = searched != before[0];
            before[0] = searched;
            return first ? 100_000 / BLOCK : 1;
          });
      assertThat(ran - ranBefore).as("text %d", text).isGreaterThan(500L * BLOCK);
    }
  }

  /** Where it is not better any more, trials take no more of the time than others do. */
  @Test
  void anAutomatonThatWasBetterIsForgotten() {
    scan(1_000, block -> 2, block -> 1);
    scan(1_000, block -> 0, block -> 1);
    long before = automatonNanos;
    scan(5_000, block -> 2, block -> 60);
    assertThat(automatonNanos - before).isLessThan(5_000L * BLOCK * 2 / 8);
    before = automatonNanos;
    scan(5_000, block -> 2, block -> 60);
    assertThat(automatonNanos - before).isLessThan(5_000L * BLOCK * 2 / 50);
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

  /** The virtual machine may throw code away that was compiled; running it has it compiled anew. */
  @Test
  void searchingIsComeBackToAfterItsCodeWasThrownAway() {
    scan(1_000, block -> 2, block -> 10);
    long before = searched;
    scan(10_000, block -> searched - before < 1 << 18 ? 150 : 2, block -> 10);
    assertThat(ran).isPositive().isLessThan(5_000L * BLOCK);
  }

  /** A slow input looks like that too: what is lost is bounded. */
  @Test
  void searchingThatStaysSlowIsHardlyProbed() {
    scan(1_000, block -> 2, block -> 10);
    long before = searchNanos;
    long runBefore = automatonNanos;
    scan(100_000, block -> 150, block -> 10);
    assertThat(searchNanos - before).isLessThan((automatonNanos - runBefore) / 10);
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

  /** So that searching is tried as seldom as where taking over is dear. */
  @Test
  void followingAProbeInVainIsACostOfTheTrialBehindIt() {
    newSearchNanos = 0;
    long without = bytesBetweenProbes(0);
    long with = bytesBetweenProbes(200_000);
    assertThat(with).isGreaterThan(without + 200_000 / 2);
  }

  /** That the thread stood still while it followed says nothing of the block behind. */
  @Test
  void aStopWhileItFollowsIsNotTakenOffWhatIsRunBehind() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    while (choice.prefersAutomaton()) {
      choice.ran(BLOCK, BLOCK, true);
    }
    while (choice.isProbing()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    assertThat(choice.goesOn(0, 400_000)).isTrue();
    choice.followed(400_000);
    choice.ran(4096, 4096 * 25L, true);
    assertThat(choice.isTrying()).isTrue();
  }

  /** A packet of a hundred bytes is run without a question, however slow that is. */
  @Test
  void aTrialThatIsOneSlowShortBlockIsInVain() {
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    choice.ran(100, 1_200_000, true);
    assertThat(choice.isTrying()).isFalse();
    assertThat(choice.prefersAutomaton()).isFalse();
  }

  /** Where searching is slow, following each probe costs so much. */
  private long bytesBetweenProbes(long followNanos) {
    choice = new MeasuredChoice(ledger);
    probesPart = 4;
    while (!choice.prefersAutomaton()) {
      choice.searched(4096, 4096 * 20L, false);
    }
    long bytes = 0;
    for (int probe = 0; probe < 2; probe++) {
      bytes = 0;
      while (choice.prefersAutomaton()) {
        choice.ran(BLOCK, BLOCK, true);
        bytes += BLOCK;
      }
      assertThat(choice.isProbing()).isTrue();
      while (choice.isProbing()) {
        choice.searched(4096, 4096 * 20L, false);
      }
      assertThat(choice.goesOn(0, followNanos)).isTrue();
      choice.followed(followNanos);
    }
    return bytes;
  }

  private boolean isProbing() {
    return choice.isTrying() && !choice.prefersAutomaton();
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

  /** It will cost half of that, or less; how soon depends on how much is searched. */
  @Test
  void searchingIsPreferredWhileItsLoopsAreTriedIfItMayBecomeFaster() {
    triedNanos = 200_000_000;
    scan(10_000, block -> searchNanos < triedNanos ? 3 : 1, block -> 2);
    assertThat(ran).isLessThan(1_500L * BLOCK);
  }

  @Test
  void searchingIsJudgedAsItIsOnceItsLoopsAreTried() {
    triedNanos = 200_000_000;
    scan(7_000, block -> 3, block -> 2);
    assertThat(searchNanos).isGreaterThan(triedNanos);
    long before = ran;
    scan(20_000, block -> 3, block -> 2);
    assertThat(ran - before).isGreaterThan(15_000L * BLOCK);
  }

  /** Nothing that is tried makes up for that. */
  @Test
  void searchingThatIsSlowIsNotPreferredWhileItsLoopsAreTried() {
    triedNanos = Long.MAX_VALUE;
    scan(10_000, block -> 20, block -> 2);
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
}
