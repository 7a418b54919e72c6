package io.fsmrun.gpu.simt;

import java.util.Arrays;

/**
 * Lanes of a warp that meet again, and the stack that says where. Its top is in the fields; each
 * entry below holds lanes that wait at an instruction, or have yet to run from it.
 *
 * <p>A warp is one strand until a branch parts lanes that meet only at the end. Each side is then a
 * strand of its own, until both happen to be at the same instruction.
 */
final class Strand {

  int pc;

  /** Where this entry ends and the one below goes on, or {@link ControlFlow#NONE}. */
  int stop;

  int active;

  /** Number of entries below the top. */
  int depth;

  /** Whether it waits for lanes of other strands. */
  boolean parked;

  private int[] pcs = new int[8];
  private int[] stops = new int[8];
  private int[] masks = new int[8];

  Strand(int pc, int active) {
    this.pc = pc;
    this.active = active;
    stop = ControlFlow.NONE;
  }

  void push() {
    if (depth == pcs.length) {
      pcs = Arrays.copyOf(pcs, 2 * depth);
      stops = Arrays.copyOf(stops, 2 * depth);
      masks = Arrays.copyOf(masks, 2 * depth);
    }
    pcs[depth] = pc;
    stops[depth] = stop;
    masks[depth++] = active;
  }

  /** Goes on with the next entry that has lanes; false if there is none. */
  boolean pop() {
    while (depth > 0) {
      depth--;
      pc = pcs[depth];
      stop = stops[depth];
      active = masks[depth];
      if (active != 0) {
        return true;
      }
    }
    return false;
  }

  /** Takes lanes out for good. */
  void remove(int lanes) {
    active &= ~lanes;
    for (int i = 0; i < depth; i++) {
      masks[i] &= ~lanes;
    }
  }
}
