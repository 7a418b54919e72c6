package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Queue;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a program over chunks of one input, each cut into segments.
 *
 * <p>What the first segment of a chunk starts in is known. The others are taken to start in what a
 * run from the automaton's start over some bytes before them ends in. Where the segment before
 * turns out to end in something else, they run again, until nothing differs; first only those, then
 * all that come after, and if that takes too many rounds, one after the other. Reports are counted
 * and written after that.
 */
final class TableRun implements AutoCloseable {

  private static final int THREADS = 256;
  private static final int SUM_THREADS = 1024;

  /** Blocks of 256 threads that look into pieces again, for each multiprocessor. */
  private static final int AGAIN_BLOCKS = 8;

  /** Every so many rounds, all segments run again, as if a state went on. */
  private static final int SPREAD_ROUND = 4;

  /** After so many rounds, segments run one after the other. */
  private static final int LAST_ROUND = 27;

  private final TableKernels kernels;
  private final Queue queue;
  private final int lookBack;
  private final int windowRecords;
  private final int againBlocks;
  private final List<PassOnDevice> passes = new ArrayList<>();

  private int rounds;
  private long segmentsAgain;
  private int turns;

  TableRun(
      Device device,
      TableProgram program,
      Queue queue,
      TableOptions options,
      TableKernels kernels) {
    this.kernels = kernels;
    this.queue = queue;
    this.lookBack = options.lookBackBytes();
    this.windowRecords = options.windowRecords();
    this.againBlocks = AGAIN_BLOCKS * device.facts().processors();
    int mostSegments =
        SegmentPlan.mostSegments(options, SegmentPlan.atOnce(program, device.facts()));
    for (TablePass pass : program.passes()) {
      passes.add(new PassOnDevice(device, queue, kernels, pass, options, mostSegments));
    }
  }

  /** Starts all work on a chunk that has been copied; nothing is waited for. */
  void launch(TableSlot slot, boolean first) {
    for (PassOnDevice pass : passes) {
      if (first) {
        for (int g = 0; g < pass.pass().groupCount(); g++) {
          pass.setStart(g, pass.pass().origin(g));
        }
      }
      pass.copyStarts(queue);
    }
    queue.record(slot.begun);
    for (int p = 0; p < passes.size(); p++) {
      PassNotes notes = slot.passes.get(p).notes();
      notes.clear(queue);
      scanAll(slot, p);
    }
    queue.record(slot.passed);
    for (int p = 0; p < passes.size(); p++) {
      compare(slot, p);
      report(slot, p);
    }
    queue.record(slot.scanned);
  }

  /** Runs all segments of a chunk. */
  private void scanAll(TableSlot slot, int p) {
    PassOnDevice pass = passes.get(p);
    Arguments arguments =
        scan(slot, pass)
            .int32(0)
            .buffer(pass.origins(), (long) TableLayout.MOST_GROUPS * Integer.BYTES)
            .buffer(pass.origins())
            .int32(1)
            .int64(0)
            .int64(0);
    launchScan(slot, p, Math.ceilDiv(slot.plan.segments(), pass.chains()), arguments);
  }

  /** Runs those segments again that were found to be wrong. */
  private void scanListed(TableSlot slot, int p, int wrong) {
    PassOnDevice pass = passes.get(p);
    Arguments arguments =
        scan(slot, pass)
            .int32(0)
            .buffer(pass.origins())
            .buffer(pass.origins())
            .int32(1)
            .buffer(pass.listed())
            .buffer(slot.passes.get(p).notes().buffer());
    launchScan(slot, p, wrong, arguments);
  }

  /**
   * Runs all segments again from the first wrong one on, as if what it starts in went on: a state
   * that is kept up for long, such as that after the first half of a rule with a gap.
   */
  private void scanFrom(TableSlot slot, int p, int first) {
    PassOnDevice pass = passes.get(p);
    long offset = (long) first * Integer.BYTES;
    Arguments arguments =
        scan(slot, pass)
            .int32(first)
            .buffer(pass.starts(), offset)
            .buffer(pass.starts(), offset)
            .int32(slot.plan.segments())
            .int64(0)
            .int64(0);
    int lanes = Math.ceilDiv(slot.plan.segments() - first, pass.chains());
    launchScan(slot, p, lanes, arguments);
  }

