package io.fsmrun.cpu.filter;

import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.NE;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds few windows at every place where one instruction looks up no more than 16 bytes in a table
 * of 16: {@link NibbleTables} tell for each byte in which buckets it may be the first of a string,
 * in which the second, and so on. That is written once for each byte, and put together for each
 * place. The strings are the windows and, where that pays, bytes beside them, of which the strings
 * that are looked for say more than windows do. Immutable.
 *
 * <pre>
 *   bytes     b0 b1 b2 b3 ...     x(b): buckets in which b may be first, y(b): second, ...
 *   written   x(b0) x(b1) ...     y(b0) y(b1) ...
 *   place p   x(p) &amp; y(p + 1) &amp; ...   is not 0 where a string may begin
 * </pre>
 */
final class NibbleBuckets implements PlaceFinder {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_128;
  private static final VectorSpecies<Byte> WIDE = ByteVector.SPECIES_256;
  private static final int LANES = 16;
  private static final int WIDE_LANES = 32;
  private static final byte HALF = 0xf;
  private static final int HALF_BITS = 4;

  /**
   * What strings of so many bytes cost, in nanoseconds per byte; none is shorter than two. Each
   * byte more is taken to cost a little more than it does: a length that only the first bytes of a
   * scan are searched for, before other windows are chosen, is compiled late.
   */
  private static final double[] NANOS = {0, 0, 0.08, 0.13, 0.17};

  /** What they cost where no more is known of them than how many there are. */
  private static final double USUAL_NANOS = 0.13;

  private static final int LEAST_LENGTH = 2;

  /** What a place costs that is found by mistake. */
  private static final double MISTAKEN_NANOS = 8;

  /** If more than one in so many places is found, hashes sort them out. */
  private static final int MANY = 256;

  /** If more than one in so many is, hashes do without. */
  private static final int TOO_MANY = 6;

  /** Values of the halves of a byte that are usual in an input; of a bucket for its windows. */
  private static final double USUAL = 16;

  private static final double USUAL_POWER = 2;

  private static final int TRIAL_BATCH = 1 << 10;

  /** The trials of the loops for each length. */
  private static final List<VectorTrial> TRIALS =
      Stream.generate(() -> new VectorTrial(TRIAL_BATCH)).limit(NANOS.length).toList();

  private final int width;

  /** How many bytes before a window strings begin. */
  private final int before;

  private final NibbleTables tables;
  private final HashFinder hashes;

  private NibbleBuckets(int width, int before, NibbleTables tables, HashFinder hashes) {
    this.width = width;
    this.before = before;
    this.tables = tables;
    this.hashes = hashes;
  }

  /** What may be found at a window, and around it. */
  @FunctionalInterface
  interface Surroundings {

    /**
     * A set that holds all bytes which may be at a place if what is looked for is there.
     *
     * @param window number of the window
     * @param offset the place, from the window's first byte on; negative before it
     */
    SymbolSet set(int window, int offset);
  }

  /**
   * The best finder of this kind.
   *
   * @param width bytes of a window, 2 to 4
   * @param windows how many
   * @param surroundings what they are, and what is around them
   * @param hashes of the same windows; they sort out mistakes
   * @param model how likely bytes are
   * @return nothing if there are too many windows
   */
  static Optional<NibbleBuckets> of(
      int width, int windows, Surroundings surroundings, HashFinder hashes, ByteModel model) {
    if (windows == 0 || windows > NibbleTables.MOST_STRINGS) {
      return Optional.empty();
    }
    NibbleBuckets best = null;
    for (int length = width; length <= PassTables.MOST_LENGTH; length++) {
      for (int before = 0; before <= length - width; before++) {
        NibbleBuckets other = of(width, windows, before, length, surroundings, hashes, model);
        best = best == null || other.nanos() < best.nanos() ? other : best;
      }
    }
    return Optional.of(best);
  }

  /**
   * One of them.
   *
   * @param before how many bytes before a window strings begin
   * @param length their length, up to {@link PassTables#MOST_LENGTH}
   */
  static NibbleBuckets of(
      int width,
      int windows,
      int before,
      int length,
      Surroundings surroundings,
      HashFinder hashes,
      ByteModel model) {
    List<List<SymbolSet>> strings =
        IntStream.range(0, windows)
            .mapToObj(
                window ->
                    IntStream.range(-before, length - before)
                        .mapToObj(offset -> surroundings.set(window, offset))
                        .toList())
            .distinct()
            .toList();
    return new NibbleBuckets(width, before, new NibbleTables(strings, model), hashes);
  }

