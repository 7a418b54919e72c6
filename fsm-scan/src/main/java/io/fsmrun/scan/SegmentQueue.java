package io.fsmrun.scan;

import java.util.ArrayDeque;
import java.util.Collection;

/**
 * The segments of one scan that wait for a thread. The calling thread adds them, and takes those
 * that it comes to before any other did; workers take them, too, but leave the first to it if they
 * can. Thread-safe.
 */
final class SegmentQueue {

  private final ArrayDeque<StreamSegment> waiting = new ArrayDeque<>();
  private int running;
  private Throwable failure;
  private volatile boolean over;

  synchronized void addAll(Collection<StreamSegment> segments) {
    waiting.addAll(segments);
    notifyAll();
  }

  /**
   * The next segment for a worker, as soon as there is one; null if the scan is over. The first
   * that waits is left to the calling thread, which can scan it without a guess when it gets there.
   */
  synchronized StreamSegment take() throws InterruptedException {
    while (waiting.isEmpty() && !over) {
      wait();
    }
    if (over) {
      return null;
    }
    running++;
    StreamSegment first = waiting.remove();
    if (waiting.isEmpty()) {
      return first;
    }
    StreamSegment second = waiting.remove();
    waiting.addFirst(first);
    return second;
  }

  /**
   * Takes the segment that comes next in the stream, unless another thread did.
   *
   * @return whether it is the caller's now
   */
  synchronized boolean claim(StreamSegment segment) {
    checkFailure();
    if (waiting.peek() != segment) {
      return false;
    }
    waiting.remove();
    return true;
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
    checkFailure();
    if (segment.isDone()) {
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

  private void checkFailure() {
    switch (failure) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }
}
