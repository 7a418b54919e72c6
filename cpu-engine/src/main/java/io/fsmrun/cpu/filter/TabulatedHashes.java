package io.fsmrun.cpu.filter;

import static jdk.incubator.vector.VectorOperators.LT;
import static jdk.incubator.vector.VectorOperators.NE;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.fsmrun.cpu.vector.VectorTrial;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Looks at 64 places at once, by shuffles: a Bloom filter (Bloom, CACM 1970) in vector registers,
 * as far as there are enough, for some thousands of windows. Tables give two numbers for each pair
 * of neighbouring bytes (tabulation; Zobrist 1970), written once for each place; sums and exclusive
 * ors of those of a window's first and last pair are hashes of eight bits. One of them chooses one
 * of eight bits, the others and a sum of two choose an entry of a table each. A place is found if
 * the bit is set in all four.
 *
 * <pre>
 *   bytes   b0 b1 b2 b3      x0, x1, y0, y1: what the tables give for a byte
 *   pairs   p = x0(b0) + x1(b1)    q = y0(b0) + y1(b1)     r, s: the same of b2 b3
 *   hashes  h = p ^ s              g = q + r
 *           w = 2 p + r            u = 2 s - q
 *   found   bit[u]  and  table0[h]  and  table1[g]  and  table2[w]  and  table3[h + u]
 * </pre>
 *
 * <p>The last pair of a window of three bytes begins with the second; one of two bytes has numbers
 * of its bytes in place of those of pairs, since 16 bits tell too few windows apart. Tables x and y
 * have 128 entries; a byte from 128 on adds a number of its own to the first number of a pair that
 * it begins and to the second of one that it ends, so that words of letters do not pass as what
 * binary files have. They give the same for both cases of a letter if windows are folded. The four
 * last tables have 128 entries for few windows, else 256 or 512. For very few there are no hashes:
 * windows are dealt out to eight buckets, and a table for each byte tells which have such a byte
 * there (Teddy, of Hyperscan, NSDI 2019, with tables of 128 entries), unless usual windows pass
 * that agree with others in seven bits; or {@link ByteBuckets} deal them out, up to 192, by what
 * they let through, and know what is behind narrow ones. Immutable.
 */
final class TabulatedHashes implements PlaceFinder {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;
  private static final int LANES = 64;

  /** Entries of such a table. */
  private static final int[] ENTRIES = {2 * LANES, 4 * LANES, 8 * LANES};

  private static final int FEW = 64;
  private static final int BUCKETS = Byte.SIZE;

  /** So many values of a byte are usual in an input. */
  private static final int USUAL = 64;

  /** What a place costs that is found by mistake. */
  private static final double MISTAKEN_NANOS = 4;

  /** If more than one in so many places is found, most are by mistake, and hashes sort them out. */
  private static final int MANY = 256;

  /** Which scratch has numbers of last bytes where windows are one pair. */
  private static final int LAST = 2;

  private static final int TRIAL_BATCH = 1 << 10;

  /** The trial of the loop for few windows, then those for each number of entries. */
  private static final List<VectorTrial> TRIALS =
      Stream.generate(() -> new VectorTrial(TRIAL_BATCH)).limit(1 + ENTRIES.length).toList();

  private final int width;
  private final boolean few;

  /** Entries of each table that is asked. */
  private final int entries;

  /** Null if there are few windows. */
  private final HashNumbers numbers;

  private final byte[] tables;

  /** Null if only places that pass are asked for. */
  private final HashFinder hashes;

  /** Which numbers are those of a window's last pair. */
  private final int lastNumbers;

  /**
   * A finder.
   *
   * @param width bytes of a window, 2 to 4
   * @param fold what is set in every window before it is compared
   * @param keys the windows, the first byte lowest
   * @param hashes of the same windows; they look at the places at the end of an input, and sort out
   *     mistakes
   * @param usual windows of four bytes of inputs
   */
  TabulatedHashes(int width, int fold, int[] keys, HashFinder hashes, int[] usual) {
    this.width = width;
    this.hashes = hashes;
    byte[] buckets =
        areFew(keys.length, width) ? buckets(width, fold, keys) : ByteArrays.EMPTY_ARRAY;
    this.few = buckets.length > 0 && areToldApart(buckets, width, fold, keys, usual);
    this.numbers =
        few ? null : HashNumbers.of(width, fold, keys, ENTRIES[size(keys.length)], usual);
    this.entries = few ? ENTRIES[0] : numbers.entries;
    this.lastNumbers = width == HashNumbers.ONE_PAIR ? LAST : 0;
    this.tables = few ? buckets : numbers.tables;
  }

