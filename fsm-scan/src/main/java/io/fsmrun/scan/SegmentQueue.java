package io.fsmrun.scan;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * The segments of one scan that wait for a thread. The calling thread adds them, and takes those
 * that it comes to before any other did; workers take them, too, but leave the first to it if they
 * can. Where handing over takes long, they leave it a share of each instead. Thread-safe.
 */
final class SegmentQueue {

  /** A segment is late when this part of the time has passed once more that it should take. */
  private static final int LATE_PART = 4;

  private final SegmentCosts costs;
  private final ArrayDeque<StreamSegment> waiting = new ArrayDeque<>();
  private int running;

  /** Bytes of segments that were taken to be recorded, and are not yet handed over. */
  private long takenBytes;

  /** Whether the calling thread hands a segment over, and since when. */
  private boolean handingOver;

  private long handingOverSince;

  /** When the calling thread should be done with the segment that it has claimed. */
  private long claimedUntil;

  private Throwable failure;
  private volatile boolean over;

  /** How many segments wait, for those who do not hold the lock. */
  private volatile int waitingCount;

  /** A queue without segments; who has it may use the costs while the scan lasts. */
  SegmentQueue(SegmentCosts costs) {
    this.costs = costs;
    claimedUntil = System.nanoTime();
  }

  synchronized void addAll(Collection<StreamSegment> segments) {
    waiting.addAll(segments);
    waitingCount = waiting.size();
    notifyAll();
  }

  /**
   * The next segment for a worker, as soon as there is one; null if the scan is over. The first
   * that waits is left to the calling thread, which can scan it without a guess when it gets there,
   * unless that has so much to do before that it would find the segment recorded. Where handing
   * over takes long, and there is something to be handed over, the first is taken in any case, and
   * {@linkplain StreamSegment#isShared shared} with a calling thread that would have to wait for
   * it.
   */
  StreamSegment take() throws InterruptedException {
    Spin.until(() -> waitingCount > 0 || over, Spin.IN_A_SCAN);
    synchronized (this) {
      while (waiting.isEmpty() && !over) {
        wait();
      }
      return over ? null : begin();
    }
  }

  private StreamSegment begin() {
    boolean inTime = isRecordedInTime(waiting.element());
    // A calling thread that has nothing to hand over yet has the time to scan the first.
    boolean dear = costs.isHandingOverDear() && takenBytes > 0;
    StreamSegment taken = begin(!dear && !inTime && waiting.size() > 1);
    if (dear && !inTime) {
      taken.share();
    }
    return taken;
  }

  /** Whether handing over takes the calling thread about as long as recording takes others. */
  synchronized boolean isHandingOverDear() {
    return costs.isHandingOverDear();
  }

  private boolean isRecordedInTime(StreamSegment segment) {
    long now = System.nanoTime();
    double handedOver = handingOver ? now - handingOverSince : 0;
    double untilThere =
        Math.max(0, claimedUntil - now) + Math.max(0, costs.toHandOver(takenBytes) - handedOver);
    return untilThere > costs.toRecord(segment.length());
  }

  /** Takes the first segment or the second, for a thread that is to work on it. */
  private StreamSegment begin(boolean second) {
    running++;
    StreamSegment first = waiting.remove();
    StreamSegment taken = first;
    if (second) {
      taken = waiting.remove();
      waiting.addFirst(first);
    }
    waitingCount = waiting.size();
    takenBytes += taken.length();
    taken.begin(System.nanoTime());
    return taken;
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
    waitingCount = waiting.size();
    claimedUntil = System.nanoTime() + (long) costs.toScan(segment.length());
    return true;
  }

  /**
   * Waits for a segment to be done.
   *
   * @return another one, to be scanned while that is not the case, or if the segment is late where
   *     handing over takes long; null if it is done, and is handed over from now on
   * @throws InterruptedException if the thread is interrupted
   */
  StreamSegment await(StreamSegment segment) throws InterruptedException {
    long late = late(segment);
    Spin.until(
        () -> segment.isDone() || waitingCount > 0 && System.nanoTime() - late >= 0,
        Spin.IN_A_SCAN);
    synchronized (this) {
      while (!segment.isDone() && failure == null) {
        long left = late - System.nanoTime();
        if (waiting.isEmpty()) {
          wait();
        } else if (left > 0) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } else {
          break;
        }
      }
      checkFailure();
      handingOver = segment.isDone();
      handingOverSince = System.nanoTime();
      return handingOver ? null : begin(false);
    }
  }

  /** Until when nothing else is begun while a segment is waited for. */
  private synchronized long late(StreamSegment segment) {
    long expected = (long) costs.toRecord(segment.length());
    return costs.isHandingOverDear()
        ? segment.begun() + expected + expected / LATE_PART
        : System.nanoTime();
  }

  /** A segment was recorded, in so many nanoseconds. */
  synchronized void done(StreamSegment segment, long nanos) {
    costs.recorded(segment.length(), nanos);
    end(segment);
  }

  /** A segment was handed over that had been taken, in so many nanoseconds. */
  synchronized void handedOver(StreamSegment segment, long nanos) {
    takenBytes -= segment.length();
    handingOver = false;
    costs.handedOver(segment.length(), nanos);
  }

  /** A segment was scanned that had been claimed, in so many nanoseconds. */
  synchronized void scanned(StreamSegment segment, long nanos) {
    costs.scanned(segment.length(), nanos);
  }

  private void end(StreamSegment segment) {
    running--;
    segment.setDone();
    notifyAll();
  }

  synchronized void failed(StreamSegment segment, Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
    end(segment);
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
    waitingCount = 0;
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