  private Arguments scan(TableSlot slot, PassOnDevice pass) {
    TableLayout layout = pass.pass().layout();
    return new Arguments()
        .buffer(slot.text)
        .int32(slot.plan.length())
        .int32(slot.plan.segmentBytes())
        .int32(slot.plan.segments())
        .int32(lookBack)
        .buffer(pass.image())
        .int32(pass.tableBytes() / TableLayout.QUAD)
        .int32(layout.stride())
        .int32(layout.hotEnd(pass.tableBytes()))
        .int32((int) layout.base())
        .buffer(pass.image(), layout.base())
        .int32(layout.reportBit());
  }

  private void launchScan(TableSlot slot, int p, int lanes, Arguments arguments) {
    PassOnDevice pass = passes.get(p);
    arguments.buffer(pass.starts()).buffer(pass.ends()).buffer(slot.passes.get(p).pieces());
    queue.launch(pass.scan(), pass.grid(lanes), arguments);
  }

  /** Runs segments one after the other. */
  private void chain(TableSlot slot, int p, int first) {
    PassOnDevice pass = passes.get(p);
    TableLayout layout = pass.pass().layout();
    Arguments arguments =
        new Arguments()
            .buffer(slot.text)
            .int32(slot.plan.length())
            .int32(slot.plan.segmentBytes())
            .int32(slot.plan.segments())
            .buffer(pass.image())
            .int64(layout.base())
            .int32(layout.classStride())
            .int32(layout.entryStride())
            .int32(layout.reportBit())
            .int32(pass.pass().groupCount())
            .int32(first)
            .buffer(pass.starts())
            .buffer(pass.ends())
            .buffer(slot.passes.get(p).pieces());
    queue.launch(kernels.chain(), new Grid(1, DeviceFacts.WARP, 0), arguments);
  }

  private void compare(TableSlot slot, int p) {
    PassOnDevice pass = passes.get(p);
    int segments = slot.plan.segments();
    queue.launch(
        kernels.compare(),
        new Grid(Math.ceilDiv(segments, THREADS), THREADS, 0),
        new Arguments()
            .int32(pass.pass().groupCount())
            .int32(segments)
            .buffer(pass.starts())
            .buffer(pass.ends())
            .buffer(pass.listed())
            .buffer(slot.passes.get(p).notes().buffer()));
  }

  /** Finds the pieces with reports, counts them, and writes the first window of them. */
  private void report(TableSlot slot, int p) {
    PassSlot out = slot.passes.get(p);
    int groups = passes.get(p).pass().groupCount();
    int groupPieces = slot.plan.pieceCount();
    int count = groups * groupPieces;
    int shares = Math.ceilDiv(count, PassSlot.COUNTS_A_BLOCK);
    queue.fill(out.counts(), 0, (long) shares * PassSlot.COUNTS_A_BLOCK * Integer.BYTES, (byte) 0);
    queue.launch(
        kernels.list(),
        new Grid(Math.ceilDiv(count, THREADS), THREADS, 0),
        new Arguments()
            .int32(slot.plan.length())
            .int32(slot.plan.segmentBytes())
            .int32(slot.plan.segments())
            .buffer(out.pieces())
            .int32(count)
            .buffer(out.items())
            .buffer(out.notes().buffer()));
    again(kernels.count(), rescan(slot, p).buffer(out.counts()));
    queue.launch(
        kernels.scanCounts(),
        new Grid(shares, SUM_THREADS, 0),
        new Arguments().buffer(out.counts()).buffer(out.totals()));
    queue.launch(
        kernels.scanTotals(),
        new Grid(1, SUM_THREADS, 0),
        new Arguments()
            .buffer(out.totals())
            .int32(shares)
            .buffer(out.counts())
            .int32(groups)
            .int32(groupPieces)
            .buffer(out.notes().buffer()));
    write(slot, p, 0);
    out.notes().fetch(queue);
  }

