package io.fsmrun.scan;

import java.util.ArrayDeque;

/**
 * The segments of one scan that wait for a thread. The calling thread adds and awaits them; it and
 * the workers take them, the first first. Thread-safe.
 */
final class SegmentQueue {

  private final ArrayDeque<StreamSegment> waiting = new ArrayDeque<>();
  private int running;
  private Throwable failure;
  private volatile boolean over;

  synchronized void add(StreamSegment segment) {
    waiting.add(segment);
    notifyAll();
  }

  /** The next segment, as soon as there is one; null if the scan is over. */
  synchronized StreamSegment take() throws InterruptedException {
    while (waiting.isEmpty() && !over) {
      wait();
    }
    return begin();
  }

  /**
   * Waits for a segment to be done.
   *
   * @return another one, to be scanned while that is not the case; null if it is
   * @throws InterruptedException if the thread is interrupted
   */
  synchronized StreamSegment await(StreamSegment segment) throws InterruptedException {
    while (!segment.isDone() && failure == null && waiting.isEmpty()) {
      wait();
    }
    if (failure != null) {
      throw rethrown(failure);
    }
    return segment.isDone() ? null : begin();
  }

  private StreamSegment begin() {
    if (over) {
      return null;
    }
    running++;
    return waiting.remove();
  }

  synchronized void done(StreamSegment segment) {
    running--;
    segment.setDone();
    notifyAll();
  }

  synchronized void failed(StreamSegment segment, Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    done(segment);
  }

  /** Whether the results of segments are not wanted any more. */
  boolean isOver() {
    return over;
  }

  /**
   * Ends the scan: when this returns, no thread looks at its bytes. An interrupt meanwhile is kept
   * for later.
   */
  synchronized void end() {
    over = true;
    waiting.clear();
    notifyAll();
    boolean interrupted = false;
    while (running > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static IllegalStateException rethrown(Throwable failure) {
    switch (failure) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
