package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.input.ScanInput;
import java.util.ArrayList;
import java.util.List;

/** The memory of one chunk of input on its way; a scanner has two. */
final class TableSlot implements AutoCloseable {

  private final Device device;
  private final int chunkBytes;
  final DeviceBuffer text;
  final List<PassSlot> passes = new ArrayList<>();
  final Mark copied;
  final Mark begun;
  final Mark passed;
  final Mark scanned;
  final Mark delivered;
  private HostBuffer stage;

  ScanInput.Piece chunk;
  long start;
  SegmentPlan plan;

  TableSlot(Device device, TableProgram program, TableOptions options) {
    this.device = device;
    this.chunkBytes = options.chunkBytes();
    // Lanes read ahead.
    this.text = device.allocate((long) chunkBytes + TableLayout.PIECE);
    for (TablePass pass : program.passes()) {
      passes.add(
          new PassSlot(
              device,
              pass.groupCount(),
              SegmentPlan.mostPieces(options, SegmentPlan.atOnce(program, device.facts())),
              options.windowRecords()));
    }
    this.copied = device.newMark();
    this.begun = device.newMark();
    this.passed = device.newMark();
    this.scanned = device.newMark();
    this.delivered = device.newMark();
  }

  /** Page-locked memory for input that is not in such memory already. */
  HostBuffer stage() {
    if (stage == null) {
      stage = device.allocateHost(chunkBytes);
    }
    return stage;
  }

  @Override
  public void close() {
    text.close();
    passes.forEach(PassSlot::close);
    copied.close();
    begun.close();
    passed.close();
    scanned.close();
    delivered.close();
    if (stage != null) {
      stage.close();
    }
  }
}
