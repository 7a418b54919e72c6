package io.fsmrun.gpu.simt;

import io.fsmrun.gpu.device.DeviceFacts;

/** The parts of a warp that are at different instructions, but for the one that runs. */
final class Strands {

  private final int[] ranks;
  private final int[] pcs = new int[DeviceFacts.WARP];
  private final int[] masks = new int[DeviceFacts.WARP];

  /** Lanes that each waits for; 0 if it can run. */
  private final int[] awaited = new int[DeviceFacts.WARP];

  private final boolean[] strict = new boolean[DeviceFacts.WARP];
  private int count;

  Strands(int[] ranks) {
    this.ranks = ranks;
  }

  void clear() {
    count = 0;
  }

  boolean isEmpty() {
    return count == 0;
  }

  int count() {
    return count;
  }

  int mask(int index) {
    return masks[index];
  }

  int pc(int index) {
    return pcs[index];
  }

  /**
   * Adds lanes. If others are at their instruction, they run on together.
   *
   * @param missing lanes that they wait for; 0 if none
   * @param mustCome whether these may not exit instead
   */
  void put(int pc, int mask, int missing, boolean mustCome) {
    for (int i = 0; i < count; i++) {
      if (pcs[i] == pc) {
        masks[i] |= mask;
        awaited[i] = 0;
        return;
      }
    }
    pcs[count] = pc;
    masks[count] = mask;
    awaited[count] = missing;
    strict[count++] = mustCome;
  }

  /** Takes a strand out and gives its lanes. */
  int take(int index) {
    int mask = masks[index];
    count--;
    pcs[index] = pcs[count];
    masks[index] = masks[count];
    awaited[index] = awaited[count];
    strict[index] = strict[count];
    return mask;
  }

  /** The first strand that can run, or the last; -1 if all wait. */
  int choose(boolean last) {
    int best = -1;
    for (int i = 0; i < count; i++) {
      boolean better = best < 0 || ranks[pcs[i]] < ranks[pcs[best]] != last;
      if (awaited[i] == 0 && better) {
        best = i;
      }
    }
    return best;
  }

  /** The rank of the first strand after a rank. */
  int next(int rank) {
    int next = Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      int each = ranks[pcs[i]];
      next = each > rank ? Math.min(next, each) : next;
    }
    return next;
  }

  /**
   * Tells the strands that lanes exit. Those to which it does not matter may run again.
   *
   * @return where lanes are to which it does matter, or -1
   */
  int awaiting(int lanes) {
    for (int i = 0; i < count; i++) {
      if ((awaited[i] & lanes) != 0) {
        if (strict[i]) {
          return pcs[i];
        }
        awaited[i] = 0;
      }
    }
    return -1;
  }
}
