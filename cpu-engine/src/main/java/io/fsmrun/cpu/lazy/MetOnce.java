package io.fsmrun.cpu.lazy;

/**
 * Remembers that sets were met, by their hashes alone: most sets that an input leads to are met
 * once, and to keep each with a row of the table costs more than to step through it. Another set
 * with the same hash looks as if it was met. At most 256 KiB. Mutable, for one thread.
 */
final class MetOnce {

  /** When so many were met, all others are taken to have been. */
  static final int MOST = 1 << 15;

  private static final int EMPTY = 0;

  private int[] hashes = new int[1 << 6];
  private int size;

  /**
   * Whether no set with this hash was met; from now on one was.
   *
   * @return false as well if too many were met to tell
   */
  boolean isFirst(int hash) {
    int wanted = hash == EMPTY ? 1 : hash;
    int slot = slot(wanted);
    if (hashes[slot] == wanted || size == MOST) {
      return false;
    }
    hashes[slot] = wanted;
    size++;
    if (2 * size > hashes.length) {
      grow();
    }
    return true;
  }

  /** Where a hash is, or would be. */
  private int slot(int wanted) {
    int mask = hashes.length - 1;
    int slot = wanted & mask;
    while (hashes[slot] != EMPTY && hashes[slot] != wanted) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    int[] before = hashes;
    hashes = new int[2 * before.length];
    for (int hash : before) {
      if (hash != EMPTY) {
        hashes[slot(hash)] = hash;
      }
    }
  }
}
