package io.fsmrun.cpu.vector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Loops of vectors are used once they are the faster ones, and tried for a share of the time. */
final class VectorTrialTest {

  private static final int BATCH = 100;

  /** What plain code takes for a batch. */
  private static final long PLAIN = 1_000;

  /** A trial of a loop whose classes are loaded. */
  private static VectorTrial trial() {
    VectorTrial trial = new VectorTrial(BATCH, "");
    addLoop(trial, VectorTrial.LOADING_CALLS, 20 * PLAIN);
    return trial;
  }

  /** A trial that is due for long, where plain code takes what it does. */
  private static VectorTrial dueTrial() {
    VectorTrial trial = trial();
    addPlain(trial, 100 * VectorTrial.FIRST_NANOS);
    return trial;
  }

  private static void addPlain(VectorTrial trial, long nanos) {
    for (long done = 0; done < nanos; done += 100 * PLAIN) {
      trial.add(false, 100 * BATCH, 100 * PLAIN);
    }
  }

  private static void addLoop(VectorTrial trial, int times, long nanos) {
    for (int i = 0; i < times; i++) {
      trial.add(true, BATCH, nanos);
    }
  }

  @Test
  void nothingIsTriedInAShortRun() {
    VectorTrial trial = trial();
    assertThat(trial.isDue()).isFalse();
    addPlain(trial, VectorTrial.FIRST_NANOS - 200 * PLAIN);
    assertThat(trial.isDue()).isFalse();
    addPlain(trial, 200 * PLAIN);
    assertThat(trial.isDue()).isTrue();
    assertThat(trial.isOver()).isFalse();
  }

  @Test
  void slowLoopsGetTheirShareAndNoMore() {
    VectorTrial trial = trial();
    long plain = 0;
    long loop = 0;
    while (plain < 50 * VectorTrial.FIRST_NANOS) {
      if (trial.isDue()) {
        trial.add(true, BATCH, 300 * PLAIN);
        loop += 300 * PLAIN;
      } else {
        trial.add(false, BATCH, PLAIN);
        plain += PLAIN;
      }
    }
    assertThat(trial.isOver()).isFalse();
    assertThat(loop)
        .isBetween(plain * 9 / 10 / VectorTrial.SHARE, plain / VectorTrial.SHARE + 300 * PLAIN);
  }

  /** Else plain code would have to work for as long again before the loop is called once more. */
  @Test
  void classesThatAreLoadedInFirstCallsAreNotPartOfTheShare() {
    VectorTrial trial = new VectorTrial(BATCH, "");
    addPlain(trial, VectorTrial.FIRST_NANOS);
    for (int i = 0; i < VectorTrial.LOADING_CALLS; i++) {
      addLoop(trial, 1, 20 * VectorTrial.FIRST_NANOS);
      assertThat(trial.isDue()).isTrue();
    }
    addLoop(trial, 1, VectorTrial.FIRST_NANOS);
    assertThat(trial.isDue()).isFalse();
    addPlain(trial, VectorTrial.FIRST_NANOS);
    assertThat(trial.isDue()).isTrue();
  }

  @Test
  void aLoopThatIsFasterSeveralTimesInARowIsUsed() {
    VectorTrial trial = dueTrial();
    addLoop(trial, 50, 20 * PLAIN);
    addLoop(trial, VectorTrial.WINS - 1, PLAIN / 2);
    assertThat(trial.isOver()).isFalse();
    addLoop(trial, 1, PLAIN / 2);
    assertThat(trial.isOver()).isTrue();
  }

  /** Another thread may still have been trying it. */
  @Test
  void whatIsOverStaysSo() {
    VectorTrial trial = dueTrial();
    addLoop(trial, VectorTrial.WINS, PLAIN / 2);
    addLoop(trial, 1, 20 * PLAIN);
    assertThat(trial.isOver()).isTrue();
  }

  @Test
  void onceSlowerInBetweenIsNotInARow() {
    VectorTrial trial = dueTrial();
    addLoop(trial, VectorTrial.WINS - 1, PLAIN / 2);
    addLoop(trial, 1, 2 * PLAIN);
    addLoop(trial, VectorTrial.WINS - 1, PLAIN / 2);
    assertThat(trial.isOver()).isFalse();
  }

  @Test
  void smallCallsAreComparedTogether() {
    VectorTrial trial = dueTrial();
    for (int i = 0; i < BATCH * VectorTrial.WINS - 1; i++) {
      assertThat(trial.isOver()).isFalse();
      // Some calls are slow and some find nothing to do; as a whole they are faster.
      trial.add(true, i % 2 == 0 ? 2 : 0, PLAIN / BATCH / (i % 2 + 1));
    }
    assertThat(trial.isOver()).isTrue();
  }

  /** A thread that had to wait in plain code does not make a slow loop the faster one. */
  @Test
  void waitingInPlainCodeIsNotItsSpeed() {
    VectorTrial trial = dueTrial();
    trial.add(false, BATCH, 10_000 * PLAIN);
    addLoop(trial, 2 * VectorTrial.WINS, 20 * PLAIN);
    assertThat(trial.isOver()).isFalse();
  }

  /** Plain code that has been compiled is known to be faster than it was. */
  @Test
  void whatPlainCodeTookLongAgoIsForgotten() {
    VectorTrial trial = trial();
    for (int i = 0; i < 1_000; i++) {
      trial.add(false, BATCH, 50 * PLAIN);
    }
    for (int i = 0; i < 1_000; i++) {
      trial.add(false, BATCH, PLAIN);
    }
    addLoop(trial, 2 * VectorTrial.WINS, 3 * PLAIN);
    assertThat(trial.isOver()).isFalse();
  }

  @Test
  void aLoopThatNeverWinsIsUsedInTheEnd() {
    VectorTrial trial = dueTrial();
    long done = 0;
    while (done < VectorTrial.MOST_NANOS) {
      assertThat(trial.isOver()).isFalse();
      addLoop(trial, 1, 50_000_000);
      done += 50_000_000;
    }
    assertThat(trial.isOver()).isTrue();
  }

  @Test
  void modes() {
    assertThat(new VectorTrial(BATCH, "always").isOver()).isTrue();
    VectorTrial byTurns = new VectorTrial(BATCH, "by-turns");
    for (int i = 0; i < 10; i++) {
      assertThat(byTurns.isDue()).isEqualTo(i % 2 == 0);
      addLoop(byTurns, 2 * VectorTrial.WINS, 0);
      assertThat(byTurns.isOver()).isFalse();
    }
  }
}