  /** What looking for so many windows costs, if nothing else is known of them. */
  static double nanos(int windows, int width) {
    double inBucket = Math.max(1, (double) windows / Byte.SIZE);
    double each = Math.min(1, Math.pow(inBucket / USUAL, USUAL_POWER));
    double found = Math.min(1, Math.min(windows, Byte.SIZE) * Math.pow(each, width));
    return USUAL_NANOS + MISTAKEN_NANOS * found;
  }

  /**
   * What looking for windows costs of which no more is known than what they are.
   *
   * @param windows strings of sets, all of one length
   */
  static double nanos(List<List<SymbolSet>> windows, ByteModel model) {
    return nanos(new NibbleTables(windows, model));
  }

  /** What looking for what tables have costs, in nanoseconds per byte. */
  static double nanos(NibbleTables tables) {
    return NANOS[tables.length()] + MISTAKEN_NANOS * tables.share();
  }

  /** What looking for these costs, in nanoseconds per byte. */
  double nanos() {
    return nanos(tables);
  }

  /** The trial of the loops that this one runs. */
  VectorTrial trial() {
    return TRIALS.get(tables.length());
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int at = from;
    int count = 0;
    if (from < before) {
      // There is nothing before them that could be read.
      at = Math.min(before, Math.max(from, to - width + 1));
      count = hashes.find(input, from, Math.min(to, at - 1 + width), places, words);
    }
    int last = Math.min(to - width, input.length - LANES + before - 1);
    int start = at;
    int first = count;
    int left = (last - at + 1) / Long.SIZE;
    while (left > 0 && count - first <= (at - start) / TOO_MANY) {
      int asked = Math.min(PlaceMasks.Words.MOST, left);
      ask(input, at - before, asked, words);
      count = PlaceMasks.addSome(words, asked, at, places, count);
      at += asked * Long.SIZE;
      left -= asked;
    }
    if (count > (at - from) / MANY) {
      count = hashes.keep(input, places, count);
    }
    return hashes.find(input, at, to, places, count, words);
  }

  /** Asks for words of 64 places, whose strings begin from an index on. */
  private void ask(byte[] input, int from, int count, PlaceMasks.Words words) {
    int bytes = count * Long.SIZE + LANES;
    byte[][] to = words.numbers;
    switch (tables.length()) {
      case LEAST_LENGTH -> {
        write2(tables.tables(), input, from, bytes, to[0], to[1]);
        join2(to[0], to[1], count, words.masks);
      }
      case LEAST_LENGTH + 1 -> {
        write3(tables.tables(), input, from, bytes, to);
        join3(to, count, words.masks);
      }
      default -> {
        write4(tables.tables(), input, from, bytes, to);
        join4(to, count, words.masks);
      }
    }
  }

  private static ByteVector table(byte[] tables, int number) {
    return ByteVector.fromArray(SPECIES, tables, number * NibbleTables.ENTRIES);
  }

  // A loop for each length, since the compiler keeps tables in registers only if they are in
  // variables, and inlines nothing but Java's own vector methods into loops of so many of them.

  private static void write2(
      byte[] tables, byte[] input, int from, int count, byte[] firsts, byte[] seconds) {
    ByteVector l0 = table(tables, 0);
    ByteVector u0 = table(tables, 1);
    ByteVector l1 = table(tables, 2);
    ByteVector u1 = table(tables, 3);
    for (int i = 0; i < count; i += LANES) {
      ByteVector b = ByteVector.fromArray(SPECIES, input, from + i);
      ByteVector l = b.and(HALF);
      ByteVector u = b.reinterpretAsInts().lanewise(LSHR, HALF_BITS).reinterpretAsBytes().and(HALF);
      l.selectFrom(l0).and(u.selectFrom(u0)).intoArray(firsts, i);
      l.selectFrom(l1).and(u.selectFrom(u1)).intoArray(seconds, i);
    }
  }

  private static void write3(byte[] tables, byte[] input, int from, int count, byte[][] to) {
    ByteVector l0 = table(tables, 0);
    ByteVector u0 = table(tables, 1);
    ByteVector l1 = table(tables, 2);
    ByteVector u1 = table(tables, 3);
    ByteVector l2 = table(tables, 4);
    ByteVector u2 = table(tables, 5);
    byte[] firsts = to[0];
    byte[] seconds = to[1];
    byte[] thirds = to[2];
    for (int i = 0; i < count; i += LANES) {
      ByteVector b = ByteVector.fromArray(SPECIES, input, from + i);
      ByteVector l = b.and(HALF);
      ByteVector u = b.reinterpretAsInts().lanewise(LSHR, HALF_BITS).reinterpretAsBytes().and(HALF);
      l.selectFrom(l0).and(u.selectFrom(u0)).intoArray(firsts, i);
      l.selectFrom(l1).and(u.selectFrom(u1)).intoArray(seconds, i);
      l.selectFrom(l2).and(u.selectFrom(u2)).intoArray(thirds, i);
    }
  }

