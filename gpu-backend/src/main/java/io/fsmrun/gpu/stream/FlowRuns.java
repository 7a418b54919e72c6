package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.gpu.input.ScanInput;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A batch of packets of flows as one input: for each flow its history, then its packets, one after
 * the other, so that matches run from packet to packet as they do within one. Only where a flow
 * comes from another batch and goes on to another are there states to be told of: at the end of its
 * history, and at its last byte.
 *
 * <p>Flows change when all is done, all at once: a scan that fails leaves them where they were.
 */
final class FlowRuns implements InputLayout {

  private final StreamProgram program;
  private final RunOrder order;
  private final FlowSink sink;
  private final FlowState state;
  private final RunReports reports;

  /** States at the ends of runs: the run above, the number of the state below. */
  private final LongArrayList kept = new LongArrayList();

  /** By run: the reports that wait, written; null if there are none. */
  private final byte[][] held;

  private final BinaryWriter writer = new BinaryWriter();

  /** Runs before this one have begun; the last of them takes reports. */
  private int begun;

  FlowRuns(StreamProgram program, RunOrder order, FlowSink sink) {
    this.program = program;
    this.order = order;
    this.sink = sink;
    this.state = new FlowState(program);
    this.held = new byte[order.count()][];
    this.reports =
        new RunReports((rule, end) -> this.sink.report(order.flow(begun - 1), rule, end));
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
      if (!order.isScanned(r)) {
        continue;
      }
      boolean whole = order.lengthBefore(r) == order.freshAt(r) - order.startOf(r);
      int flags = (whole ? RunSlot.FIRST : 0) | (order.isEnding(r) ? RunSlot.LAST : 0);
      runs.add(order.startOf(r), order.freshAt(r), order.endOf(r), flags);
      if (order.freshAt(r) > order.startOf(r) && order.freshAt(r) > base) {
        state.read(order.flow(r).state());
        for (int i = 0; i < state.states().size(); i++) {
          runs.resume(state.states().getInt(i), order.freshAt(r));
        }
      }
    }
  }

  @Override
  public void report(int rule, long end) {
    // A match that ends where the next run starts is of the one before, if it is not marked.
    boolean first = (rule & ReportBatch.BEFORE_FIRST) != 0;
    long offset = first ? end + 1 : end;
    int run = Math.max(0, begun - 1);
    while (order.endOf(run) < offset) {
      run++;
    }
    beginUntil(run + 1);
    long inFlow = end - order.freshAt(run) + order.lengthBefore(run);
    // The device reports nothing that another batch did, but what was held back.
    reports.report(rule & ~ReportBatch.BEFORE_FIRST, inFlow);
  }

  private void beginUntil(int end) {
    while (begun < end) {
      finishRun();
      int run = begun++;
      long total = order.lengthAfter(run);
      if (order.isEnding(run)) {
        reports.begin();
      } else {
        reports.begin(total - program.looks().heldPositions() + 1);
      }
      know(run, total);
    }
  }

  /** What is known of a run before its bytes: what waits since the last batch, empty matches. */
  private void know(int run, long total) {
    if (order.lengthBefore(run) > 0) {
      if (program.looks().heldPositions() > 0) {
        state.read(order.flow(run).state());
        for (int i = 0; i < state.heldRules().size(); i++) {
          reports.know(state.heldRules().getInt(i), state.heldEnds().getLong(i));
        }
      }
    } else if (total > 0) {
      for (int rule : program.atStart()) {
        reports.know(rule, 0);
      }
    } else if (order.isEnding(run)) {
      for (int rule : program.reportedOnEmpty()) {
        reports.know(rule, 0);
      }
    }
  }

  private void finishRun() {
    reports.finish();
    if (begun > 0 && !reports.heldRules().isEmpty()) {
      writer.clear();
      FlowState.writeHeld(
          writer, reports.heldRules(), reports.heldEnds(), order.lengthAfter(begun - 1));
      held[begun - 1] = writer.toByteArray();
    }
  }

  @Override
  public void collect(ChunkSlot slot) {
    slot.runs()
        .forEachKept(
            (number, end) -> {
              int run = order.firstEndingAfter(end - 1);
              kept.add((long) run << Integer.SIZE | number);
            });
  }

  @Override
  public void finish() {
    beginUntil(order.count());
    finishRun();
    byte[][] next = new NextStates(program, order, kept, held).all();
    for (int run = 0; run < next.length; run++) {
      if (order.isEnding(run)) {
        order.flow(run).end();
      } else {
        order.flow(run).goOn(next[run]);
      }
    }
  }
}