  /**
   * A finder of what was dealt out to buckets.
   *
   * @param width bytes of a window, 2 to 4
   * @param buckets what is at windows, and behind narrow ones
   * @param hashes of the windows; they look at the places at the end of an input, and sort out
   *     mistakes
   */
  TabulatedHashes(int width, ByteBuckets buckets, HashFinder hashes) {
    this.width = width;
    this.hashes = hashes;
    this.few = true;
    this.numbers = null;
    this.entries = ENTRIES[0];
    this.lastNumbers = 0;
    this.tables = buckets.tables();
  }

  /**
   * A finder of places that pass, of which only those may be asked for.
   *
   * @param buckets what is dealt out
   */
  TabulatedHashes(ByteBuckets buckets) {
    this(1, buckets, null);
  }

  /** What looking for what was dealt out costs, with places that are found by mistake. */
  static double nanos(ByteBuckets buckets) {
    return FinderCosts.HERE.few() + MISTAKEN_NANOS * buckets.share();
  }

  /** The trial of the loop that this one runs. */
  VectorTrial trial() {
    return TRIALS.get(few ? 0 : 1 + Arrays.binarySearch(ENTRIES, entries));
  }

  /** For each byte of a window a table of the buckets that have such a byte there. */
  private static byte[] buckets(int width, int fold, int[] keys) {
    byte[] tables = new byte[HashNumbers.TABLES * ENTRIES[0]];
    Arrays.fill(tables, width * ENTRIES[0], tables.length, (byte) -1);
    for (int i = 0; i < keys.length; i++) {
      byte bucket = (byte) (1 << i * BUCKETS / keys.length);
      for (int b = 0; b < width; b++) {
        int symbol = keys[i] >>> b * Byte.SIZE & HashNumbers.LOW;
        tables[b * ENTRIES[0] + symbol] |= bucket;
        tables[b * ENTRIES[0] + (symbol & ~(fold >>> b * Byte.SIZE & HashNumbers.CASE))] |= bucket;
      }
    }
    return tables;
  }

  /**
   * Whether the tables for few windows let so few usual ones through by mistake that hashes would
   * not be better: bytes that agree in seven bits are the same to these tables.
   */
  private static boolean areToldApart(byte[] tables, int width, int fold, int[] keys, int[] usual) {
    int[] others = Windows.others(usual, width, fold, keys);
    long passing = IntStream.of(others).filter(window -> bucketsOf(tables, window) != 0).count();
    double nanos = FinderCosts.HERE.few() + MISTAKEN_NANOS * passing / Math.max(1, usual.length);
    return nanos <= hashedNanos(keys.length, size(keys.length));
  }

  private static int bucketsOf(byte[] tables, int window) {
    int found = -1;
    for (int b = 0; b < HashNumbers.TABLES; b++) {
      found &= tables[b * ENTRIES[0] + (window >>> b * Byte.SIZE & HashNumbers.LOW)];
    }
    return found;
  }

  /** Which of {@link #ENTRIES} is best for so many windows. */
  private static int size(int windows) {
    int best = 0;
    for (int i = 1; i < ENTRIES.length; i++) {
      best = hashedNanos(windows, i) < hashedNanos(windows, best) ? i : best;
    }
    return best;
  }

  private static double hashedNanos(int windows, int size) {
    double full = 1 - Math.exp(-(double) windows / (Byte.SIZE * ENTRIES[size]));
    return FinderCosts.HERE.tabulated()[size] + MISTAKEN_NANOS * Math.pow(full, HashNumbers.TABLES);
  }

  /** What looking for so many windows costs, with places that are found by mistake. */
  static double nanos(int windows, int width) {
    return areFew(windows, width) ? fewNanos(windows, width) : hashedNanos(windows, size(windows));
  }

  private static boolean areFew(int windows, int width) {
    return windows <= FEW && fewNanos(windows, width) < hashedNanos(windows, 0);
  }

  private static double fewNanos(int windows, int width) {
    double inBucket = Math.max(1, (double) windows / BUCKETS);
    double found = Math.min(windows, BUCKETS) * Math.pow(inBucket / USUAL, width);
    return FinderCosts.HERE.few() + MISTAKEN_NANOS * found;
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int count = findAll(input, from, to, places, words);
    if (count > (to - from) / MANY) {
      count = hashes.keep(input, places, count);
    }
    int asked = Math.max(from, Math.min(to, end(input)));
    return to - asked < width ? count : count + edge(input, asked, to, places, count, words);
  }

