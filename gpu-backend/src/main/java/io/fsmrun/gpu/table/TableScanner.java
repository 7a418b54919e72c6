package io.fsmrun.gpu.table;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Queues;
import io.fsmrun.gpu.device.TentativeDevice;
import io.fsmrun.gpu.input.PieceScan;
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

  private TableFigures figures;
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
    try (TentativeDevice trial = new TentativeDevice(device)) {
      this.compute = trial.newQueue();
      this.copies = trial.newQueue();
      this.results = trial.newQueue();
      for (int i = 0; i < SLOTS; i++) {
        slots[i] = new TableSlot(trial, program, options);
      }
      this.run = new TableRun(trial, program, compute, options, kernels);
      compute.synchronize();
      trial.keep();
    }
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
    Steps steps = new Steps(input, sink);
    boolean more = true;
    while (more) {
      more = steps.next();
      steps.deliver(Integer.MAX_VALUE);
    }
    return figures;
  }

  /**
   * Begins a scan that goes on when the caller says so; another one of this scanner may begin when
   * it has ended or is closed.
   *
   * @param input the input
   * @param sink takes the reports, by end, then rule; called by the thread that goes on
   * @return the scan, at its start
   */
  public Steps begin(ScanInput input, ReportSink sink) {
    return new Steps(input, sink);
  }

  /**
   * What the last scan did that went to its end.
   *
   * @return its figures; null if there was none
   */
  public TableFigures figures() {
    return figures;
  }

  /**
   * One scan, piece by piece. When a piece has been taken through, its reports wait for {@link
   * #deliver}, which has to be called until there are none.
   */
  public final class Steps implements PieceScan {

    private final ScanInput input;
    private final EndOrder order;
    private final int rounds = run.rounds();
    private final long again = run.segmentsAgain();
    private final int turns = run.turns();
    private CursorHeap cursors = new CursorHeap(List.of());
    private TableSlot waiting;
    private TableSlot next;
    private long at;
    private boolean isBegun;
    private boolean isOver;

    private Steps(ScanInput input, ReportSink sink) {
      this.input = input;
      this.order = new EndOrder(program.ruleIds(), sink);
      scanMillis = 0;
      kernelMillis = 0;
      records = 0;
      segments = 0;
      chunks = 0;
    }

    @Override
    public boolean next() throws IOException {
      boolean complete = false;
      try {
        if (!isBegun) {
          start();
        }
        waiting = next;
        next = null;
        if (waiting != null) {
          at = waiting.start + waiting.chunk.bytes();
          next = advance(input, waiting);
          cursors = new CursorHeap(cursors(waiting));
        }
        complete = true;
      } finally {
        if (!complete) {
          close();
        }
      }
      return next != null;
    }

    private void start() throws IOException {
      isBegun = true;
      order.at(0);
      forEachGroup((pass, group) -> order.add(pass.reportsAtStart(group)));
      TableSlot first = fetch(input, slots[0], 0);
      if (first.chunk.bytes() > 0) {
        launch(first, true);
        next = first;
      } else {
        forEachGroup((pass, group) -> order.addFinal(pass.reportsAtStart(group)));
      }
    }

    /**
     * Hands over reports of the piece, those of all groups merged. After the last ones, all reports
     * before the end of the piece but its last byte have been handed over.
     *
     * @param positions of how many places with reports, at most
     * @return whether there are more
     * @throws DeviceException if the device fails
     */
    public boolean deliver(int positions) {
      boolean complete = false;
      try {
        boolean more = merge(positions);
        if (!more) {
          finishPiece();
        }
        complete = true;
        return more;
      } finally {
        if (!complete) {
          close();
        }
      }
    }

    private boolean merge(int positions) {
      for (int i = 0; i < positions; i++) {
        int position = cursors.position();
        if (position == GroupCursor.NONE) {
          return false;
        }
        order.at(waiting.start + position);
        while (cursors.position() == position) {
          order.add(cursors.take());
        }
      }
      return true;
    }

    private void finishPiece() {
      order.at(at);
      if (waiting != null && waiting.chunk.last()) {
        addFinal(waiting);
      }
      waiting = null;
      cursors = new CursorHeap(List.of());
      if (next == null && !isOver) {
        isOver = true;
        order.finish();
        figures = figuresNow();
      }
    }

    private void addFinal(TableSlot slot) {
      for (int p = 0; p < program.passes().size(); p++) {
        TablePass pass = program.passes().get(p);
        for (int g = 0; g < pass.groupCount(); g++) {
          order.addFinal(pass.reportsOfAny(g, slot.passes.get(p).notes().end(g)));
        }
      }
    }

    private TableFigures figuresNow() {
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

    @Override
    public long bytes() {
      return at;
    }

    @Override
    public void close() {
      if (isBegun && !isOver) {
        isOver = true;
        // Work on the way still uses the memory of both chunks, and perhaps that of the input.
        Queues.quiesce(compute, copies, results);
      }
    }
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
  private TableSlot advance(ScanInput input, TableSlot current) throws IOException {
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
    return next;
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
