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

  private final LiveAtEntry live;

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
   * @param live which of them are cleared
   * @param constants32 rows of constants, null elsewhere; not changed
   * @param constants64 the same of 64 bits
   */
  Registers(FrameLayout frame, LiveAtEntry live, int[][] constants32, long[][] constants64) {
    this.live = live;
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

  /** Makes undefined what may be read before it is written, and local memory. */
  void clear() {
    for (int row : live.rows32) {
      Arrays.fill(r[row], UNDEFINED);
    }
    for (int row : live.rows64) {
      Arrays.fill(q[row], UNDEFINED_LONG);
    }
    for (int predicate : live.predicates) {
      p[predicate] = UNDEFINED;
    }
    Arrays.fill(local, GlobalMemory.UNDEFINED);
  }
}
