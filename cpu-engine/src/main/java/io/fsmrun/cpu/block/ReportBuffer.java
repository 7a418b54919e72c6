package io.fsmrun.cpu.block;

import java.util.Arrays;

/**
 * The reports of a block: end and rule packed into a {@code long}, so that sorting the numbers
 * sorts the reports.
 *
 * <pre>
 *   63                32 31            0
 *   end - base           index of rule
 * </pre>
 *
 * <p>Rules are numbered by ascending id, from 0. Engines add their reports one after the other,
 * each mostly in order, and mostly one of them has nearly all. So what is there is not sorted but
 * read in stretches: {@link #order}, then {@link #nextStretch} until there is none. Reports that
 * are {@linkplain #addBits added as bits} and are many may stay bits all along: {@link
 * #orderApart}.
 *
 * <p>Mutable, for one thread.
 */
public final class ReportBuffer {

  private static final int INITIAL = 1 << 7;

  /** Room for more reports than this is given back: only a block or two of an input need it. */
  private static final int MOST_KEPT = 1 << 22;

  /** Up to so many reports a word, on average, are listed, not kept as bits. */
  private static final int FEW = 8;

  private long[] packed = new long[INITIAL];
  private final OrderedRuns runs = new OrderedRuns();
  private int size;
  private long base;

  /** Those that stay bits as long as they can. */
  private final PlaceBits bits = new PlaceBits();

  /** Whether they are read as bits, and from which slot on. */
  private boolean apart;

  private int slot;

  /** The stretch of the others that is being read, and the present one. */
  private int listFrom;

  private int listTo;
  private int from;
  private int to;
  private boolean ofBits;

  /** The longest stretch that is known to ascend. */
  private int ascendingFrom;

  private int ascendingTo;

  /** An empty buffer. */
  public ReportBuffer() {}

  /**
   * Empties the buffer and says which ends come next. Memory for far more reports than are usual is
   * given back.
   *
   * @param position where the block starts; ends lie from one position before it on
   */
  public void startBlock(long position) {
    size = 0;
    forgetOrder();
    base = position - 1;
    bits.startBlock(base);
    if (packed.length > MOST_KEPT) {
      packed = new long[INITIAL];
      runs.giveBack();
    }
  }

  /**
   * Adds a report.
   *
   * @param rule index of the rule
   * @param end where the match ends, a position of the stream
   */
  public void add(int rule, long end) {
    if (size == packed.length) {
      packed = Arrays.copyOf(packed, size * 2);
    }
    packed[size++] = end - base << 32 | rule;
  }

  /**
   * Adds reports for the bytes of a stretch that one or two rules match.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param first per byte the index of the rule that matches it, or -1
   * @param second per byte the index of another rule that does, a greater one, or -1
   * @param end where a match of the first byte ends, a position of the stream
   */
  public void addMarked(byte[] input, int from, int to, int[] first, int[] second, long end) {
    makeRoom(2 * (to - from) + 1);
    long[] target = packed;
    int at = size;
    long start = end - base - from;
    // Which bytes are matched is often as good as random, so no branch depends on it.
    for (int i = from; i < to; i++) {
      int symbol = input[i] & 0xff;
      int one = first[symbol];
      int other = second[symbol];
      target[at] = start + i << 32 | one;
      at += one >>> 31 ^ 1;
      target[at] = start + i << 32 | other;
      at += other >>> 31 ^ 1;
    }
    size = at;
  }

  /**
   * Adds reports of one rule at places that are given as bits, 64 a word from the lowest on.
   *
   * @param words the bits
   * @param count how many words
   * @param rule index of the rule
   * @param end where the match of the first place ends, a position of the stream
   */
  public void addBits(long[] words, int count, int rule, long end) {
    addAllBits(words, null, count, rule, rule, end);
  }

  /**
   * Adds reports of two rules at places that are given as bits.
   *
   * @param words the bits of one rule
   * @param others the bits of the other
   * @param count how many words
   * @param rule index of the one
   * @param other index of the other, a greater one
   * @param end where matches of the first place end, a position of the stream
   */
  public void addBits(long[] words, long[] others, int count, int rule, int other, long end) {
    addAllBits(words, others, count, rule, other, end);
  }

