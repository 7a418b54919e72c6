package io.fsmrun.gpu.simt;

/**
 * An access to memory: finds the addresses of the lanes, checks them, counts, and then touches the
 * bytes, buffer by buffer.
 */
final class Access implements Operation {

  /** What an access does once each lane's place is known and good. */
  @FunctionalInterface
  interface Touch {

    /**
     * Reads or writes.
     *
     * @param warp the warp; {@code warp.at} says where each lane's bytes start
     * @param mask the lanes
     * @param data the bytes
     */
    void touch(Warp warp, int mask, byte[] data);
  }

  /** Kinds of access. */
  enum Kind {
    LOAD,
    STORE,
    ATOMIC
  }

  private final Kind kind;
  private final PtxSpace space;
  private final int base;
  private final boolean wide;
  private final long offset;
  private final int bytes;
  private final Touch touch;

  /**
   * An access.
   *
   * @param base the row that addresses are read from
   * @param wide whether that is a row of 64 bits
   * @param offset what is added to it
   * @param bytes bytes of each lane; also what addresses must be aligned to
   */
  Access(Kind kind, PtxSpace space, int base, boolean wide, long offset, int bytes, Touch touch) {
    this.kind = kind;
    this.space = space;
    this.base = base;
    this.wide = wide;
    this.offset = offset;
    this.bytes = bytes;
    this.touch = touch;
  }

  @Override
  public void run(Warp warp, int mask) {
    long[] addresses = warp.addresses;
    if (wide) {
      long[] from = warp.q[base];
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = from[i] + offset;
      }
    } else {
      int[] from = warp.r[base];
      for (int i = 0; i < addresses.length; i++) {
        addresses[i] = (from[i] & 0xFFFFFFFFL) + offset;
      }
    }
    switch (space) {
      case GLOBAL, CONST -> global(warp, mask);
      case SHARED -> shared(warp, mask);
      case LOCAL -> local(warp, mask);
      case PARAM -> near(warp, mask, warp.block.launch().parameters(), 0, 0, "parameter");
      case GENERIC -> generic(warp, mask);
    }
  }

  private void generic(Warp warp, int mask) {
    int shared = 0;
    int local = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      int slot = GlobalMemory.slot(warp.addresses[lane]);
      shared |= slot == GlobalMemory.SHARED_SLOT ? 1 << lane : 0;
      local |= slot == GlobalMemory.LOCAL_SLOT ? 1 << lane : 0;
    }
    int windows = shared | local;
    for (int rest = windows; rest != 0; rest &= rest - 1) {
      warp.addresses[Integer.numberOfTrailingZeros(rest)] &= 0xFFFFFFFFL;
    }
    if (shared != 0) {
      shared(warp, shared);
    }
    if (local != 0) {
      local(warp, local);
    }
    if (mask != windows) {
      global(warp, mask & ~windows);
    }
  }

  private void global(Warp warp, int mask) {
    Tally tally = warp.tally;
    if (kind == Kind.ATOMIC) {
      countAtomic(tally, mask);
    } else {
      int sectors = MemoryTraffic.sectors(warp.addresses, mask);
      if (kind == Kind.LOAD) {
        tally.globalLoads++;
        tally.globalLoadSectors += sectors;
      } else {
        tally.globalStores++;
        tally.globalStoreSectors += sectors;
      }
    }
    GlobalMemory memory = warp.block.launch().memory();
    int rest = mask;
    while (rest != 0) {
      int slot = GlobalMemory.slot(warp.addresses[Integer.numberOfTrailingZeros(rest)]);
      int lanes = place(warp, rest, slot, memory);
      if (kind == Kind.ATOMIC && warp.block.launch().isParallel()) {
        synchronized (memory) {
          touch.touch(warp, lanes, memory.data(slot));
        }
      } else {
        touch.touch(warp, lanes, memory.data(slot));
      }
      rest &= ~lanes;
    }
  }

  /** Finds where lanes are whose addresses are in one buffer. */
  private int place(Warp warp, int mask, int slot, GlobalMemory memory) {
    long[] addresses = warp.addresses;
    int[] at = warp.at;
    byte[] data = memory.data(slot);
    int last = data == null ? -1 : data.length - bytes;
    int lanes = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long address = addresses[lane];
      if (GlobalMemory.slot(address) == slot) {
        int place = GlobalMemory.offset(address);
        if (place < 0 || place > last) {
          throw warp.fault(
              lane, wrong("outside of device memory", address) + ": " + memory.describe(address));
        }
        if ((place & bytes - 1) != 0) {
          throw warp.fault(lane, wrong("misaligned", address));
        }
        at[lane] = place;
        lanes |= 1 << lane;
      }
    }
    if (kind != Kind.LOAD && memory.isConstant(slot)) {
      int lane = Integer.numberOfTrailingZeros(lanes);
      throw warp.fault(lane, wrong("to constant memory", addresses[lane]));
    }
    return lanes;
  }

  private void shared(Warp warp, int mask) {
    Tally tally = warp.tally;
    if (kind == Kind.ATOMIC) {
      countAtomic(tally, mask);
    } else {
      int wavefronts = MemoryTraffic.wavefronts(warp.addresses, mask, bytes, warp.scratch);
      if (kind == Kind.LOAD) {
        tally.sharedLoads++;
        tally.sharedLoadWavefronts += wavefronts;
      } else {
        tally.sharedStores++;
        tally.sharedStoreWavefronts += wavefronts;
      }
    }
    byte[] shared = warp.block.shared();
    near(warp, mask, shared, 0, shared.length, "shared");
  }

  private void local(Warp warp, int mask) {
    int size = warp.code.frame.localBytes();
    near(warp, mask, warp.local, size, size, "local");
  }

  /** Memory that is no buffer. Lanes have a part each if {@code stride} is not 0. */
  private void near(Warp warp, int mask, byte[] data, int stride, int size, String name) {
    long last = (long) (stride == 0 ? data.length : size) - bytes;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      long address = warp.addresses[lane];
      if (address < 0 || address > last) {
        throw warp.fault(
            lane,
            wrong("outside of " + name + " memory", address)
                + ", which has "
                + (last + bytes)
                + " bytes");
      }
      if ((address & bytes - 1) != 0) {
        throw warp.fault(lane, wrong("of " + name + " memory, misaligned", address));
      }
      warp.at[lane] = lane * stride + (int) address;
    }
    touch.touch(warp, mask, data);
  }

  private static void countAtomic(Tally tally, int mask) {
    tally.atomics++;
    tally.atomicLanes += Integer.bitCount(mask);
  }

  private String wrong(String what, long address) {
    return "access of " + bytes + " bytes " + what + " at 0x" + Long.toHexString(address);
  }
}
