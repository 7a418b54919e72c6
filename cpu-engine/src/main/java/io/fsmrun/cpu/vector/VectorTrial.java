package io.fsmrun.cpu.vector;

/**
 * Decides, call by call, between a loop of vectors and plain code that does the same. Java's
 * vectors are objects until the virtual machine's second compiler has compiled the loop: until then
 * it takes a hundred times as long as it will, and ten times as long as plain code. So at first
 * plain code does the work, and the loop a share of it, which is what has it compiled; once the
 * loop is the faster one several times in a row, it does all of it.
 *
 * <pre>{@code
 * if (TRIAL.isOver()) {
 *   vectors(...);
 * } else {
 *   boolean due = TRIAL.isDue();
 *   long start = System.nanoTime();
 *   ... // one of the two
 *   TRIAL.add(due, bytes, System.nanoTime() - start);
 * }
 * }</pre>
 *
 * <p>A loop has one trial, since code is compiled loop by loop, whatever it is used for. All
 * threads share it, without a lock: a count that is lost between two of them changes when the trial
 * is over, nothing else.
 *
 * <p>The system property {@code fsmrun.vectors} is for tests and measurements: with {@code always}
 * all trials are over from the start, with {@code by-turns} none ever is, and every other call is
 * due.
 */
public final class VectorTrial {

  private static final String MODE = System.getProperty("fsmrun.vectors", "");

  /** Before plain code has taken so long, nothing is tried: short runs end without vectors. */
  static final long FIRST_NANOS = 5_000_000;

  /** The loop takes no more of the time than plain code does, divided by this. */
  static final int SHARE = 2;

  /** After so much of its time the loop is used, whatever it took: no processor is known for it. */
  static final long MOST_NANOS = 3_000_000_000L;

  /**
   * In so many first calls of a loop classes are loaded and linked, which is not compiling it and
   * does not come again: 50 to 115 and 12 to 23 ms where later calls take 0.1 to 0.3. These do not
   * count, or plain code would have to work for twice as long before the next call.
   */
  static final int LOADING_CALLS = 2;

  /** So often in a row the loop must be the faster one. */
  static final int WINS = 4;

  /** What plain code costs is known from about so many batches. */
  private static final int BATCHES = 64;

  /** A call of plain code that takes so many times as long as usual had to wait for something. */
  private static final int LONGEST = 4;

  private final int batch;
  private final boolean byTurns;
  private boolean over;

  /** By turns, whether it was due the last time. */
  private boolean turn;

  /** Of plain code, all in all; and lately, with what was done meanwhile. */
  private long plainNanos;

  private double lateNanos;
  private double lateUnits;

  /** Of the loop, all in all; and in the batch that has begun. */
  private long loopNanos;

  private long batchNanos;
  private long batchUnits;
  private int loadingCalls;
  private int wins;

  /**
   * A trial that is not over, unless the system property says so.
   *
   * @param batch so many units of work, bytes for example, are compared at a time
   */
  public VectorTrial(int batch) {
    this(batch, MODE);
  }

  /**
   * A trial as the system property would have it.
   *
   * @param batch so many units of work are compared at a time
   * @param mode what the property is; empty for what is usual
   */
  public VectorTrial(int batch, String mode) {
    this.batch = batch;
    this.over = mode.equals("always");
    this.byTurns = mode.equals("by-turns");
  }

  /**
   * Whether the loop is to be used from now on.
   *
   * @return true once it is compiled
   */
  public boolean isOver() {
    return over;
  }

  /**
   * Whether the loop is to be tried now, on a small piece of work; else it is left to plain code.
   *
   * @return true if it has had less than its share of the time
   */
  public boolean isDue() {
    if (byTurns) {
      turn = !turn;
      return turn;
    }
    return plainNanos >= FIRST_NANOS && loopNanos <= plainNanos / SHARE;
  }

  /**
   * Says what a call has cost.
   *
   * @param loop whether it was the loop, or plain code
   * @param units work that was done; calls without any may be left out
   * @param nanos how long that took
   */
  public void add(boolean loop, long units, long nanos) {
    if (loop) {
      addLoop(units, nanos);
    } else {
      addPlain(units, nanos);
    }
  }

  private void addPlain(long units, long nanos) {
    plainNanos += nanos;
    boolean known = lateUnits >= batch;
    lateNanos += known ? Math.min((double) nanos, LONGEST * units * lateNanos / lateUnits) : nanos;
    lateUnits += units;
    double most = (double) BATCHES * batch;
    if (lateUnits > most) {
      lateNanos *= most / 2 / lateUnits;
      lateUnits = most / 2;
    }
  }

  private void addLoop(long units, long nanos) {
    if (loadingCalls < LOADING_CALLS) {
      loadingCalls++;
    } else {
      loopNanos += nanos;
    }
    batchNanos += nanos;
    batchUnits += units;
    if (batchUnits >= batch) {
      wins = batchNanos * lateUnits < lateNanos * batchUnits ? wins + 1 : 0;
      batchNanos = 0;
      batchUnits = 0;
    }
    if (!byTurns && (wins >= WINS || loopNanos >= MOST_NANOS)) {
      over = true;
    }
  }
}
