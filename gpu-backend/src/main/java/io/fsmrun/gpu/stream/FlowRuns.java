package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.gpu.input.HostThreads;
import io.fsmrun.gpu.input.ScanInput;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * A batch of packets of flows as one input: for each flow its history, then its packets, one after
 * the other, so that matches run from packet to packet as they do within one. Only where a flow
 * comes from another batch and goes on to another are there states to be told of: at the end of its
 * history, and at its last byte.
 *
 * <p>What is active in flows changes when all is done, all at once. States of flows that come from
 * the batch right before pass from kernel to kernel on the device, before that is done.
 */
final class FlowRuns implements InputLayout, RunSpans.Runs {

  private final StreamProgram program;
  private final RunOrder order;
  private final HostThreads threads;
  private final RunSpans spans;
  private final TailStates left;

  /** What batches that are done leave to later ones. */
  private final Queue<TailStates> spare;

  /** The batch before; not kept longer than this one. */
  private FlowRuns previous;

  private boolean isDone;

  /** By run: what is active after the batch, once that is done. */
  private final byte[][] tails;

  /** Of the last piece that is done: what it leaves is being copied; null if it is not. */
  private CompletableFuture<Integer> copy;

  /** By run: the reports that wait, written; null if there are none. */
  private final byte[][] held;

  /**
   * A batch.
   *
   * @param previous the batch before, whose runs the order knows; null if it is done
   * @param spare memory of batches that are done; for several threads
   */
  FlowRuns(
      StreamProgram program,
      RunOrder order,
      FlowRuns previous,
      HostThreads threads,
      Queue<TailStates> spare,
      SpanSink sink) {
    this.program = program;
    this.order = order;
    this.previous = previous;
    this.threads = threads;
    this.held = new byte[order.count()][];
    this.tails = new byte[order.count()][];
    this.spare = spare;
    TailStates used = spare.poll();
    this.left = used == null ? new TailStates() : used;
    left.begin();
    this.spans = new RunSpans(program, this, threads, sink);
  }

  /** The bytes of all runs. */
  ScanInput input() {
    return ScanInput.of(order.totalBytes(), order::fill, threads);
  }

  @Override
  public void locate(ChunkSlot slot) {
    long base = slot.start - StreamProgram.OVERLAP;
    int first = order.firstEndingAfter(Math.max(0, base));
    int last = order.firstStartingFrom(slot.start + slot.piece.bytes());
    int before = order.scannedBefore(first);
    int count = last <= first ? 0 : order.scannedBefore(last) - before;
    int previousRuns = previous == null ? 0 : previous.order.scannedBefore(previous.order.count());
    RunSlot runs = slot.beginRuns(count, before, previousRuns);
    slot.listed().size(count);
    int range = Math.max(0, last - first);
    KnownStates[] known = new KnownStates[threads.sharesOf(range)];
    threads.inParallel(
        range,
        known.length,
        (share, from, to) -> {
          known[share] = new KnownStates(new IntArrayList(), new IntArrayList());
          FlowState state = new FlowState(program);
          for (int r = first + from; r < first + to; r++) {
            if (order.isScanned(r)) {
              list(slot, runs, order.scannedBefore(r) - before, r);
              known[share].add(r, runs, this, state);
            }
          }
        });
    resume(runs.resumed(), known);
  }

  private void list(ChunkSlot slot, RunSlot runs, int index, int run) {
    boolean whole = order.lengthBefore(run) == order.freshAt(run) - order.startOf(run);
    int flags = (whole ? RunSlot.FIRST : 0) | (order.isEnding(run) ? RunSlot.LAST : 0);
    boolean comes = order.isResumed(run) && isLeft(run);
    int from = comes ? previous.order.scannedBefore(order.previousRun(run)) : RunSlot.NO_PREVIOUS;
    runs.set(index, order.startOf(run), order.freshAt(run), order.endOf(run), flags, from);
    slot.listed().set(index, run);
  }

  /** Puts in what is active in flows that the batch before, which is not done, leaves alone. */
  private void resume(ResumedStates resumed, KnownStates[] known) {
    int[] first = new int[known.length];
    int all = 0;
    for (int share = 0; share < first.length; share++) {
      first[share] = all;
      all = Math.addExact(all, known[share].numbers().size());
    }
    resumed.beginKnown(all);
    if (all > 0) {
      threads.inParallel(
          first.length,
          first.length,
          (share, from, to) -> known[share].putInto(resumed, first[share]));
    }
  }

  /** States, and after which byte of a piece they are active. */
  private record KnownStates(IntArrayList numbers, IntArrayList places) {

