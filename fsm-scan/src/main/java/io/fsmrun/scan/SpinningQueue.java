package io.fsmrun.scan;

import java.util.concurrent.LinkedBlockingQueue;

/** Tasks for threads that look for the next one for a moment before they sleep. Thread-safe. */
@SuppressWarnings("serial") // It is not written.
final class SpinningQueue extends LinkedBlockingQueue<Runnable> {

  @Override
  public Runnable take() throws InterruptedException {
    Spin.until(() -> !isEmpty(), Spin.BETWEEN_SCANS);
    return super.take();
  }
}