  /** Finds all places that pass, by mistake too, but for up to three at the input's end. */
  int findAll(byte[] input, int from, int to, int[] places, PlaceMasks.Words marked) {
    int end = Math.min(to - width + 1, end(input));
    if (end <= from) {
      return 0;
    }
    long[] masks = marked.masks;
    int[] firsts = marked.firsts;
    int count = 0;
    int done = from;
    // Places behind the last one may be asked for, too.
    int left = Math.min((end - from + LANES - 1) / LANES, (end(input) - from) / LANES);
    while (left > 0) {
      int blocks = Math.min(PlaceMasks.Words.MOST, left);
      int words = ask(input, done, blocks, marked);
      done += blocks * LANES;
      if (done > end && words > 0 && firsts[words - 1] == done - LANES) {
        masks[words - 1] &= (1L << end - firsts[words - 1]) - 1;
      }
      for (int n = 0; n < words; n++) {
        count = PlaceMasks.add(masks[n], firsts[n], places, count);
      }
      left -= blocks;
    }
    int first = end(input) - LANES;
    if (done < end && ask(input, first, 1, marked) > 0) {
      long behind = masks[0] >>> done - first;
      count = PlaceMasks.add(behind & (1L << end - done) - 1, done, places, count);
    }
    return count;
  }

  /** Before which index places can be asked for: four bytes are read at each of 64. */
  static int end(byte[] input) {
    int end = input.length - Integer.BYTES + 1;
    return end < LANES ? 0 : end;
  }

  /** Looks at the last few places one by one. */
  private int edge(
      byte[] input, int from, int to, int[] places, int count, PlaceMasks.Words words) {
    int[] few = new int[to - from + 1 + PlaceMasks.SLACK];
    int found = hashes.find(input, from, to, few, words);
    System.arraycopy(few, 0, places, count, found);
    return found;
  }

  /**
   * Asks for the places of some blocks.
   *
   * @param words takes the words with a bit for each place that are not 0, and the first place of
   *     each
   * @return how many there are
   */
  private int ask(byte[] input, int from, int blocks, PlaceMasks.Words words) {
    if (few) {
      return askFew(input, from, blocks, words.masks, words.firsts);
    }
    if (width == HashNumbers.ONE_PAIR) {
      addBytes(input, from, blocks, words.numbers);
    } else {
      addPairs(input, from, blocks, words.numbers[0], words.numbers[1]);
    }
    return switch (entries / (2 * LANES)) {
      case 1 -> askSmall(from, blocks, words);
      case 2 -> askMiddle(from, blocks, words);
      default -> askLarge(from, blocks, words);
    };
  }

  private ByteVector number(int table, int half) {
    return ByteVector.fromArray(SPECIES, numbers.numbers, (2 * table + half) * LANES);
  }

  /** Writes both numbers of all pairs of neighbours in some blocks. */
  private void addPairs(byte[] input, int from, int blocks, byte[] firsts, byte[] seconds) {
    ByteVector x0a = number(0, 0);
    ByteVector x0b = number(0, 1);
    ByteVector x1a = number(1, 0);
    ByteVector x1b = number(1, 1);
    ByteVector y0a = number(2, 0);
    ByteVector y0b = number(2, 1);
    ByteVector y1a = number(3, 0);
    ByteVector y1b = number(3, 1);
    ByteVector firstSign = ByteVector.broadcast(SPECIES, HashNumbers.FIRST_SIGN);
    ByteVector lastSign = ByteVector.broadcast(SPECIES, HashNumbers.LAST_SIGN);
    int end = blocks * LANES;
    for (int at = 0; at < end; at += LANES) {
      ByteVector b0 = ByteVector.fromArray(SPECIES, input, from + at);
      ByteVector b1 = ByteVector.fromArray(SPECIES, input, from + at + 1);
      VectorMask<Byte> sign0 = b0.compare(LT, (byte) 0);
      VectorMask<Byte> sign1 = b1.compare(LT, (byte) 0);
      ByteVector p = b0.selectFrom(x0a, x0b).add(b1.selectFrom(x1a, x1b));
      ByteVector q = b0.selectFrom(y0a, y0b).add(b1.selectFrom(y1a, y1b));
      p.add(firstSign, sign0).intoArray(firsts, at);
      q.add(lastSign, sign1).intoArray(seconds, at);
    }
    // The last pairs lie behind the last block, as far as a window reaches.
    int last = end - LANES + width - 2;
    ByteVector b0 = ByteVector.fromArray(SPECIES, input, from + last);
    ByteVector b1 = ByteVector.fromArray(SPECIES, input, from + last + 1);
    VectorMask<Byte> sign0 = b0.compare(LT, (byte) 0);
    VectorMask<Byte> sign1 = b1.compare(LT, (byte) 0);
    ByteVector p = b0.selectFrom(x0a, x0b).add(b1.selectFrom(x1a, x1b));
    ByteVector q = b0.selectFrom(y0a, y0b).add(b1.selectFrom(y1a, y1b));
    p.add(firstSign, sign0).intoArray(firsts, last);
    q.add(lastSign, sign1).intoArray(seconds, last);
  }

