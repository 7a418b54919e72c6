package io.fsmrun.gpu.table;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Queues;
import io.fsmrun.gpu.input.ScanInput;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Scans inputs of any length with tables on a GPU. Reports are those of a sequential scan, in
 * order.
 *
 * <p>Input goes through in chunks, two of them on the way: while the kernels run over one, the next
 * is copied to the device and the reports of the one before are handed over. Memory does not grow
 * with the input, nor with the number of reports. For one thread at a time.
 */
public final class TableScanner implements AutoCloseable {

  private static final int SLOTS = 2;

  private final TableProgram program;
  private final TableOptions options;
  private final int atOnce;
  private final Queue compute;
  private final Queue copies;
  private final Queue results;
  private final TableSlot[] slots = new TableSlot[SLOTS];
  private final TableRun run;

  private double scanMillis;
  private double kernelMillis;
  private long records;
  private long segments;
  private int chunks;

  /**
   * Makes a scanner: loads the kernels and copies the tables.
   *
   * @param device where to run; it must outlive the scanner
   * @param program what to scan for, compiled for this device
   * @param options how to cut and move data
   * @throws DeviceException if the device refuses or has too little memory
   */
  public TableScanner(Device device, TableProgram program, TableOptions options) {
    this(device, program, options, TableKernels.load(device));
  }

  /** The same with kernels that are loaded already. */
  TableScanner(Device device, TableProgram program, TableOptions options, TableKernels kernels) {
    this.program = program;
    this.options = options;
    this.atOnce = SegmentPlan.atOnce(program, device.facts());
    this.compute = device.newQueue();
    this.copies = device.newQueue();
    this.results = device.newQueue();
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new TableSlot(device, program, options);
    }
    this.run = new TableRun(device, program, compute, options, kernels);
    compute.synchronize();
  }

  /**
   * Scans an input.
   *
   * @param input the input
   * @param sink takes the reports, by end, then rule; called by this thread
   * @return what the scan did
   * @throws IOException if reading fails
   * @throws DeviceException if the device fails; reports handed over before are right
   */
  public TableFigures scan(ScanInput input, ReportSink sink) throws IOException {
    scanMillis = 0;
    kernelMillis = 0;
    records = 0;
    segments = 0;
    chunks = 0;
    final int rounds = run.rounds();
    final long again = run.segmentsAgain();
    final int turns = run.turns();
    EndOrder order = new EndOrder(program.ruleIds(), sink);
    order.at(0);
    forEachGroup((pass, group) -> order.add(pass.reportsAtStart(group)));
    long at;
    boolean complete = false;
    try {
      at = run(input, order);
      complete = true;
    } finally {
      if (!complete) {
        // Work on the way still uses the memory of both chunks, and perhaps that of the input.
        Queues.quiesce(compute, copies, results);
      }
    }
    order.finish();
    return new TableFigures(
        at,
        records,
        chunks,
        segments,
        run.rounds() - rounds,
        run.segmentsAgain() - again,
        run.turns() - turns,
        scanMillis,
        kernelMillis);
  }

  /** Takes all chunks through; returns how many bytes they have. */
  private long run(ScanInput input, EndOrder order) throws IOException {
    TableSlot current = fetch(input, slots[0], 0);
    if (current.chunk.bytes() == 0) {
      forEachGroup((pass, group) -> order.addFinal(pass.reportsAtStart(group)));
      return 0;
    }
    long at = 0;
    launch(current, true);
    while (current != null) {
      at = current.start + current.chunk.bytes();
      current = advance(input, current, order);
    }
    return at;
  }

  private interface GroupAction {
    void accept(TablePass pass, int group);
  }

  private void forEachGroup(GroupAction action) {
    for (TablePass pass : program.passes()) {
      for (int g = 0; g < pass.groupCount(); g++) {
        action.accept(pass, g);
      }
    }
  }

  /** Ends a chunk that was launched, and launches the next one, which is returned. */
  private TableSlot advance(ScanInput input, TableSlot current, EndOrder order) throws IOException {
    TableSlot next = null;
    if (!current.chunk.last()) {
      TableSlot other = current == slots[0] ? slots[1] : slots[0];
      next = fetch(input, other, current.start + current.chunk.bytes());
      if (next.chunk.bytes() == 0) {
        throw new IllegalStateException("an empty chunk after one that was not the last");
      }
    }
    run.settle(current);
    scanMillis += current.passed.millisSince(current.begun);
    kernelMillis += current.scanned.millisSince(current.begun);
    run.copyReports(current, results);
    results.record(current.delivered);
    if (next != null) {
      launch(next, false);
    }
    current.delivered.await();
    deliver(current, order);
    return next;
  }

  /** Hands over the reports of a chunk, those of all groups merged. */
  private void deliver(TableSlot slot, EndOrder order) {
    List<GroupCursor> cursors = cursors(slot);
    while (true) {
      int position = GroupCursor.NONE;
      for (GroupCursor cursor : cursors) {
        position = Math.min(position, cursor.position());
      }
      if (position == GroupCursor.NONE) {
        break;
      }
      order.at(slot.start + position);
      for (GroupCursor cursor : cursors) {
        if (cursor.position() == position) {
          order.add(cursor.take());
        }
      }
    }
    if (slot.chunk.last()) {
      order.at(slot.start + slot.chunk.bytes());
      for (int p = 0; p < program.passes().size(); p++) {
        TablePass pass = program.passes().get(p);
        for (int g = 0; g < pass.groupCount(); g++) {
          order.addFinal(pass.reportsOfAny(g, slot.passes.get(p).notes().end(g)));
        }
      }
    }
  }

  private List<GroupCursor> cursors(TableSlot slot) {
    List<GroupCursor> cursors = new ArrayList<>();
    for (int p = 0; p < program.passes().size(); p++) {
      TablePass pass = program.passes().get(p);
      PassSlot out = slot.passes.get(p);
      PassNotes notes = out.notes();
      records += notes.total();
      boolean whole = notes.total() <= options.windowRecords();
      MemorySegment host = out.hostRecords().segment();
      int index = p;
      for (int g = 0; g < pass.groupCount(); g++) {
        int from = notes.offset(g, pass.groupCount());
        int to = notes.offset(g + 1, pass.groupCount());
        if (from < to) {
          cursors.add(
              new GroupCursor(
                  pass,
                  whole ? host : null,
                  from,
                  to,
                  options.windowRecords(),
                  (first, count) -> {
                    run.fetchWindow(slot, index, first, count);
                    return host;
                  }));
        }
      }
    }
    return cursors;
  }

  /** Takes the next chunk of input and starts to copy it. */
  private TableSlot fetch(ScanInput input, TableSlot slot, long start) throws IOException {
    slot.chunk = input.next(input.isStaged() ? slot.stage() : null, 0, null, options.chunkBytes());
    slot.start = start;
    slot.plan = SegmentPlan.of(slot.chunk.bytes(), options, atOnce);
    if (slot.chunk.bytes() > 0) {
      copies.copyIn(slot.text, 0, slot.chunk.buffer(), slot.chunk.from(), slot.chunk.bytes());
    }
    copies.record(slot.copied);
    return slot;
  }

  private void launch(TableSlot slot, boolean first) {
    compute.waitFor(slot.copied);
    run.launch(slot, first);
    segments += slot.plan.segments();
    chunks++;
  }

  /** Gives all memory back. */
  @Override
  public void close() {
    compute.synchronize();
    copies.synchronize();
    results.synchronize();
    run.close();
    for (TableSlot slot : slots) {
      slot.close();
    }
    compute.close();
    copies.close();
    results.close();
  }
}