  /**
   * Adds reports of several rules at places that are given as bits, in order, so that nothing is to
   * be sorted.
   *
   * @param words per rule the bits
   * @param rules indices of the rules, ascending
   * @param ruleCount how many there are of both, at least 1
   * @param count how many words of each
   * @param end where matches of the first place end, a position of the stream
   */
  public void addBits(long[][] words, int[] rules, int ruleCount, int count, long end) {
    if (ruleCount <= 2) {
      long[] others = ruleCount == 2 ? words[1] : null;
      addAllBits(words[0], others, count, rules[0], rules[ruleCount - 1], end);
      return;
    }
    int before = size;
    for (int w = 0; w < count; w++) {
      long any = 0;
      for (int r = 0; r < ruleCount; r++) {
        any |= words[r][w];
      }
      if (any != 0) {
        makeRoom(Long.bitCount(any) * ruleCount + 1);
        addPlaces(words, rules, ruleCount, w, any, end - base + (long) w * Long.SIZE);
      }
    }
    added(before);
  }

  private void addPlaces(
      long[][] words, int[] rules, int ruleCount, int word, long any, long first) {
    long[] target = packed;
    int at = size;
    for (long rest = any; rest != 0; rest &= rest - 1) {
      int bit = Long.numberOfTrailingZeros(rest);
      long number = first + bit << 32;
      // Which of the rules report is often as good as random, so no branch depends on it.
      for (int r = 0; r < ruleCount; r++) {
        target[at] = number | rules[r];
        at += (int) (words[r][word] >>> bit & 1);
      }
    }
    size = at;
  }

  /** Keeps bits, of one rule if there are no others, or lists their reports. */
  private void addAllBits(long[] words, long[] others, int count, int rule, int other, long end) {
    int found = bits(words, count) + (others == null ? 0 : bits(others, count));
    if (found > FEW * count && bits.add(words, others, count, found, rule, other, end - base)) {
      return;
    }
    makeRoom(found);
    int before = size;
    for (int w = 0; w < count; w++) {
      long place = end - base + (long) w * Long.SIZE;
      long one = words[w];
      long two = others == null ? 0 : others[w];
      for (long rest = one | two; rest != 0; rest &= rest - 1) {
        long number = place + Long.numberOfTrailingZeros(rest) << 32;
        long lowest = rest & -rest;
        if ((one & lowest) != 0) {
          packed[size++] = number | rule;
        }
        if ((two & lowest) != 0) {
          packed[size++] = number | other;
        }
      }
    }
    added(before);
  }

  /** How many there are: memory that nothing is written to is not taken. */
  private static int bits(long[] words, int count) {
    int bits = 0;
    for (int i = 0; i < count; i++) {
      bits += Long.bitCount(words[i]);
    }
    return bits;
  }

  /** What was added ascends. */
  private void added(int before) {
    if (before == size) {
      return;
    }
    boolean goesOn = ascendingTo == before && before > 0 && packed[before - 1] < packed[before];
    if (!goesOn && size - before <= ascendingTo - ascendingFrom) {
      return;
    }
    ascendingFrom = goesOn ? ascendingFrom : before;
    ascendingTo = size;
  }

  private void forgetOrder() {
    ascendingFrom = 0;
    ascendingTo = 0;
  }

  private void makeRoom(int more) {
    int room = Math.addExact(size, more);
    if (room > packed.length) {
      packed = Arrays.copyOf(packed, Math.max(room, packed.length * 2));
    }
  }

  /**
   * Adds the reports of several rules at one place.
   *
   * @param rules indices of the rules
   * @param end where the matches end, a position of the stream
   */
  public void addAll(int[] rules, long end) {
    makeRoom(rules.length);
    int after = size + rules.length;
    long high = end - base << 32;
    for (int i = 0; i < rules.length; i++) {
      packed[size + i] = high | rules[i];
    }
    size = after;
  }

  /**
   * Writes reports as numbers of 32 bits: the distance of their end from a base above, the rule
   * below. Where either takes more bits than there are the numbers are wrong.
   *
   * @param from index of the first report
   * @param to index after the last
   * @param origin the base, a position of the stream
   * @param ruleBits bits that rules take
   * @param target takes the numbers
   * @param at index of the first of them
   */
  public void pack(int from, int to, long origin, int ruleBits, int[] target, int at) {
    long[] source = packed;
    int before = (int) (base - origin);
    for (int i = 0; i < to - from; i++) {
      long report = source[from + i];
      target[at + i] = (int) (report >>> 32) + before << ruleBits | (int) report;
    }
  }

