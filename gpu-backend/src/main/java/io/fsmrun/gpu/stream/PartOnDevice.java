package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceBuffer;
import io.fsmrun.gpu.device.HostBuffer;
import io.fsmrun.gpu.device.Queue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A part of a program in device memory, and what it carries from segment to segment. */
final class PartOnDevice implements AutoCloseable {

  private final StreamPart part;
  private final DeviceBuffer units;
  private final DeviceBuffer operations;
  private final DeviceBuffer sets;
  private final DeviceBuffer unitOfCarry;
  private final DeviceBuffer sticky;
  private final DeviceBuffer starts;
  private final DeviceBuffer ends;
  private final DeviceBuffer far;
  private final DeviceBuffer again;
  private final DeviceBuffer holdMembers;
  private final DeviceBuffer unbroken;

  /** Copies the part; {@code mostSegments} is how many segments a launch has at most. */
  PartOnDevice(Device device, Queue queue, StreamPart part, int mostSegments) {
    this.part = part;
    this.units = upload(device, queue, part.units());
    this.operations = upload(device, queue, part.operations());
    this.sets = upload(device, queue, part.sets());
    this.unitOfCarry = upload(device, queue, part.unitOfCarry());
    this.sticky = upload(device, queue, part.sticky());
    this.holdMembers = upload(device, queue, part.holdMembers());
    this.unbroken = device.allocate((long) mostSegments * Integer.BYTES);
    long carries = Math.max(1L, (long) mostSegments * part.carryBytes());
    this.starts = device.allocate(carries);
    this.ends = device.allocate(carries);
    this.far =
        device.allocate(
            Math.max(
                1L,
                (long) mostSegments * BlockLayout.WARPS * farSlots() * BlockLayout.STREAM_BYTES));
    this.again = device.allocate((long) mostSegments * againWords() * Integer.BYTES);
  }

  /** Words in device memory; at least a byte. */
  static DeviceBuffer upload(Device device, Queue queue, int[] words) {
    long bytes = Math.max(1L, words.length * (long) Integer.BYTES);
    DeviceBuffer buffer = device.allocate(bytes);
    try (HostBuffer stage = device.allocateHost(bytes)) {
      MemorySegment.copy(words, 0, stage.segment(), ValueLayout.JAVA_INT, 0, words.length);
      queue.copyIn(buffer, 0, stage, 0, words.length * (long) Integer.BYTES);
      queue.synchronize();
    }
    return buffer;
  }

  StreamPart part() {
    return part;
  }

  DeviceBuffer units() {
    return units;
  }

  DeviceBuffer operations() {
    return operations;
  }

  DeviceBuffer sets() {
    return sets;
  }

  DeviceBuffer unitOfCarry() {
    return unitOfCarry;
  }

  DeviceBuffer sticky() {
    return sticky;
  }

  DeviceBuffer starts() {
    return starts;
  }

  DeviceBuffer ends() {
    return ends;
  }

  DeviceBuffer far() {
    return far;
  }

  DeviceBuffer holdMembers() {
    return holdMembers;
  }

  /** Per segment, the hold sets that all its bytes are in. */
  DeviceBuffer unbroken() {
    return unbroken;
  }

  /** The address of what a segment carried out, 0 if there is no such segment. */
  long carriedOut(int segment) {
    return segment < 0 ? 0 : ends.address() + (long) segment * part.carryBytes();
  }

  /** Per segment, whether units run again, and which. */
  DeviceBuffer again() {
    return again;
  }

  /** Words of that for each segment. */
  int againWords() {
    return 1 + Math.ceilDiv(part.carryUnits(), Integer.SIZE);
  }

  /** How many states there are of which it is known in which segments they stay active. */
  int stickyCount() {
    return part.sticky().length / StreamPart.STICKY_WORDS;
  }

  int farSlots() {
    return part.slotCount() - part.layout().sharedSlots();
  }

  @Override
  public void close() {
    for (DeviceBuffer buffer :
        new DeviceBuffer[] {
          units,
          operations,
          sets,
          unitOfCarry,
          sticky,
          starts,
          ends,
          far,
          again,
          holdMembers,
          unbroken
        }) {
      buffer.close();
    }
  }
}
