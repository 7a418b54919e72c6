package io.fsmrun.gpu.table;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.device.Grid;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Kernel;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** The table of a pass on the device, and what its segments start and end in. */
final class PassOnDevice implements AutoCloseable {

  private static final int MOST_THREADS = 1024;

  private final TablePass pass;
  private final Kernel scan;
  private final int tableBytes;
  private final boolean staged;
  private final int processors;
  private final DeviceBuffer image;
  private final DeviceBuffer origins;
  private final HostBuffer hostOrigins;
  private final DeviceBuffer starts;
  private final DeviceBuffer ends;
  private final DeviceBuffer listed;

  PassOnDevice(
      Device device,
      Queue queue,
      TableKernels kernels,
      TablePass pass,
      TableOptions options,
      int mostSegments) {
    DeviceFacts facts = device.facts();
    this.pass = pass;
    this.tableBytes = pass.layout().sharedBytes(facts.sharedBytes());
    this.staged =
        options.reading() == TableOptions.Reading.BY_WARPS
            && pass.layout().kind() != TableLayout.Kind.FAR
            && tableBytes + MOST_THREADS * TableLayout.TILE_BYTES <= facts.sharedBytes();
    this.scan = kernels.scan(pass.layout().kind(), pass.groupCount(), staged);
    this.processors = facts.processors();
    int bytes = grid(Integer.MAX_VALUE).sharedBytes();
    if (scan.blocksPerProcessor(MOST_THREADS, bytes) == 0) {
      throw new DeviceException("a block of " + bytes + " bytes does not fit on the GPU");
    }
    this.image = device.allocate(pass.image().capacity());
    copyImage(device, queue);
    long originBytes = 2L * TableLayout.MOST_GROUPS * Integer.BYTES;
    this.origins = device.allocate(originBytes);
    this.hostOrigins = device.allocateHost(originBytes);
    long segmentWords = (long) mostSegments * pass.groupCount();
    this.starts = device.allocate(segmentWords * Integer.BYTES);
    this.ends = device.allocate(segmentWords * Integer.BYTES);
    this.listed = device.allocate((long) mostSegments * Integer.BYTES);
    for (int g = 0; g < pass.groupCount(); g++) {
      hostOrigins.segment().setAtIndex(ValueLayout.JAVA_INT, g, pass.origin(g));
      setStart(g, pass.origin(g));
    }
  }

  private void copyImage(Device device, Queue queue) {
    ByteBuffer bytes = pass.image();
    try (HostBuffer stage = device.allocateHost(bytes.capacity())) {
      MemorySegment.copy(MemorySegment.ofBuffer(bytes), 0, stage.segment(), 0, bytes.capacity());
      queue.copyIn(image, 0, stage, 0, bytes.capacity());
      queue.synchronize();
    }
  }

  /** Sets what a group starts the next text in. */
  void setStart(int group, int entry) {
    hostOrigins.segment().setAtIndex(ValueLayout.JAVA_INT, TableLayout.MOST_GROUPS + group, entry);
  }

  /** Copies the starts to the device. */
  void copyStarts(Queue queue) {
    queue.copyIn(origins, 0, hostOrigins, 0, origins.sizeBytes());
  }

  /** Segments that a lane runs side by side. */
  int chains() {
    return pass.layout().kind() == TableLayout.Kind.FAR ? SegmentPlan.FAR_CHAINS : 1;
  }

  /** One block a multiprocessor, of no more lanes than are asked for. */
  Grid grid(int lanes) {
    int warps = Math.ceilDiv(Math.ceilDiv(lanes, processors), DeviceFacts.WARP);
    int threads = Math.clamp(warps, 1, MOST_THREADS / DeviceFacts.WARP) * DeviceFacts.WARP;
    int bytes = tableBytes + (staged ? threads * TableLayout.TILE_BYTES : 0);
    return new Grid(Math.min(processors, Math.ceilDiv(lanes, threads)), threads, bytes);
  }

  TablePass pass() {
    return pass;
  }

  Kernel scan() {
    return scan;
  }

  /** Bytes of the image that go into shared memory. */
  int tableBytes() {
    return tableBytes;
  }

  DeviceBuffer image() {
    return image;
  }

  DeviceBuffer origins() {
    return origins;
  }

  DeviceBuffer starts() {
    return starts;
  }

  DeviceBuffer ends() {
    return ends;
  }

  DeviceBuffer listed() {
    return listed;
  }

  @Override
  public void close() {
    image.close();
    origins.close();
    hostOrigins.close();
    starts.close();
    ends.close();
    listed.close();
  }
}
