package io.fsmrun.cpu.lazy;

import java.util.Arrays;

/**
 * Numbers lists of states that are added to sets, so that equal ones mostly have the same number:
 * what they led to is remembered by that. One list takes the place of another that falls into the
 * same slot, and has another number then. 256 KiB at most. Mutable, for one thread.
 */
final class Additions {

  /** Longer lists have no number. */
  static final int MOST_STATES = 1 << 10;

  /** Numbers are smaller. */
  static final int MOST_NUMBERS = 1 << 30;

  private static final int SLOTS = 64;
  private static final int MIX_FACTOR = 0x9e3779b1;
  private static final int TOP_BITS = Integer.numberOfLeadingZeros(SLOTS - 1);
  private static final int[] NONE = {};

  private final int[][] lists = new int[SLOTS][];
  private final int[] numbers = new int[SLOTS];
  private int next;

  Additions() {
    Arrays.fill(lists, NONE);
  }

  /** Whether there is no number left: {@link #forget} must be called. */
  boolean isFull() {
    return next == MOST_NUMBERS;
  }

  /** Begins anew, with numbers that were used before. */
  void forget() {
    Arrays.fill(lists, NONE);
    next = 0;
  }

  /**
   * The number of a list.
   *
   * @param states the list; the same states in another order are another list
   * @param count how many of the array's, 1 to {@link #MOST_STATES}
   * @return 0 or more, below {@link #MOST_NUMBERS}; O(count)
   */
  int numberOf(int[] states, int count) {
    int hash = count;
    for (int i = 0; i < count; i++) {
      hash = hash * MIX_FACTOR + states[i];
    }
    int slot = hash * MIX_FACTOR >>> TOP_BITS;
    if (!Arrays.equals(lists[slot], 0, lists[slot].length, states, 0, count)) {
      lists[slot] = Arrays.copyOf(states, count);
      numbers[slot] = next++;
    }
    return numbers[slot];
  }
}
