package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.gpu.input.ScanInput;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A batch of packets of flows as one input: for each flow its history, then its packets, one after
 * the other, so that matches run from packet to packet as they do within one. Only where a flow
 * comes from another batch and goes on to another are there states to be told of: at the end of its
 * history, and at its last byte.
 *
 * <p>What is active in flows changes when all is done, all at once. States of flows that come from
 * the batch right before are taken from there, where they are known before that is done.
 */
final class FlowRuns implements InputLayout, RunSpans.Runs {

  private final StreamProgram program;
  private final RunOrder order;
  private final FlowState state;
  private final RunSpans spans;
  private final LeftStates left;
  private final BinaryWriter writer = new BinaryWriter();

  /** The batch before; not kept longer than this one. */
  private FlowRuns previous;

  private boolean isDone;

  /** By run: the reports that wait, written; null if there are none. */
  private final byte[][] held;

  /**
   * A batch.
   *
   * @param previous the batch before, whose runs the order knows; null if it is done
   */
  FlowRuns(StreamProgram program, RunOrder order, FlowRuns previous, SpanSink sink) {
    this.program = program;
    this.order = order;
    this.previous = previous;
    this.state = new FlowState(program);
    this.held = new byte[order.count()][];
    this.left = new LeftStates(order.count());
    this.spans = new RunSpans(program, this, sink);
  }

  /** The bytes of all runs. */
  ScanInput input() {
    return ScanInput.of(order.totalBytes(), order::fill);
  }

  @Override
  public void locate(ChunkSlot slot) {
    long base = slot.start - StreamProgram.OVERLAP;
    int first = order.firstEndingAfter(Math.max(0, base));
    int last = order.firstStartingFrom(slot.start + slot.piece.bytes());
    RunSlot runs = slot.beginRuns(Math.max(0, last - first));
    for (int r = first; r < last; r++) {
      if (order.isScanned(r)) {
        boolean whole = order.lengthBefore(r) == order.freshAt(r) - order.startOf(r);
        int flags = (whole ? RunSlot.FIRST : 0) | (order.isEnding(r) ? RunSlot.LAST : 0);
        runs.add(order.startOf(r), order.freshAt(r), order.endOf(r), flags);
        slot.listed().add(r);
      }
    }
  }

  @Override
  public void resume(ChunkSlot slot) {
    long base = slot.start - StreamProgram.OVERLAP;
    if (previous != null) {
      previous.left.sort();
    }
    for (int i = 0; i < slot.listed().size(); i++) {
      int run = slot.listed().getInt(i);
      if (order.freshAt(run) > order.startOf(run) && order.freshAt(run) > base) {
        resume(slot.runs(), run);
      }
    }
  }

  private void resume(RunSlot runs, int run) {
    int before = order.previousRun(run);
    if (before != RunOrder.NO_RUN && previous.order.isFresh(before)) {
      LeftStates of = previous.left;
      for (int i = of.from(before); i < of.to(before); i++) {
        runs.resume(of.number(i), order.freshAt(run));
      }
    } else if (order.flow(run).tail() != null) {
      readState(run);
      for (int i = 0; i < state.states().size(); i++) {
        runs.resume(state.states().getInt(i), order.freshAt(run));
      }
    }
  }

  /** What was active in a flow before the batch, once the one before is done. */
  private void readState(int run) {
    state.readHead(order.headBefore(run));
    state.readTail(order.flow(run).tail());
  }

  @Override
  public void collect(ChunkSlot slot) {
    slot.runs().forEachKept((number, end) -> left.add(order.firstEndingAfter(end - 1), number));
  }

  @Override
  public void take(ChunkSlot slot, int fromWindow, int toWindow) {
    spans.take(slot, fromWindow, toWindow);
  }

  @Override
  public void finish() {
    spans.finish();
    left.sort();
    byte[][] tails = new byte[order.count()][];
    RunShares.inParallel(order.count(), (from, to) -> writeTails(tails, from, to));
    order.complete(tails);
    previous = null;
    isDone = true;
  }

  private void writeTails(byte[][] tails, int from, int to) {
    BinaryWriter out = new BinaryWriter();
    IntArrayList states = new IntArrayList();
    for (int run = from; run < to; run++) {
      if (order.isEnding(run) || left.from(run) == left.to(run) && held[run] == null) {
        continue;
      }
      out.clear();
      left.ordered(run, states);
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
  public void tellKnown(int run) {
    long total = order.lengthAfter(run);
    if (order.lengthBefore(run) > 0) {
      boolean changes = order.isFresh(run) || order.isEnding(run);
      if (changes && program.looks().heldPositions() > 0) {
        // The device reports nothing that another batch did, but what was held back.
        readState(run);
        for (int i = 0; i < state.heldRules().size(); i++) {
          spans.know(program.indexOf(state.heldRules().getInt(i)), state.heldEnds().getLong(i));
        }
      }
    } else if (total > 0) {
      for (int rule : program.atStart()) {
        spans.know(program.indexOf(rule), 0);
      }
    } else if (order.isEnding(run)) {
      for (int rule : program.reportedOnEmpty()) {
        spans.know(program.indexOf(rule), 0);
      }
    }
  }

  @Override
  public void hold(int run, IntArrayList rules, LongArrayList ends) {
    IntArrayList ids = new IntArrayList(rules.size());
    for (int i = 0; i < rules.size(); i++) {
      ids.add(program.ruleIds()[rules.getInt(i)]);
    }
    writer.clear();
    FlowState.writeHeld(writer, ids, ends, order.lengthAfter(run));
    held[run] = writer.toByteArray();
  }

  @Override
  public PacketFlow[] flows() {
    return order.flows();
  }
}