    /** Adds those that the flow of a run comes with, if the batch before leaves it alone. */
    void add(int run, RunSlot runs, FlowRuns of, FlowState state) {
      int place = runs.placeBefore(of.order.freshAt(run));
      if (place >= 0 && of.order.isResumed(run) && !of.isLeft(run)) {
        state.readStates(of.order.flow(run).tail());
        numbers.addAll(state.states());
        while (places.size() < numbers.size()) {
          places.add(place);
        }
      }
    }

    void putInto(ResumedStates resumed, int first) {
      for (int i = 0; i < numbers.size(); i++) {
        resumed.set(first + i, numbers.getInt(i), places.getInt(i));
      }
    }
  }

  /** What is active in a flow before the batch; those before are done. */
  private byte[] tailBefore(int run) {
    // Flows lie all over memory, tails of the batch before in the order of its runs.
    return isLeft(run) ? previous.tails[order.previousRun(run)] : order.flow(run).tail();
  }

  /** Whether the flow of a run was scanned in the batch before, which is not done. */
  private boolean isLeft(int run) {
    int before = order.previousRun(run);
    return before != RunOrder.NO_RUN && previous.order.isFresh(before);
  }

  @Override
  public void collect(ChunkSlot slot) {
    endCopy();
    // Asked now: when the copy is made, another piece may have begun.
    int count = slot.runs().leftCount();
    if (count > 0) {
      MemorySegment states = slot.runs().leftStates();
      if (threads.count() == 1) {
        left.add(states, count);
      } else {
        copy = threads.ahead(() -> left.add(states, count));
      }
    }
  }

  /** Waits for the copy of what a piece leaves, whose memory may be used again then. */
  private void endCopy() {
    if (copy != null) {
      copy.join();
      copy = null;
    }
  }

  @Override
  public void take(ChunkSlot slot, int fromWindow, int toWindow) {
    spans.take(slot, fromWindow, toWindow);
  }

  @Override
  public void finish() {
    spans.finish();
    endCopy();
    threads.inParallel(order.count(), this::writeTails);
    order.complete(tails, threads);
    spare.add(left);
    previous = null;
    isDone = true;
  }

  private void writeTails(int from, int to) {
    BinaryWriter out = new BinaryWriter();
    IntArrayList states = new IntArrayList();
    int entry = left.firstOf(order.scannedBefore(from));
    for (int run = from; run < to; run++) {
      states.clear();
      if (order.isScanned(run)) {
        entry = left.take(entry, order.scannedBefore(run), states);
      }
      if (order.isEnding(run) || states.isEmpty() && held[run] == null) {
        continue;
      }
      out.clear();
      FlowState.writeStates(out, states);
      if (held[run] == null) {
        out.writeInt(0);
      } else {
        FlowState.writeAll(out, held[run]);
      }
      tails[run] = out.toByteArray();
    }
  }

  /** Flows go back to where they stood; those after it went back before. */
  void goBack() {
    if (copy != null) {
      // Whatever came of it; what failed first is told.
      copy.handle((done, failure) -> done).join();
    }
    order.goBack();
  }

  /** Whether flows have changed for good. */
  boolean isDone() {
    return isDone;
  }

  RunOrder order() {
    return order;
  }

  @Override
  public int count() {
    return order.count();
  }

  @Override
  public long originOf(int run) {
    return order.freshAt(run) - order.lengthBefore(run);
  }

  @Override
  public long heldFrom(int run) {
    long total = order.lengthAfter(run);
    return order.isEnding(run) ? Long.MAX_VALUE : total - program.looks().heldPositions() + 1;
  }

  /** What waits since the last batch, empty matches. Nothing of a flow that stays where it was. */
  @Override
  public void tellKnown(int run, RunWalk walk) {
    long total = order.lengthAfter(run);
    if (order.lengthBefore(run) > 0) {
      boolean changes = order.isFresh(run) || order.isEnding(run);
      if (changes && program.looks().heldPositions() > 0) {
        // The device reports nothing that another batch did, but what was held back.
        FlowState state = walk.state();
        state.readHeld(tailBefore(run), order.lengthBefore(run));
        for (int i = 0; i < state.heldRules().size(); i++) {
          walk.know(program.indexOf(state.heldRules().getInt(i)), state.heldEnds().getLong(i));
        }
      }
    } else if (total > 0) {
      for (int rule : program.atStart()) {
        walk.know(program.indexOf(rule), 0);
      }
    } else if (order.isEnding(run)) {
      for (int rule : program.reportedOnEmpty()) {
        walk.know(program.indexOf(rule), 0);
      }
    }
  }

  @Override
  public void hold(int run, IntArrayList rules, LongArrayList ends, BinaryWriter writer) {
    writer.clear();
    FlowState.writeHeld(writer, program.ruleIds(), rules, ends, order.lengthAfter(run));
    held[run] = writer.toByteArray();
  }

  @Override
  public PacketFlow[] flows() {
    return order.flows();
  }
}
