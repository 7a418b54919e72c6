package io.fsmrun.cpu.filter;

import java.util.Arrays;

/**
 * What all strings that share a window agree on around it: bits that the input must have there if
 * any of them lies at the window. Mutable, for one thread.
 */
final class Agreement {

  private static final int FARTHEST = WindowTable.FARTHEST;
  private static final int BYTES = 2 * FARTHEST + Integer.BYTES;

  private final int width;
  private final int[] masks = new int[BYTES];
  private final int[] values = new int[BYTES];
  private boolean any;

  /**
   * No string yet.
   *
   * @param width bytes of the window
   */
  Agreement(int width) {
    this.width = width;
  }

  /** Forgets all strings. */
  void clear() {
    any = false;
  }

  /**
   * Takes a string.
   *
   * @param shared per set of the string, the bits that its members share
   * @param members per set, any member
   * @param offset where the window is
   */
  void add(byte[] shared, byte[] members, int offset) {
    int low = Math.max(0, FARTHEST - offset);
    int high = Math.min(BYTES, FARTHEST - offset + shared.length);
    if (!any) {
      Arrays.fill(masks, 0);
      for (int b = low; b < high; b++) {
        masks[b] = shared[b + offset - FARTHEST] & 0xff;
        values[b] = members[b + offset - FARTHEST] & 0xff;
      }
      any = true;
      return;
    }
    Arrays.fill(masks, 0, low, 0);
    Arrays.fill(masks, high, BYTES, 0);
    for (int b = low; b < high; b++) {
      masks[b] &= shared[b + offset - FARTHEST] & ~(values[b] ^ members[b + offset - FARTHEST]);
    }
  }

  /** The window with the four bytes that say most beside it. */
  WindowTable.Row row(int key) {
    int best = width;
    int most = 0;
    // The nearest come first, behind the window and before it.
    for (int far = 1; far <= FARTHEST; far++) {
      for (int distance = far; distance >= -far; distance -= 2 * far) {
        int said = said(distance);
        if (said > most) {
          most = said;
          best = distance;
        }
      }
    }
    int mask = 0;
    int value = 0;
    for (int i = 0; i < Integer.BYTES; i++) {
      mask |= masks[best + i + FARTHEST] << i * Byte.SIZE;
      value |= (masks[best + i + FARTHEST] & values[best + i + FARTHEST]) << i * Byte.SIZE;
    }
    return new WindowTable.Row(key, best, mask, value);
  }

  /** How many bits beside the window are told by four bytes at a distance from it. */
  private int said(int distance) {
    int said = 0;
    for (int b = distance; b < distance + Integer.BYTES; b++) {
      said += b >= 0 && b < width ? 0 : Integer.bitCount(masks[b + FARTHEST]);
    }
    return said;
  }
}
