package io.fsmrun.gpu.cuda;

import io.fsmrun.gpu.device.Arguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import jcuda.Pointer;

/**
 * The arguments of a launch in memory of the host, as the driver reads them: the addresses of all
 * values, then the values, eight bytes each. The driver has copied them when a call returns, so
 * that one block does for many launches. For one thread.
 */
final class ArgumentBlock {

  private static final int FIRST_COUNT = 64;

  private MemorySegment block;
  private Pointer pointer;
  private int room;

  ArgumentBlock() {
    makeRoom(FIRST_COUNT);
  }

  private void makeRoom(int count) {
    room = count;
    block = Arena.ofAuto().allocate(2L * count * Long.BYTES, Long.BYTES);
    for (int i = 0; i < count; i++) {
      long value = block.address() + (long) (count + i) * Long.BYTES;
      block.setAtIndex(ValueLayout.JAVA_LONG, i, value);
    }
    pointer = Pointer.to(block.asByteBuffer());
  }

  /** Writes arguments, and says where; valid until the next ones are written. */
  Pointer write(Arguments arguments) {
    List<Arguments.Value> values = arguments.values();
    if (values.size() > room) {
      makeRoom(2 * values.size());
    }
    for (int i = 0; i < values.size(); i++) {
      // The lower half of a number comes first, which is all of one of four bytes.
      block.setAtIndex(ValueLayout.JAVA_LONG, room + i, values.get(i).value());
    }
    return pointer;
  }

  /** The addresses of all values, then the values. */
  MemorySegment memory() {
    return block;
  }
}
