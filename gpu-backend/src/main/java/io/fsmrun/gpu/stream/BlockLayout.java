package io.fsmrun.gpu.stream;

import io.fsmrun.gpu.device.DeviceFacts;

/**
 * How a block of the kernel divides its shared memory.
 *
 * <pre>
 *   32 streams of half bytes, 132 words each
 *   symbol streams, 128 words each, for all rules
 *   slots of each warp, 128 words each
 *   carries
 *   units that wait to run
 * </pre>
 *
 * @param readySets symbol streams that are made for all rules
 * @param sharedSlots slots of each warp in shared memory; further ones are in device memory
 * @param sharedBytes all of it
 */
record BlockLayout(int readySets, int sharedSlots, int sharedBytes) {

  /** Threads of a block; as many as the kernel is compiled for. */
  static final int THREADS = 512;

  static final int WARPS = THREADS / DeviceFacts.WARP;

  /** Bytes of one stream of a window. */
  static final int STREAM_BYTES = 512;

  private static final int SCRATCH_BYTES = 32 * 132 * Integer.BYTES;

  /**
   * What a block uses beside: a table of strings, two streams, what the device keeps for itself.
   */
  private static final int RESERVED_BYTES = 12 << 10;

  private static final int MOST_SHARED_SLOTS = 4;

  /** Sets with fewer than this at hand make the kernel slow, so that one block has all memory. */
  private static final int FEW_SETS = 24;

  /** Carries that a block can hold beside enough sets. */
  static int mostCarryBytes(DeviceFacts facts) {
    return roomFor(facts, 2) / 3;
  }

  /**
   * Divides the memory of a block, two blocks a multiprocessor if that leaves room for the sets.
   */
  static BlockLayout of(DeviceFacts facts, int sets, int slots, int otherBytes) {
    BlockLayout layout = divide(roomFor(facts, 2), sets, slots, otherBytes);
    if (layout.readySets < Math.min(sets, FEW_SETS)) {
      layout = divide(roomFor(facts, 1), sets, slots, otherBytes);
    }
    return layout;
  }

  private static int roomFor(DeviceFacts facts, int blocks) {
    return Math.min(facts.sharedBytes(), facts.processorSharedBytes() / blocks) - RESERVED_BYTES;
  }

  private static BlockLayout divide(int room, int sets, int slots, int otherBytes) {
    int sharedSlots = Math.min(slots, MOST_SHARED_SLOTS);
    int fixed = SCRATCH_BYTES + sharedSlots * WARPS * STREAM_BYTES + otherBytes;
    while (sharedSlots > 0 && fixed + FEW_SETS * STREAM_BYTES > room) {
      sharedSlots--;
      fixed -= WARPS * STREAM_BYTES;
    }
    int ready = Math.clamp((room - fixed) / STREAM_BYTES, 0, sets);
    return new BlockLayout(ready, sharedSlots, fixed + ready * STREAM_BYTES);
  }
}
