package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;
import java.util.Arrays;

/**
 * What a warp keeps: its registers and the local memory of its lanes. Used by one warp after the
 * other of a kernel, since many launches are so short that making them would be most of the work.
 */
final class Registers {

  private static final int UNDEFINED = 0xDEADBEEF;
  private static final long UNDEFINED_LONG = 0xDEADBEEFDEADBEEFL;

  private final FrameLayout frame;

  /** Rows of 32 bits. Registers of 8 or 16 bits stand in the low bits, zeros above. */
  final int[][] r;

  /** Rows of 64 bits. */
  final long[][] q;

  /** Predicates. */
  final int[] p;

  final byte[] local;

  /**
   * Registers with any values.
   *
   * @param frame where they are
   * @param constants32 rows of constants, null elsewhere; not changed
   * @param constants64 the same of 64 bits
   */
  Registers(FrameLayout frame, int[][] constants32, long[][] constants64) {
    this.frame = frame;
    r = constants32.clone();
    q = constants64.clone();
    p = new int[frame.predicates()];
    local = new byte[frame.localBytes() * DeviceFacts.WARP];
    for (int i = 0; i < frame.registers32(); i++) {
      r[i] = new int[DeviceFacts.WARP];
    }
    for (int i = 0; i < frame.registers64(); i++) {
      q[i] = new long[DeviceFacts.WARP];
    }
    for (int row : frame.specials().values()) {
      r[row] = new int[DeviceFacts.WARP];
    }
  }

  /** Makes all undefined but special registers. */
  void clear() {
    for (int i = 0; i < frame.registers32(); i++) {
      Arrays.fill(r[i], UNDEFINED);
    }
    for (int i = 0; i < frame.registers64(); i++) {
      Arrays.fill(q[i], UNDEFINED_LONG);
    }
    Arrays.fill(p, UNDEFINED);
    // The predicate that numbers are read from.
    p[p.length - 1] = 0;
    Arrays.fill(local, GlobalMemory.UNDEFINED);
  }
}