  private static void write4(byte[] tables, byte[] input, int from, int count, byte[][] to) {
    ByteVector l0 = table(tables, 0);
    ByteVector u0 = table(tables, 1);
    ByteVector l1 = table(tables, 2);
    ByteVector u1 = table(tables, 3);
    ByteVector l2 = table(tables, 4);
    ByteVector u2 = table(tables, 5);
    ByteVector l3 = table(tables, 6);
    ByteVector u3 = table(tables, 7);
    byte[] firsts = to[0];
    byte[] seconds = to[1];
    byte[] thirds = to[2];
    byte[] fourths = to[3];
    for (int i = 0; i < count; i += LANES) {
      ByteVector b = ByteVector.fromArray(SPECIES, input, from + i);
      ByteVector l = b.and(HALF);
      ByteVector u = b.reinterpretAsInts().lanewise(LSHR, HALF_BITS).reinterpretAsBytes().and(HALF);
      l.selectFrom(l0).and(u.selectFrom(u0)).intoArray(firsts, i);
      l.selectFrom(l1).and(u.selectFrom(u1)).intoArray(seconds, i);
      l.selectFrom(l2).and(u.selectFrom(u2)).intoArray(thirds, i);
      l.selectFrom(l3).and(u.selectFrom(u3)).intoArray(fourths, i);
    }
  }

  private static void join2(byte[] firsts, byte[] seconds, int words, long[] masks) {
    for (int w = 0; w < words; w++) {
      int p = w * Long.SIZE;
      long low =
          ByteVector.fromArray(WIDE, firsts, p)
              .and(ByteVector.fromArray(WIDE, seconds, p + 1))
              .compare(NE, (byte) 0)
              .toLong();
      long high =
          ByteVector.fromArray(WIDE, firsts, p + WIDE_LANES)
              .and(ByteVector.fromArray(WIDE, seconds, p + WIDE_LANES + 1))
              .compare(NE, (byte) 0)
              .toLong();
      masks[w] = low | high << WIDE_LANES;
    }
  }

  private static void join3(byte[][] from, int words, long[] masks) {
    byte[] firsts = from[0];
    byte[] seconds = from[1];
    byte[] thirds = from[2];
    for (int w = 0; w < words; w++) {
      int p = w * Long.SIZE;
      long low =
          ByteVector.fromArray(WIDE, firsts, p)
              .and(ByteVector.fromArray(WIDE, seconds, p + 1))
              .and(ByteVector.fromArray(WIDE, thirds, p + 2))
              .compare(NE, (byte) 0)
              .toLong();
      long high =
          ByteVector.fromArray(WIDE, firsts, p + WIDE_LANES)
              .and(ByteVector.fromArray(WIDE, seconds, p + WIDE_LANES + 1))
              .and(ByteVector.fromArray(WIDE, thirds, p + WIDE_LANES + 2))
              .compare(NE, (byte) 0)
              .toLong();
      masks[w] = low | high << WIDE_LANES;
    }
  }

  private static void join4(byte[][] from, int words, long[] masks) {
    byte[] firsts = from[0];
    byte[] seconds = from[1];
    byte[] thirds = from[2];
    byte[] fourths = from[3];
    for (int w = 0; w < words; w++) {
      int p = w * Long.SIZE;
      long low =
          ByteVector.fromArray(WIDE, firsts, p)
              .and(ByteVector.fromArray(WIDE, seconds, p + 1))
              .and(ByteVector.fromArray(WIDE, thirds, p + 2))
              .and(ByteVector.fromArray(WIDE, fourths, p + 3))
              .compare(NE, (byte) 0)
              .toLong();
      long high =
          ByteVector.fromArray(WIDE, firsts, p + WIDE_LANES)
              .and(ByteVector.fromArray(WIDE, seconds, p + WIDE_LANES + 1))
              .and(ByteVector.fromArray(WIDE, thirds, p + WIDE_LANES + 2))
              .and(ByteVector.fromArray(WIDE, fourths, p + WIDE_LANES + 3))
              .compare(NE, (byte) 0)
              .toLong();
      masks[w] = low | high << WIDE_LANES;
    }
  }
}