  /**
   * Puts the reports in order, by end, then rule, each once. O(n) if they are in order already, or
   * are a few stretches that are, as those of several engines.
   */
  public void order() {
    listBits(0);
    apart = false;
    packed = runs.order(packed, size, ascendingFrom, ascendingTo);
  }

  /**
   * As {@link #order} and {@link #cut}, but what was added as bits may stay so. Stretches are of
   * bits then or of the others, as {@link #isOfBits} tells.
   *
   * @param lastEnd a position of the stream; reports that end behind it are left out
   */
  public void orderApart(long lastEnd) {
    if (lastEnd < base + Integer.MAX_VALUE) {
      listBits(bits.slotOf(Math.max(0, lastEnd + 1 - base) << 32));
    }
    apart = bits.count() > 0;
    slot = 0;
    listFrom = 0;
    listTo = 0;
    packed = runs.order(packed, size, ascendingFrom, ascendingTo);
    cut(lastEnd);
  }

  /** Puts what is kept as bits among the others, from a slot on. */
  private void listBits(int first) {
    int count = bits.count() == 0 ? 0 : bits.countFrom(first);
    if (count > 0) {
      makeRoom(count);
      int before = size;
      size = bits.list(first, packed, size);
      added(before);
    }
  }

  /**
   * Leaves late reports out, after {@link #order}: they are no part of any stretch.
   *
   * @param lastEnd a position of the stream; reports that end behind it are left out
   */
  public void cut(long lastEnd) {
    if (lastEnd < base + Integer.MAX_VALUE) {
      runs.cut(lastEnd + 1 - base << 32);
    }
  }

  /**
   * Goes to the next reports that lie side by side and come next in the order.
   *
   * @return false if there are none
   */
  public boolean nextStretch() {
    if (apart) {
      return nextApart();
    }
    boolean is = runs.nextStretch();
    from = runs.from();
    to = runs.to();
    ofBits = false;
    return is;
  }

  private boolean nextApart() {
    while (true) {
      if (listFrom == listTo && runs.nextStretch()) {
        listFrom = runs.from();
        listTo = runs.to();
      }
      boolean listed = listFrom < listTo;
      int bound = listed ? bits.slotOf(packed[listFrom]) : bits.end();
      // Words without bits are looked through once, not for each stretch of the others.
      slot = bits.next(slot);
      ofBits = slot < bound;
      if (ofBits || !listed) {
        from = slot;
        to = bound;
        slot = bound;
        return ofBits;
      }
      from = listFrom;
      listFrom = slot == bits.end() ? listTo : runs.indexOf(bits.packed(slot), from, listTo);
      to = listFrom;
      if (from < to) {
        return true;
      }
      // It is among the bits, too.
      listFrom++;
    }
  }

  /**
   * Whether the present stretch is one of {@link #bits}, after {@link #orderApart}: indexes are
   * slots then.
   *
   * @return false if its reports are to be asked for here
   */
  public boolean isOfBits() {
    return ofBits;
  }

  /**
   * What is read as bits.
   *
   * @return the bits, to be read before anything is added
   */
  public PlaceBits bits() {
    return bits;
  }

  /**
   * Index of the first report of the present stretch.
   *
   * @return an index
   */
  public int from() {
    return from;
  }

  /**
   * Index after the last report of the present stretch.
   *
   * @return an index
   */
  public int to() {
    return to;
  }

  /** Forgets all reports but those that were {@linkplain #cut left out}. */
  public void keepRest() {
    size = runs.keepRest();
    bits.clear();
    apart = false;
    forgetOrder();
  }

  /** Sorts by end, then rule, and drops repetitions: {@link #order}, and all in one stretch. */
  public void sort() {
    order();
    runs.sort();
    size = runs.size();
    ascendingFrom = 0;
    ascendingTo = size;
  }

  /**
   * Number of reports, of which those that are kept as bits have no index until {@link #order} or
   * {@link #sort}.
   *
   * @return 0 or more
   */
  public int size() {
    return size + bits.count();
  }

  /**
   * How many reports there is room for before memory is taken.
   *
   * @return a number that only {@link #startBlock} makes less
   */
  public int capacity() {
    return packed.length;
  }

  /**
   * The rule of a report.
   *
   * @param index from 0
   * @return its index
   */
  public int rule(int index) {
    return (int) packed[index];
  }

  /**
   * The end of a report.
   *
   * @param index from 0
   * @return a position of the stream
   */
  public long end(int index) {
    return base + (packed[index] >>> 32);
  }
}