  /**
   * Writes what each byte of the pairs in some blocks gives for both numbers. One loop as for
   * pairs, since one for each table, which would be less to read, makes finding take a seventh
   * longer.
   */
  private void addBytes(byte[] input, int from, int blocks, byte[][] to) {
    byte[] firsts = to[0];
    byte[] seconds = to[1];
    byte[] lastFirsts = to[LAST];
    byte[] lastSeconds = to[LAST + 1];
    ByteVector x0a = number(0, 0);
    ByteVector x0b = number(0, 1);
    ByteVector x1a = number(1, 0);
    ByteVector x1b = number(1, 1);
    ByteVector y0a = number(2, 0);
    ByteVector y0b = number(2, 1);
    ByteVector y1a = number(3, 0);
    ByteVector y1b = number(3, 1);
    ByteVector firstSign = ByteVector.broadcast(SPECIES, HashNumbers.FIRST_SIGN);
    ByteVector lastSign = ByteVector.broadcast(SPECIES, HashNumbers.LAST_SIGN);
    int end = blocks * LANES;
    for (int at = 0; at < end; at += LANES) {
      ByteVector b0 = ByteVector.fromArray(SPECIES, input, from + at);
      ByteVector b1 = ByteVector.fromArray(SPECIES, input, from + at + 1);
      VectorMask<Byte> sign0 = b0.compare(LT, (byte) 0);
      VectorMask<Byte> sign1 = b1.compare(LT, (byte) 0);
      b0.selectFrom(x0a, x0b).add(firstSign, sign0).intoArray(firsts, at);
      b0.selectFrom(y0a, y0b).intoArray(seconds, at);
      b1.selectFrom(x1a, x1b).intoArray(lastFirsts, at);
      b1.selectFrom(y1a, y1b).add(lastSign, sign1).intoArray(lastSeconds, at);
    }
  }

  private ByteVector table(int vector) {
    return ByteVector.fromArray(SPECIES, tables, vector * LANES);
  }

  // One loop for each size, with all tables in variables: loops over these would keep them out of
  // registers, of which there are 32; what does not fit is read from the first-level cache. Nothing
  // but Java's own vector methods is called in the loops:
  // the compiler inlines no others where there are so many.

  private int askFew(byte[] input, int from, int blocks, long[] masks, int[] firsts) {
    ByteVector t0a = table(0);
    ByteVector t0b = table(1);
    ByteVector t1a = table(2);
    ByteVector t1b = table(3);
    ByteVector t2a = table(4);
    ByteVector t2b = table(5);
    ByteVector t3a = table(6);
    ByteVector t3b = table(7);
    int end = from + blocks * LANES;
    int n = 0;
    for (int p = from; p < end; p += LANES) {
      ByteVector f0 = ByteVector.fromArray(SPECIES, input, p).selectFrom(t0a, t0b);
      ByteVector f1 = ByteVector.fromArray(SPECIES, input, p + 1).selectFrom(t1a, t1b);
      ByteVector f2 = ByteVector.fromArray(SPECIES, input, p + 2).selectFrom(t2a, t2b);
      ByteVector f3 = ByteVector.fromArray(SPECIES, input, p + 3).selectFrom(t3a, t3b);
      long mask = f0.and(f1).and(f2).and(f3).compare(NE, (byte) 0).toLong();
      masks[n] = mask;
      firsts[n] = p;
      n += (int) ((mask | -mask) >>> Long.SIZE - 1);
    }
    return n;
  }

