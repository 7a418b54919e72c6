package io.fsmrun.gpu.flow;

import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.ReportOverflowException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;

/**
 * A call of a session on its way through launches. The thread that launches calls {@link #plan},
 * reports and {@link #absorb} in turns until the call is over; the calling thread waits.
 */
abstract class Call {

  private final byte[] input;
  private final int from;
  private final int to;
  private final CountDownLatch released = new CountDownLatch(1);
  private boolean over;
  private boolean waitedFor;
  private boolean isDone;
  private Throwable failure;

  Call(byte[] input, int from, int to) {
    this.input = input;
    this.from = from;
    this.to = to;
  }

  final byte[] input() {
    return input;
  }

  final int from() {
    return from;
  }

  final int to() {
    return to;
  }

  /** The automaton's table, which must be on the device. */
  abstract Resident table();

  /**
   * Puts what shall run next into a launch.
   *
   * @param launch the launch
   * @param table where the table lies
   * @param zero where the byte at index 0 of the input would lie
   */
  abstract void plan(Launch launch, long table, long zero);

  /** Takes in what the launch did. Called after its reports were added. */
  abstract void absorb(Launch launch);

  /** Where reports of a flow are added. */
  abstract ReportEnds ends(int flow);

  /**
   * Adds the reports of a chunk, unless there are too many, or nobody wants them any more.
   *
   * @param flow the flow that reported
   * @param position where it was at the start of the launch
   * @param chunks all chunks
   * @param chunk which
   */
  final synchronized void report(int flow, int position, ReportChunks chunks, int chunk) {
    if (over) {
      return;
    }
    ReportEnds found = ends(flow);
    try {
      for (int i = 0; i < chunks.size(chunk); i++) {
        int record = chunks.record(chunk, i);
        found.addFlags(record & Layout.FLAGS, position + (record >>> Layout.FLAG_BITS));
      }
    } catch (ReportOverflowException e) {
      fail(e);
    }
  }

  final synchronized void absorbIfWanted(Launch launch) {
    if (!over) {
      absorb(launch);
    }
  }

  /** Nothing is left to run. */
  final synchronized void finish() {
    over = true;
  }

  final synchronized void fail(Throwable reason) {
    if (!over) {
      over = true;
      failure = reason;
    }
  }

  final synchronized boolean isOver() {
    return over;
  }

  /** Says that the calling thread waits from now on; whether it has to. */
  final synchronized boolean startWaiting() {
    waitedFor = !isDone;
    return waitedFor;
  }

  /** Whether the calling thread waits. What comes after this need not. */
  final synchronized boolean isWaitedFor() {
    isDone = true;
    return waitedFor;
  }

  /** Lets the calling thread go on. */
  final void release() {
    released.countDown();
  }

  /**
   * Waits until the call is released.
   *
   * @throws CancellationException if the thread is interrupted; nothing that it gave is touched
   *     from then on
   */
  final void await() {
    try {
      released.await();
    } catch (InterruptedException e) {
      fail(e);
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for the device");
    }
    synchronized (this) {
      if (failure instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (failure instanceof Error error) {
        throw error;
      }
    }
  }
}
