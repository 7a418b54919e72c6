package io.fsmrun.scan;

import java.util.function.BooleanSupplier;

/** Waiting for another thread without sleeping, for a moment. */
final class Spin {

  /** To be woken takes about as long. */
  private static final long MOST_NANOS = 50_000;

  private Spin() {}

  /** Asks again and again, until the answer is yes or a moment has passed. */
  static void until(BooleanSupplier isOver) {
    long start = System.nanoTime();
    while (!isOver.getAsBoolean() && System.nanoTime() - start < MOST_NANOS) {
      Thread.onSpinWait();
    }
  }
}
