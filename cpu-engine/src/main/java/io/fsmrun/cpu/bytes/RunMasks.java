package io.fsmrun.cpu.bytes;

/**
 * Where so many bytes of a set lie in a row, from a bit for each byte that is in the set. A bit is
 * set where so many in a row end. O(log length) steps for 64 bytes, and O(1) for long runs.
 */
final class RunMasks {

  private RunMasks() {}

  /**
   * Finds the ends of runs.
   *
   * @param members a bit a byte, 64 a word from the lowest on
   * @param words how many words
   * @param before how many members lie right before the first word
   * @param least the fewest members in a row, from 1
   * @param ends bits are added where runs of so many end
   * @return whether there are any
   */
  static boolean addEnds(long[] members, int words, int before, int least, long[] ends) {
    return least <= Long.SIZE
        ? addShort(members, words, before, least, ends)
        : addLong(members, words, before, least, ends);
  }

  /** A run has its end in one word, and the rest of it there or in the word before. */
  private static boolean addShort(long[] members, int words, int before, int least, long[] ends) {
    long previous = lastOf(before);
    long any = 0;
    for (int word = 0; word < words; word++) {
      long low = previous;
      long high = members[word];
      previous = high;
      // Bits stay where so many members end as were asked for till now; twice as many each time.
      for (int have = 1; have < least && high != 0; ) {
        int more = Math.min(have, least - have);
        high &= high << more | low >>> Long.SIZE - more;
        low &= low << more;
        have += more;
      }
      ends[word] |= high;
      any |= high;
    }
    return any != 0;
  }

  /** A run that ends in a word has members in all of it before that. */
  private static boolean addLong(long[] members, int words, int before, int least, long[] ends) {
    long run = before;
    boolean any = false;
    for (int word = 0; word < words; word++) {
      long bits = members[word];
      int leading = Long.numberOfTrailingZeros(~bits);
      long first = Math.max(0, least - 1 - run);
      if (first < leading) {
        ends[word] |= firstOf(leading) & -1L << (int) first;
        any = true;
      }
      run = leading == Long.SIZE ? run + Long.SIZE : Long.numberOfLeadingZeros(~bits);
    }
    return any;
  }

  /**
   * How many members lie right before the end of some words.
   *
   * @param before how many lie right before the first word
   * @param most greater numbers are not told apart
   */
  static int runAfter(long[] members, int words, int before, int most) {
    int run = 0;
    for (int word = words - 1; word >= 0 && run < most; word--) {
      int trailing = Long.numberOfLeadingZeros(~members[word]);
      run += trailing;
      if (trailing < Long.SIZE) {
        return Math.min(run, most);
      }
    }
    return (int) Math.min((long) run + before, most);
  }

  /** The lowest bits, so many of them. */
  private static long firstOf(int count) {
    return count == Long.SIZE ? -1L : (1L << count) - 1;
  }

  /** The highest bits, so many of them, or all. */
  private static long lastOf(int count) {
    return count == 0 ? 0 : -1L << Math.max(0, Long.SIZE - count);
  }
}
