package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.Arguments;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Mark;
import io.fsmrun.gpu.device.Queue;
import io.fsmrun.gpu.device.Sequence;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;

/** A queue that does each thing at once, before the call returns. */
final class SimtQueue implements Queue {

  private final SimtDevice device;

  SimtQueue(SimtDevice device) {
    this.device = device;
  }

  @Override
  public void copyIn(DeviceBuffer to, long toOffset, HostBuffer from, long fromOffset, long bytes) {
    device.check();
    MemorySegment target = segment(to);
    MemorySegment.copy(from.segment(), fromOffset, target, toOffset, bytes);
  }

  @Override
  public void copyOut(
      HostBuffer to, long toOffset, DeviceBuffer from, long fromOffset, long bytes) {
    device.check();
    MemorySegment source = segment(from);
    MemorySegment.copy(source, fromOffset, to.segment(), toOffset, bytes);
  }

  @Override
  public void fill(DeviceBuffer buffer, long offset, long bytes, byte value) {
    device.check();
    Objects.checkFromIndexSize(offset, bytes, buffer.sizeBytes());
    byte[] data = data(buffer);
    Arrays.fill(data, (int) offset, (int) (offset + bytes), value);
  }

  private static MemorySegment segment(DeviceBuffer buffer) {
    return MemorySegment.ofArray(data(buffer));
  }

  private static byte[] data(DeviceBuffer buffer) {
    byte[] data = ((SimtBuffer) buffer).data();
    if (data == null) {
      throw new DeviceException("device memory was given back");
    }
    return data;
  }

  @Override
  public void launch(Kernel kernel, Grid grid, Arguments arguments) {
    device.launch((SimtProgram.SimtKernel) kernel, grid, arguments);
  }

  /** Counts as one launch, as it does on a GPU. */
  @Override
  public int run(Sequence sequence) {
    sequence.putInto(this);
    return 1;
  }

  @Override
  public void record(Mark mark) {
    device.check();
    ((SimtMark) mark).record();
  }

  @Override
  public void waitFor(Mark mark) {
    device.check();
  }

  @Override
  public void synchronize() {
    device.check();
  }

  @Override
  public void close() {}
}
