package io.fsmrun.cpu.filter;

import java.util.Arrays;

/**
 * A slot of its own for each of many keys: keys are dealt out to groups, and a number for each
 * group, found by trial, sends its keys to slots that are free (hash and displace; Pagh, WADS
 * 1999). So a look-up needs no branch that depends on the key. Immutable.
 */
final class KeySlots {

  private static final int GROUP_HASH = 0x9E3779B1;
  private static final int SLOT_HASH = 0x85EBCA77;
  private static final int DISPLACE = 0xC2B2AE3D;

  /** For so many keys there is one slot more, at least. */
  private static final int FREE = 2;

  private static final int LEAST_LOG = 4;

  /** Keys of a group on average, as a power of two, and numbers that are tried for a group. */
  private static final int GROUP_LOG = 2;

  private static final int TRIALS = 1 << Short.SIZE - 1;

  /** Keys are dealt out anew so often, should it be in vain, before there are more slots. */
  private static final int ATTEMPTS = 8;

  /** Per slot its key; the first key fills free slots: it is never looked for there. */
  private final int[] keyOfSlot;

  /** Per slot the index of its key. */
  private final int[] indexOfSlot;

  private final int slotShift;
  private final short[] displacements;
  private final int groupShift;
  private int groupFactor;

  /**
   * Finds slots.
   *
   * @param keys no two the same; without any, nothing may be looked up
   */
  KeySlots(int[] keys) {
    int least = keys.length + keys.length / FREE;
    int log = Math.max(LEAST_LOG, Integer.SIZE - Integer.numberOfLeadingZeros(least));
    this.groupShift = Integer.SIZE - Math.max(2, log - 1 - GROUP_LOG);
    this.displacements = new short[1 << Integer.SIZE - groupShift];
    int[] placed = null;
    for (int attempt = 0; placed == null; attempt++) {
      groupFactor = Integer.rotateLeft(GROUP_HASH, Integer.BYTES * attempt) | 1;
      placed = place(keys, byGroup(keys), log + attempt / ATTEMPTS);
    }
    this.slotShift = shift(placed.length);
    this.indexOfSlot = placed;
    this.keyOfSlot = new int[placed.length];
    for (int slot = 0; slot < placed.length && keys.length > 0; slot++) {
      placed[slot] = Math.max(0, placed[slot]);
      keyOfSlot[slot] = keys[placed[slot]];
    }
  }

  int count() {
    return keyOfSlot.length;
  }

  /** The only slot that may have a key. */
  int slot(int key) {
    return slot(key, displacements[group(key)], slotShift);
  }

  /** The key of a slot. */
  int key(int slot) {
    return keyOfSlot[slot];
  }

  /** The index of a slot's key among all keys. */
  int index(int slot) {
    return indexOfSlot[slot];
  }

  private int group(int key) {
    return key * groupFactor >>> groupShift;
  }

  private static int slot(int key, int displacement, int shift) {
    return (key ^ displacement * DISPLACE) * SLOT_HASH >>> shift;
  }

  private static int shift(int slots) {
    return Integer.numberOfLeadingZeros(slots) + 1;
  }

  /** Keys by group, the groups with most keys first. */
  private int[] byGroup(int[] keys) {
    int[] starts = new int[displacements.length + 1];
    for (int key : keys) {
      starts[group(key) + 1]++;
    }
    long[] groups = new long[displacements.length];
    for (int group = 0; group < groups.length; group++) {
      groups[group] = (long) (keys.length - starts[group + 1]) << Integer.SIZE | group;
      starts[group + 1] += starts[group];
    }
    int[] grouped = new int[keys.length];
    int[] next = starts.clone();
    for (int i = 0; i < keys.length; i++) {
      grouped[next[group(keys[i])]++] = i;
    }
    Arrays.sort(groups);
    int[] order = new int[keys.length];
    int count = 0;
    for (long numbered : groups) {
      int group = (int) numbered;
      int size = starts[group + 1] - starts[group];
      System.arraycopy(grouped, starts[group], order, count, size);
      count += size;
    }
    return order;
  }

  /** The index of each slot's key, -1 where it is free; or null if so few slots do not do. */
  private int[] place(int[] keys, int[] inOrder, int log) {
    int[] placed = new int[1 << log];
    Arrays.fill(placed, -1);
    for (int from = 0, to; from < inOrder.length; from = to) {
      int group = group(keys[inOrder[from]]);
      to = from + 1;
      while (to < inOrder.length && group(keys[inOrder[to]]) == group) {
        to++;
      }
      int number = 0;
      while (!fits(keys, inOrder, from, to, number, placed)) {
        if (++number == TRIALS) {
          return null;
        }
      }
      displacements[group] = (short) number;
    }
    return placed;
  }

  /** Puts a group's keys in slots if all are free. */
  private static boolean fits(
      int[] keys, int[] inOrder, int from, int to, int number, int[] placed) {
    int shift = shift(placed.length);
    for (int i = from; i < to; i++) {
      int slot = slot(keys[inOrder[i]], number, shift);
      if (placed[slot] >= 0) {
        for (int undo = from; undo < i; undo++) {
          placed[slot(keys[inOrder[undo]], number, shift)] = -1;
        }
        return false;
      }
      placed[slot] = inOrder[i];
    }
    return true;
  }
}
