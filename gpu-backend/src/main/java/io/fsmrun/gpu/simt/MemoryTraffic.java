package io.fsmrun.gpu.simt;

/** Counts what the accesses of a warp take together. */
final class MemoryTraffic {

  private static final int SECTOR_SHIFT = 5;
  private static final int BANKS = 32;
  private static final int WORD = 4;

  private MemoryTraffic() {}

  /**
   * Different sectors of 32 bytes; an aligned access of at most 16 bytes is in one.
   *
   * @param addresses the address of each lane
   * @param mask the lanes, at least one
   */
  static int sectors(long[] addresses, int mask) {
    long last = addresses[Integer.numberOfTrailingZeros(mask)] >>> SECTOR_SHIFT;
    int count = 1;
    for (int rest = mask & mask - 1; rest != 0; rest &= rest - 1) {
      long sector = addresses[Integer.numberOfTrailingZeros(rest)] >>> SECTOR_SHIFT;
      if (sector < last) {
        return sectorsUnordered(addresses, mask);
      }
      count += sector > last ? 1 : 0;
      last = sector;
    }
    return count;
  }

  private static int sectorsUnordered(long[] addresses, int mask) {
    int count = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      long sector = addresses[Integer.numberOfTrailingZeros(rest)] >>> SECTOR_SHIFT;
      boolean known = false;
      for (int before = mask & ~rest; before != 0 && !known; before &= before - 1) {
        known = addresses[Integer.numberOfTrailingZeros(before)] >>> SECTOR_SHIFT == sector;
      }
      count += known ? 0 : 1;
    }
    return count;
  }

  /**
   * Passes that an access to shared memory takes.
   *
   * @param addresses the address of each lane
   * @param mask the lanes
   * @param bytes bytes of each lane
   * @param words room for a word of each bank
   */
  static int wavefronts(long[] addresses, int mask, int bytes, long[] words) {
    int wordsEach = Math.max(1, bytes / WORD);
    int group = 32 / wordsEach;
    int count = 0;
    for (int start = 0; start < 32; start += group) {
      int lanes = group == 32 ? mask : mask >>> start & (1 << group) - 1;
      int pending = 0;
      for (int rest = lanes; rest != 0; rest &= rest - 1) {
        pending |= (1 << wordsEach) - 1 << Integer.numberOfTrailingZeros(rest) * wordsEach;
      }
      while (pending != 0) {
        pending = pass(addresses, start, wordsEach, pending, words);
        count++;
      }
    }
    return count;
  }

  /** Serves one word of each bank; gives the words of the group that are still to be served. */
  private static int pass(long[] addresses, int start, int wordsEach, int pending, long[] words) {
    int shift = Integer.numberOfTrailingZeros(wordsEach);
    int seen = 0;
    int left = 0;
    for (int rest = pending; rest != 0; rest &= rest - 1) {
      int index = Integer.numberOfTrailingZeros(rest);
      long word = addresses[start + (index >>> shift)] / WORD + (index & wordsEach - 1);
      int bank = (int) word & BANKS - 1;
      if ((seen >>> bank & 1) == 0) {
        seen |= 1 << bank;
        words[bank] = word;
      } else if (words[bank] != word) {
        left |= 1 << index;
      }
    }
    return left;
  }
}