  private Arguments rescan(TableSlot slot, int p) {
    PassOnDevice pass = passes.get(p);
    PassSlot out = slot.passes.get(p);
    TableLayout layout = pass.pass().layout();
    return new Arguments()
        .buffer(slot.text)
        .int32(slot.plan.length())
        .int32(slot.plan.segmentBytes())
        .int32(slot.plan.segments())
        .buffer(pass.image())
        .int64(layout.base())
        .int32(layout.classStride())
        .int32(layout.entryStride())
        .int32(layout.reportBit())
        .buffer(out.pieces())
        .buffer(out.items())
        .buffer(out.notes().buffer());
  }

  private void again(Kernel kernel, Arguments arguments) {
    queue.launch(kernel, new Grid(againBlocks, THREADS, 0), arguments);
  }

  /** Writes a window of a pass's reports. */
  private void write(TableSlot slot, int p, int from) {
    PassSlot out = slot.passes.get(p);
    again(
        kernels.write(),
        rescan(slot, p)
            .buffer(out.counts())
            .buffer(out.totals())
            .int32(from)
            .int32(windowRecords)
            .buffer(out.records()));
  }

  /** Waits until all segments have started from what they should have, and counts are there. */
  void settle(TableSlot slot) {
    slot.scanned.await();
    boolean again = false;
    for (int p = 0; p < passes.size(); p++) {
      PassNotes notes = slot.passes.get(p).notes();
      boolean any = notes.wrong() > 0;
      for (int round = 1; notes.wrong() > 0; round++) {
        runAgain(slot, p, notes, round);
      }
      if (any) {
        report(slot, p);
      }
      again |= any;
    }
    if (again) {
      queue.record(slot.scanned);
      slot.scanned.await();
    }
    for (int p = 0; p < passes.size(); p++) {
      for (int g = 0; g < passes.get(p).pass().groupCount(); g++) {
        passes.get(p).setStart(g, slot.passes.get(p).notes().end(g));
      }
    }
  }

  /** One more round: what runs again depends on how many rounds there were. */
  private void runAgain(TableSlot slot, int p, PassNotes notes, int round) {
    rounds++;
    int first = slot.plan.segments() - notes.fromFirstWrong();
    if (round == LAST_ROUND) {
      segmentsAgain += notes.fromFirstWrong();
      chain(slot, p, first);
    } else if (round % SPREAD_ROUND == 0) {
      segmentsAgain += notes.fromFirstWrong();
      scanFrom(slot, p, first);
    } else {
      segmentsAgain += notes.wrong();
      scanListed(slot, p, notes.wrong());
    }
    notes.clear(queue);
    compare(slot, p);
    notes.fetch(queue);
    queue.synchronize();
  }

  /** Starts to copy the first window of each pass's reports to the host. */
  void copyReports(TableSlot slot, Queue results) {
    for (PassSlot out : slot.passes) {
      int count = Math.min(out.notes().total(), windowRecords);
      if (count > 0) {
        results.copyOut(
            out.hostRecords(), 0, out.records(), 0, (long) count * PassSlot.RECORD_BYTES);
      }
    }
  }

  /** Writes another window of a pass's reports, and waits until the host has it. */
  void fetchWindow(TableSlot slot, int p, int from, int count) {
    PassSlot out = slot.passes.get(p);
    turns++;
    write(slot, p, from);
    queue.copyOut(out.hostRecords(), 0, out.records(), 0, (long) count * PassSlot.RECORD_BYTES);
    queue.synchronize();
  }

  int rounds() {
    return rounds;
  }

  long segmentsAgain() {
    return segmentsAgain;
  }

  int turns() {
    return turns;
  }

  @Override
  public void close() {
    passes.forEach(PassOnDevice::close);
  }
}
