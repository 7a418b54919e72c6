package io.fsmrun.scan;

import java.util.function.BooleanSupplier;

/** Waiting for another thread without sleeping, for a moment. */
final class Spin {

  /** To be woken takes about as long. */
  static final long BETWEEN_SCANS = 50_000;

  /**
   * In a scan there is more to do soon, and now and then to be woken takes milliseconds: on the
   * processor of the thread that goes on.
   */
  static final long IN_A_SCAN = 200_000;

  private Spin() {}

  /** Asks again and again, until the answer is yes or so many nanoseconds have passed. */
  static void until(BooleanSupplier isOver, long most) {
    long start = System.nanoTime();
    while (!isOver.getAsBoolean() && System.nanoTime() - start < most) {
      Thread.onSpinWait();
    }
  }
}
