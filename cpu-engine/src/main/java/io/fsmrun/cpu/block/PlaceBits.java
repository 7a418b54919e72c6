package io.fsmrun.cpu.block;

import java.util.Arrays;

/**
 * Reports of one rule or two, kept as a bit for each place, since rules of single bytes may report
 * at every other byte: a bit is found and handed over faster than a number is written and read, and
 * takes less of a cache.
 *
 * <p>Places have one slot each, or two if there are two rules, so that slots are in the order of
 * reports: by place, then by rule. Slot {@code 64 w + b} is bit {@code b} of word {@code w}.
 *
 * <p>Mutable, for one thread.
 */
public final class PlaceBits {

  /** More words are not kept: what is far apart, or of very long blocks, is listed. */
  private static final int MOST_WORDS = 1 << 14;

  private static final int INITIAL = 1 << 4;

  private long[] slots = new long[INITIAL];
  private int words;
  private int count;

  /** 0 for one slot a place, 1 for two. */
  private int shift;

  private int rule;
  private int other;

  /** Where a report of the first place ends, above a base. */
  private long start;

  private long base;

  private final long[] numbers = new long[Long.SIZE];

  /** What these are of; nothing yet. */
  private int numbersShift = -1;

  private int numbersId;
  private int numbersOther;

  /** No bits. */
  PlaceBits() {}

  /** Forgets all; ends are to be above this base. */
  void startBlock(long newBase) {
    base = newBase;
    clear();
  }

  void clear() {
    words = 0;
    count = 0;
  }

  /**
   * Adds bits, if they are of the same rules as those that are there and lie behind them.
   *
   * @param bits of the one rule
   * @param others of the other rule, a greater one; null if there is one only
   * @param length how many words of either
   * @param set how many of their bits are set
   * @param first index of the one rule
   * @param second index of the other; any if there is one only
   * @param end where a report of the first place ends, above the base
   * @return false if they are not, or would take too much memory
   */
  boolean add(long[] bits, long[] others, int length, int set, int first, int second, long end) {
    int places = others == null ? 0 : 1;
    long gap = 0;
    if (words == 0) {
      shift = places;
      rule = first;
      other = second;
      start = end;
    } else {
      gap = end - start - (words * (long) Long.SIZE >> shift);
      if (places != shift || rule != first || other != second || gap < 0 || gap % Long.SIZE != 0) {
        return false;
      }
      gap = gap / Long.SIZE << shift;
    }
    long needed = words + gap + ((long) length << shift);
    if (needed > MOST_WORDS) {
      return false;
    }
    if (needed > slots.length) {
      slots = Arrays.copyOf(slots, (int) Math.max(needed, Math.min(2L * needed, MOST_WORDS)));
    }
    int at = words + (int) gap;
    Arrays.fill(slots, words, at, 0);
    if (others == null) {
      System.arraycopy(bits, 0, slots, at, length);
    } else {
      for (int i = 0; i < length; i++) {
        slots[at + 2 * i] = spread(bits[i]) | spread(others[i]) << 1;
        slots[at + 2 * i + 1] =
            spread(bits[i] >>> Integer.SIZE) | spread(others[i] >>> Integer.SIZE) << 1;
      }
    }
    words = (int) needed;
    count += set;
    return true;
  }

  /** The lower half of a word, each bit at twice its place. */
  private static long spread(long bits) {
    long x = bits & 0xffff_ffffL;
    x = (x | x << 16) & 0x0000_ffff_0000_ffffL;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ffL;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0fL;
    x = (x | x << 2) & 0x3333_3333_3333_3333L;
    return (x | x << 1) & 0x5555_5555_5555_5555L;
  }

  /** How many reports there are. */
  int count() {
    return count;
  }

  /** Index after the last slot. */
  int end() {
    return words * Long.SIZE;
  }

  /**
   * The next report.
   *
   * @param slot where it may be at first
   * @return the first slot from there on that has one, or a number above all slots
   */
  public int next(int slot) {
    int w = slot >>> 6;
    if (w >= words) {
      return end();
    }
    long rest = slots[w] & -1L << slot;
    while (rest == 0) {
      if (++w == words) {
        return end();
      }
      rest = slots[w];
    }
    return (w << 6) + Long.numberOfTrailingZeros(rest);
  }

  /**
   * The bits of a word that lie in a stretch.
   *
   * @param word number of the word
   * @param from the first slot of the stretch
   * @param to the slot after its last
   * @return the word without the others
   */
  public long word(int word, int from, int to) {
    long bits = slots[word];
    if (from > word << 6) {
      bits &= -1L << from;
    }
    if (to < (word << 6) + Long.SIZE) {
      bits &= ~(-1L << to);
    }
    return bits;
  }

  /**
   * What the slots of a word stand for.
   *
   * @param id stands for the rule
   * @param otherId stands for the other rule
   * @return for each slot how much farther on it ends than the first, above, and below whose it is;
   *     not to be changed, and the same array from call to call
   */
  public long[] numbers(int id, int otherId) {
    if (numbersShift != shift || numbersId != id || numbersOther != otherId) {
      numbersShift = shift;
      numbersId = id;
      numbersOther = otherId;
      for (int bit = 0; bit < numbers.length; bit++) {
        int whose = (bit & shift) == 0 ? id : otherId;
        numbers[bit] = (long) (bit >>> shift) << 32 | whose & 0xffff_ffffL;
      }
    }
    return numbers;
  }

  /**
   * The rule of all slots, or of the first of every two.
   *
   * @return its index
   */
  public int rule() {
    return rule;
  }

  /**
   * The rule of the second of every two slots.
   *
   * @return its index; any number if there is one rule
   */
  public int other() {
    return other;
  }

  /**
   * The rule of a slot.
   *
   * @param slot the slot
   * @return its index
   */
  public int rule(int slot) {
    return (slot & shift) == 0 ? rule : other;
  }

  /**
   * Where the report of a slot ends.
   *
   * @param slot the slot
   * @return a position of the stream
   */
  public long end(int slot) {
    return base + start + (slot >>> shift);
  }

  /** The report of a slot as {@link ReportBuffer} packs it. */
  long packed(int slot) {
    return start + (slot >>> shift) << 32 | rule(slot);
  }

  /** The first slot whose report would not come before one that is packed so. */
  int slotOf(long packed) {
    long place = (packed >>> 32) - start;
    if (place < 0) {
      return 0;
    }
    if (place >= (long) end() >> shift) {
      return end();
    }
    int number = (int) packed;
    int before = (number > rule ? 1 : 0) + (shift == 1 && number > other ? 1 : 0);
    return ((int) place << shift) + before;
  }

  /**
   * Lists reports, and forgets them.
   *
   * @param from the first slot of those
   * @param target takes them as {@link ReportBuffer} packs them
   * @param at index of the first
   * @return the index after the last
   */
  int list(int from, long[] target, int at) {
    int index = at;
    for (int w = from >>> 6; w < words; w++) {
      long bits = word(w, from, end());
      slots[w] ^= bits;
      count -= Long.bitCount(bits);
      for (; bits != 0; bits &= bits - 1) {
        target[index++] = packed((w << 6) + Long.numberOfTrailingZeros(bits));
      }
    }
    return index;
  }

  /** How many reports there are from a slot on. */
  int countFrom(int from) {
    int found = 0;
    for (int w = from >>> 6; w < words; w++) {
      found += Long.bitCount(word(w, from, end()));
    }
    return found;
  }
}