  private int askSmall(int from, int blocks, PlaceMasks.Words words) {
    byte[] ps = words.numbers[0];
    byte[] qs = words.numbers[1];
    byte[] rs = words.numbers[lastNumbers];
    byte[] ss = words.numbers[lastNumbers + 1];
    long[] masks = words.masks;
    int[] firsts = words.firsts;
    int last = width - 2;
    ByteVector bits = ByteVector.fromArray(SPECIES, numbers.bit, 0);
    ByteVector t0a = table(0);
    ByteVector t0b = table(1);
    ByteVector t1a = table(2);
    ByteVector t1b = table(3);
    ByteVector t2a = table(4);
    ByteVector t2b = table(5);
    ByteVector t3a = table(6);
    ByteVector t3b = table(7);
    int end = blocks * LANES;
    int n = 0;
    for (int at = 0; at < end; at += LANES) {
      ByteVector p = ByteVector.fromArray(SPECIES, ps, at);
      ByteVector q = ByteVector.fromArray(SPECIES, qs, at);
      ByteVector r = ByteVector.fromArray(SPECIES, rs, at + last);
      ByteVector s = ByteVector.fromArray(SPECIES, ss, at + last);
      ByteVector h = p.lanewise(XOR, s);
      ByteVector g = q.add(r);
      ByteVector w = p.add(p).add(r);
      ByteVector u = s.add(s).sub(q);
      ByteVector v = h.add(u);
      ByteVector f0 = h.selectFrom(t0a, t0b);
      ByteVector f1 = g.selectFrom(t1a, t1b);
      ByteVector f2 = w.selectFrom(t2a, t2b);
      ByteVector f3 = v.selectFrom(t3a, t3b);
      ByteVector f = u.selectFrom(bits).and(f0).and(f1).and(f2).and(f3);
      long mask = f.compare(NE, (byte) 0).toLong();
      masks[n] = mask;
      firsts[n] = from + at;
      n += (int) ((mask | -mask) >>> Long.SIZE - 1);
    }
    return n;
  }

  private int askMiddle(int from, int blocks, PlaceMasks.Words words) {
    byte[] ps = words.numbers[0];
    byte[] qs = words.numbers[1];
    byte[] rs = words.numbers[lastNumbers];
    byte[] ss = words.numbers[lastNumbers + 1];
    long[] masks = words.masks;
    int[] firsts = words.firsts;
    int last = width - 2;
    ByteVector bits = ByteVector.fromArray(SPECIES, numbers.bit, 0);
    ByteVector t0a = table(0);
    ByteVector t0b = table(1);
    ByteVector t0c = table(2);
    ByteVector t0d = table(3);
    ByteVector t1a = table(4);
    ByteVector t1b = table(5);
    ByteVector t1c = table(6);
    ByteVector t1d = table(7);
    ByteVector t2a = table(8);
    ByteVector t2b = table(9);
    ByteVector t2c = table(10);
    ByteVector t2d = table(11);
    ByteVector t3a = table(12);
    ByteVector t3b = table(13);
    ByteVector t3c = table(14);
    ByteVector t3d = table(15);
    int end = blocks * LANES;
    int n = 0;
    for (int at = 0; at < end; at += LANES) {
      ByteVector p = ByteVector.fromArray(SPECIES, ps, at);
      ByteVector q = ByteVector.fromArray(SPECIES, qs, at);
      ByteVector r = ByteVector.fromArray(SPECIES, rs, at + last);
      ByteVector s = ByteVector.fromArray(SPECIES, ss, at + last);
      ByteVector h = p.lanewise(XOR, s);
      ByteVector g = q.add(r);
      ByteVector w = p.add(p).add(r);
      ByteVector u = s.add(s).sub(q);
      ByteVector v = h.add(u);
      ByteVector f0 = h.selectFrom(t0a, t0b).blend(h.selectFrom(t0c, t0d), h.compare(LT, (byte) 0));
      ByteVector f1 = g.selectFrom(t1a, t1b).blend(g.selectFrom(t1c, t1d), g.compare(LT, (byte) 0));
      ByteVector f2 = w.selectFrom(t2a, t2b).blend(w.selectFrom(t2c, t2d), w.compare(LT, (byte) 0));
      ByteVector f3 = v.selectFrom(t3a, t3b).blend(v.selectFrom(t3c, t3d), v.compare(LT, (byte) 0));
      ByteVector f = u.selectFrom(bits).and(f0).and(f1).and(f2).and(f3);
      long mask = f.compare(NE, (byte) 0).toLong();
      masks[n] = mask;
      firsts[n] = from + at;
      n += (int) ((mask | -mask) >>> Long.SIZE - 1);
    }
    return n;
  }

