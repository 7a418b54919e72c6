package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceException;
import java.util.Arrays;

/**
 * Device memory. Each buffer has 4 GiB of addresses of its own, of which it fills the start; so an
 * access that leaves its buffer meets nothing, and addresses do not come again after a buffer is
 * given back.
 *
 * <pre>
 * address = slot (32 bits) | 256 + offset (32 bits)
 * slot 1: shared memory, slot 2: local memory, as generic addresses see them
 * </pre>
 *
 * Buffers are aligned to 256 bytes and not to more, as those of GPUs may be.
 */
final class GlobalMemory {

  /** What memory that nothing was written to is filled with. */
  static final byte UNDEFINED = (byte) 0xA5;

  static final int SHARED_SLOT = 1;
  static final int LOCAL_SLOT = 2;
  private static final int FIRST_SLOT = 16;
  private static final int START = 256;

  private final long limit;
  private byte[][] slots = new byte[64][];
  private boolean[] constant = new boolean[64];
  private int next = FIRST_SLOT;
  private long used;

  GlobalMemory(long limitBytes) {
    limit = limitBytes;
  }

  long freeBytes() {
    return limit - used;
  }

  /** Takes a buffer and gives its address. */
  long allocate(long bytes, boolean isConstant) {
    if (bytes > freeBytes()) {
      throw new DeviceException(
          bytes + " bytes of device memory asked for, " + freeBytes() + " bytes free");
    }
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new DeviceException(
          bytes + " bytes in one buffer; the reference executor has at most 2 GiB in one");
    }
    byte[] data = new byte[(int) bytes];
    Arrays.fill(data, UNDEFINED);
    if (next == slots.length) {
      slots = Arrays.copyOf(slots, 2 * next);
      constant = Arrays.copyOf(constant, 2 * next);
    }
    slots[next] = data;
    constant[next] = isConstant;
    used += bytes;
    return ((long) next++ << 32) + START;
  }

  void free(long address) {
    int slot = slot(address);
    if (slots[slot] != null) {
      used -= slots[slot].length;
      slots[slot] = null;
    }
  }

  static int slot(long address) {
    return (int) (address >>> 32);
  }

  /** Where in its buffer an address is; outside of it if that is negative or not below its size. */
  static int offset(long address) {
    return (int) address - START;
  }

  /** The buffer of a slot, or null. */
  byte[] data(int slot) {
    return Integer.compareUnsigned(slot, next) < 0 ? slots[slot] : null;
  }

  boolean isConstant(int slot) {
    return constant[slot];
  }

  /** What is at an address where nothing should be touched, for messages. */
  String describe(long address) {
    int slot = slot(address);
    if (Integer.compareUnsigned(slot, next) >= 0 || slot < FIRST_SLOT) {
      return "no buffer is near";
    }
    byte[] data = slots[slot];
    String start = "the buffer at 0x" + Long.toHexString(((long) slot << 32) + START);
    return data == null
        ? start + " was given back"
        : start
            + " has "
            + data.length
            + " bytes, this is at "
            + (((int) address & 0xFFFFFFFFL) - START);
  }
}
