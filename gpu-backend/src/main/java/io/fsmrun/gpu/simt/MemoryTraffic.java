package io.fsmrun.gpu.simt;

import java.util.Arrays;

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
    int group = bytes <= WORD ? 32 : bytes == 2 * WORD ? 16 : 8;
    int count = 0;
    for (int start = 0; start < 32; start += group) {
      int lanes = group == 32 ? mask : mask & (1 << group) - 1 << start;
      if (lanes != 0) {
        count += passes(addresses, lanes, Math.max(1, bytes / WORD), words);
      }
    }
    return count;
  }

  private static int passes(long[] addresses, int lanes, int wordsEach, long[] words) {
    int seen = 0;
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      long first = addresses[Integer.numberOfTrailingZeros(rest)] / WORD;
      for (int k = 0; k < wordsEach; k++) {
        long word = first + k;
        int bank = (int) word & BANKS - 1;
        if ((seen >>> bank & 1) == 0) {
          seen |= 1 << bank;
          words[bank] = word;
        } else if (words[bank] != word) {
          return passesInConflict(addresses, lanes, wordsEach);
        }
      }
    }
    return 1;
  }

  private static int passesInConflict(long[] addresses, int lanes, int wordsEach) {
    long[] all = new long[Integer.bitCount(lanes) * wordsEach];
    int count = 0;
    for (int rest = lanes; rest != 0; rest &= rest - 1) {
      long first = addresses[Integer.numberOfTrailingZeros(rest)] / WORD;
      for (int k = 0; k < wordsEach; k++) {
        all[count++] = first + k;
      }
    }
    Arrays.sort(all);
    int[] different = new int[BANKS];
    int most = 0;
    for (int k = 0; k < count; k++) {
      if (k == 0 || all[k] != all[k - 1]) {
        most = Math.max(most, ++different[(int) all[k] & BANKS - 1]);
      }
    }
    return most;
  }
}