  private int askLarge(int from, int blocks, PlaceMasks.Words words) {
    byte[] ps = words.numbers[0];
    byte[] qs = words.numbers[1];
    byte[] rs = words.numbers[lastNumbers];
    byte[] ss = words.numbers[lastNumbers + 1];
    long[] masks = words.masks;
    int[] firsts = words.firsts;
    int last = width - 2;
    ByteVector bits = ByteVector.fromArray(SPECIES, numbers.bit, 0);
    ByteVector t0a = table(0);
    ByteVector t0b = table(1);
    ByteVector t0c = table(2);
    ByteVector t0d = table(3);
    ByteVector t0e = table(4);
    ByteVector t0f = table(5);
    ByteVector t0g = table(6);
    ByteVector t0h = table(7);
    ByteVector t1a = table(8);
    ByteVector t1b = table(9);
    ByteVector t1c = table(10);
    ByteVector t1d = table(11);
    ByteVector t1e = table(12);
    ByteVector t1f = table(13);
    ByteVector t1g = table(14);
    ByteVector t1h = table(15);
    ByteVector t2a = table(16);
    ByteVector t2b = table(17);
    ByteVector t2c = table(18);
    ByteVector t2d = table(19);
    ByteVector t2e = table(20);
    ByteVector t2f = table(21);
    ByteVector t2g = table(22);
    ByteVector t2h = table(23);
    ByteVector t3a = table(24);
    ByteVector t3b = table(25);
    ByteVector t3c = table(26);
    ByteVector t3d = table(27);
    ByteVector t3e = table(28);
    ByteVector t3f = table(29);
    ByteVector t3g = table(30);
    ByteVector t3h = table(31);
    int end = blocks * LANES;
    int n = 0;
    for (int at = 0; at < end; at += LANES) {
      ByteVector p = ByteVector.fromArray(SPECIES, ps, at);
      ByteVector q = ByteVector.fromArray(SPECIES, qs, at);
      ByteVector r = ByteVector.fromArray(SPECIES, rs, at + last);
      ByteVector s = ByteVector.fromArray(SPECIES, ss, at + last);
      ByteVector h = p.lanewise(XOR, s);
      ByteVector g = q.add(r);
      ByteVector w = p.add(p).add(r);
      ByteVector u = s.add(s).sub(q);
      ByteVector v = h.add(u);
      VectorMask<Byte> hSign = h.compare(LT, (byte) 0);
      VectorMask<Byte> gSign = g.compare(LT, (byte) 0);
      VectorMask<Byte> wSign = w.compare(LT, (byte) 0);
      VectorMask<Byte> vSign = v.compare(LT, (byte) 0);
      ByteVector low0 = h.selectFrom(t0a, t0b).blend(h.selectFrom(t0c, t0d), hSign);
      ByteVector high0 = h.selectFrom(t0e, t0f).blend(h.selectFrom(t0g, t0h), hSign);
      ByteVector f0 = low0.blend(high0, gSign);
      ByteVector low1 = g.selectFrom(t1a, t1b).blend(g.selectFrom(t1c, t1d), gSign);
      ByteVector high1 = g.selectFrom(t1e, t1f).blend(g.selectFrom(t1g, t1h), gSign);
      ByteVector f1 = low1.blend(high1, hSign);
      ByteVector low2 = w.selectFrom(t2a, t2b).blend(w.selectFrom(t2c, t2d), wSign);
      ByteVector high2 = w.selectFrom(t2e, t2f).blend(w.selectFrom(t2g, t2h), wSign);
      ByteVector f2 = low2.blend(high2, hSign);
      ByteVector low3 = v.selectFrom(t3a, t3b).blend(v.selectFrom(t3c, t3d), vSign);
      ByteVector high3 = v.selectFrom(t3e, t3f).blend(v.selectFrom(t3g, t3h), vSign);
      ByteVector f3 = low3.blend(high3, hSign);
      ByteVector f = u.selectFrom(bits).and(f0).and(f1).and(f2).and(f3);
      long mask = f.compare(NE, (byte) 0).toLong();
      masks[n] = mask;
      firsts[n] = from + at;
      n += (int) ((mask | -mask) >>> Long.SIZE - 1);
    }
    return n;
  }
}
