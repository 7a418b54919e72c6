package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.input.HostThreads;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Batches of packets of flows, one after the other. Each is brought into order by other threads
 * while the one before is staged and scanned: where flows stand after a batch follows from its
 * packets alone, only what is active there has to wait for the kernels.
 *
 * <p>For one thread.
 */
final class FlowBatches implements Supplier<PiecePipeline.Work> {

  private final StreamProgram program;
  private final Iterator<PacketBatch> batches;
  private final HostThreads threads;
  private final SpanSink sink;

  /** Batches that were begun and are not done, in order. */
  private final Deque<FlowRuns> open = new ArrayDeque<>();

  /** Memory of batches that are done, for those to come. */
  private final Queue<TailStates> spare = new ConcurrentLinkedQueue<>();

  private CompletableFuture<FlowRuns> ahead;
  private RuntimeException failure;
  private boolean isBegun;

  /**
   * Nothing is taken yet.
   *
   * @param threads bring batches into order, stage them, and take apart what is reported
   */
  FlowBatches(
      StreamProgram program, Iterator<PacketBatch> batches, HostThreads threads, SpanSink sink) {
    this.program = program;
    this.batches = batches;
    this.threads = threads;
    this.sink = sink;
  }

  /** The next batch; null after the last, and where one cannot be taken: see {@link #end}. */
  @Override
  public PiecePipeline.Work get() {
    while (!open.isEmpty() && open.peek().isDone()) {
      open.remove();
    }
    if (!isBegun) {
      isBegun = true;
      orderNext(null);
    }
    FlowRuns next = null;
    try {
      next = ahead == null ? null : takeAhead();
    } catch (RuntimeException e) {
      failure = e;
    }
    if (next == null) {
      return null;
    }
    orderNext(next);
    return new PiecePipeline.Work(next.input(), next);
  }

  private FlowRuns takeAhead() {
    try {
      FlowRuns next = ahead.join();
      open.add(next);
      return next;
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    } finally {
      ahead = null;
    }
  }

  private void orderNext(FlowRuns previous) {
    try {
      if (batches.hasNext()) {
        PacketBatch batch = batches.next();
        ahead = threads.ahead(() -> order(batch, previous));
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private FlowRuns order(PacketBatch batch, FlowRuns previous) {
    RunOrder before = previous == null ? null : previous.order();
    RunOrder order = new RunOrder(program, batch, before, threads);
    return new FlowRuns(program, order, previous, threads, spare, sink);
  }

  /** After the last batch: fails if one could not be taken; those before it are done. */
  void end() {
    if (failure != null) {
      throw failure;
    }
  }

  /** After a failure: flows stand behind the batches that are done. */
  void goBack() {
    if (ahead != null) {
      try {
        takeAhead();
      } catch (RuntimeException e) {
        // It has changed nothing, and is not what failed first.
      }
    }
    while (!open.isEmpty()) {
      FlowRuns last = open.removeLast();
      if (!last.isDone()) {
        last.goBack();
      }
    }
  }
}
