package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Looks at 64 places at once, by shuffles: windows are dealt out to 8 or 32 buckets, and a table
 * for each byte of a window tells which buckets have a window with such a byte there. A place is
 * found if a bucket is left after all bytes (Teddy, of Hyperscan, NSDI 2019, with one table of 64
 * entries in place of two of 16, and up to four sets of tables).
 *
 * <p>A table is indexed by the low six bits of a byte, so four bytes look the same. Few windows
 * pass by mistake if there are few in a bucket.
 */
final class ShuffleFinder implements PlaceFinder {

  /** The most windows that are dealt out. */
  static final int MAX_WINDOWS = 192;

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;
  private static final int LANES = 64;

  /** Buckets of one set of tables, and of all four that many windows get. */
  private static final int FEW_BUCKETS = 8;

  private static final int MANY_BUCKETS = 4 * FEW_BUCKETS;

  /** More windows than this get four sets of tables. */
  private static final int FEW_WINDOWS = 16;

  /** So many of the {@link #LANES} values of the low six bits are usual in an input. */
  private static final int USUAL = 40;

  /** If more than one in so many places passes, most do by mistake, and hashes sort them out. */
  private static final int MANY = 256;

  private final int width;
  private final boolean few;

  /** A table of {@link #LANES} bytes for each set of tables and each byte of a window. */
  private final byte[] tables;

  private final HashFinder atEdge;

  /**
   * A finder.
   *
   * @param width bytes of a window, 2 to 4
   * @param keys the windows, the first byte lowest
   * @param atEdge looks at the places at the end of an input
   */
  ShuffleFinder(int width, int[] keys, HashFinder atEdge) {
    this.width = width;
    this.atEdge = atEdge;
    this.few = keys.length <= FEW_WINDOWS;
    int buckets = buckets(keys.length);
    this.tables = new byte[buckets / FEW_BUCKETS * width * LANES];
    int[] bucketOf = new WindowBuckets(width, keys).deal(buckets);
    for (int i = 0; i < keys.length; i++) {
      int bucket = bucketOf[i];
      for (int b = 0; b < width; b++) {
        int table = bucket / FEW_BUCKETS * width + b;
        int low = keys[i] >>> b * Byte.SIZE & LANES - 1;
        tables[table * LANES + low] |= (byte) (1 << bucket % FEW_BUCKETS);
      }
    }
  }

  /** Whether one set of tables is enough for so many windows. */
  static boolean areFew(int windows) {
    return windows <= FEW_WINDOWS;
  }

  private static int buckets(int windows) {
    return areFew(windows) ? FEW_BUCKETS : MANY_BUCKETS;
  }

  /** Whether shuffles of 64 bytes are one instruction here. */
  static boolean isFast() {
    return ByteVector.SPECIES_PREFERRED.length() >= LANES;
  }

  /** Which part of the places about passes by mistake, with so many windows. */
  static double falseShare(int windows, int width) {
    int buckets = buckets(windows);
    return buckets * Math.pow((double) windows / buckets / USUAL, width);
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places) {
    int next = whole(from, to);
    int count = findAll(input, from, to, places);
    if (count > (next - from) / MANY) {
      count = atEdge.keep(input, places, count);
    }
    return count + rest(input, next, to, places, count);
  }

  /** Finds all places that pass, by mistake too, but for the last few. */
  int findAll(byte[] input, int from, int to, int[] places) {
    int last = whole(from, to) - LANES;
    if (few) {
      return switch (width) {
        case 2 -> find2(input, from, last, places);
        case 3 -> find3(input, from, last, places);
        default -> find4(input, from, last, places);
      };
    }
    if (last < from) {
      return 0;
    }
    long[] masks = new long[(last - from) / LANES + 1];
    findMany(input, from, last, masks);
    int count = 0;
    for (int w = 0; w < masks.length; w++) {
      count = PlaceMasks.add(masks[w], from + w * LANES, places, count);
    }
    return count;
  }

  private void findMany(byte[] input, int from, int last, long[] masks) {
    switch (width) {
      case 2 -> find2Many(input, from, last, masks);
      case 3 -> find3Many(input, from, last, masks);
      default -> find4Many(input, from, last, masks);
    }
  }

  /** Up to where so many places are looked at together as there are lanes. */
  private int whole(int from, int to) {
    return from + Math.max(0, (to - width + 1 - from) / LANES) * LANES;
  }

  private int rest(byte[] input, int from, int to, int[] places, int count) {
    int[] few = new int[LANES + Integer.BYTES + PlaceMasks.SLACK];
    int found = atEdge.find(input, from, to, few);
    System.arraycopy(few, 0, places, count, found);
    return found;
  }

  // One loop a width, and one for each number of tables: loops over these would keep the tables out
  // of registers, of which there are 32.

  private int find2(byte[] input, int from, int last, int[] places) {
    ByteVector first = table(0);
    ByteVector second = table(1);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      n = keep(has(input, p, first).and(has(input, p + 1, second)), p, places, n);
    }
    return n;
  }

  private int find3(byte[] input, int from, int last, int[] places) {
    ByteVector first = table(0);
    ByteVector second = table(1);
    ByteVector third = table(2);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      n =
          keep(
              has(input, p, first).and(has(input, p + 1, second)).and(has(input, p + 2, third)),
              p,
              places,
              n);
    }
    return n;
  }

  private int find4(byte[] input, int from, int last, int[] places) {
    ByteVector first = table(0);
    ByteVector second = table(1);
    ByteVector third = table(2);
    ByteVector fourth = table(3);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      n =
          keep(
              has(input, p, first)
                  .and(has(input, p + 1, second))
                  .and(has(input, p + 2, third))
                  .and(has(input, p + 3, fourth)),
              p,
              places,
              n);
    }
    return n;
  }

  private void find2Many(byte[] input, int from, int last, long[] masks) {
    ByteVector t00 = table(0);
    ByteVector t01 = table(1);
    ByteVector t10 = table(2);
    ByteVector t11 = table(3);
    ByteVector t20 = table(4);
    ByteVector t21 = table(5);
    ByteVector t30 = table(6);
    ByteVector t31 = table(7);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      ByteVector b0 = low(input, p);
      ByteVector b1 = low(input, p + 1);
      ByteVector found =
          b0.selectFrom(t00)
              .and(b1.selectFrom(t01))
              .or(b0.selectFrom(t10).and(b1.selectFrom(t11)))
              .or(b0.selectFrom(t20).and(b1.selectFrom(t21)))
              .or(b0.selectFrom(t30).and(b1.selectFrom(t31)));
      masks[n++] = found.compare(VectorOperators.NE, (byte) 0).toLong();
    }
  }

  private void find3Many(byte[] input, int from, int last, long[] masks) {
    ByteVector t00 = table(0);
    ByteVector t01 = table(1);
    ByteVector t02 = table(2);
    ByteVector t10 = table(3);
    ByteVector t11 = table(4);
    ByteVector t12 = table(5);
    ByteVector t20 = table(6);
    ByteVector t21 = table(7);
    ByteVector t22 = table(8);
    ByteVector t30 = table(9);
    ByteVector t31 = table(10);
    ByteVector t32 = table(11);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      ByteVector b0 = low(input, p);
      ByteVector b1 = low(input, p + 1);
      ByteVector b2 = low(input, p + 2);
      ByteVector found =
          b0.selectFrom(t00)
              .and(b1.selectFrom(t01))
              .and(b2.selectFrom(t02))
              .or(b0.selectFrom(t10).and(b1.selectFrom(t11)).and(b2.selectFrom(t12)))
              .or(b0.selectFrom(t20).and(b1.selectFrom(t21)).and(b2.selectFrom(t22)))
              .or(b0.selectFrom(t30).and(b1.selectFrom(t31)).and(b2.selectFrom(t32)));
      masks[n++] = found.compare(VectorOperators.NE, (byte) 0).toLong();
    }
  }

  private void find4Many(byte[] input, int from, int last, long[] masks) {
    ByteVector t00 = table(0);
    ByteVector t01 = table(1);
    ByteVector t02 = table(2);
    ByteVector t03 = table(3);
    ByteVector t10 = table(4);
    ByteVector t11 = table(5);
    ByteVector t12 = table(6);
    ByteVector t13 = table(7);
    ByteVector t20 = table(8);
    ByteVector t21 = table(9);
    ByteVector t22 = table(10);
    ByteVector t23 = table(11);
    ByteVector t30 = table(12);
    ByteVector t31 = table(13);
    ByteVector t32 = table(14);
    ByteVector t33 = table(15);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      ByteVector b0 = low(input, p);
      ByteVector b1 = low(input, p + 1);
      ByteVector b2 = low(input, p + 2);
      ByteVector b3 = low(input, p + 3);
      ByteVector found =
          b0.selectFrom(t00)
              .and(b1.selectFrom(t01))
              .and(b2.selectFrom(t02))
              .and(b3.selectFrom(t03))
              .or(
                  b0.selectFrom(t10)
                      .and(b1.selectFrom(t11))
                      .and(b2.selectFrom(t12))
                      .and(b3.selectFrom(t13)))
              .or(
                  b0.selectFrom(t20)
                      .and(b1.selectFrom(t21))
                      .and(b2.selectFrom(t22))
                      .and(b3.selectFrom(t23)))
              .or(
                  b0.selectFrom(t30)
                      .and(b1.selectFrom(t31))
                      .and(b2.selectFrom(t32))
                      .and(b3.selectFrom(t33)));
      masks[n++] = found.compare(VectorOperators.NE, (byte) 0).toLong();
    }
  }

  private ByteVector table(int number) {
    return ByteVector.fromArray(SPECIES, tables, number * LANES);
  }

  private static ByteVector low(byte[] input, int place) {
    return ByteVector.fromArray(SPECIES, input, place)
        .lanewise(VectorOperators.AND, (byte) (LANES - 1));
  }

  private static ByteVector has(byte[] input, int place, ByteVector table) {
    return low(input, place).selectFrom(table);
  }

  /** Turns the places that few windows find, mostly none, into numbers. */
  private static int keep(ByteVector found, int place, int[] places, int count) {
    int n = count;
    long mask = found.compare(VectorOperators.NE, (byte) 0).toLong();
    for (long bits = mask; bits != 0; bits &= bits - 1) {
      places[n++] = place + Long.numberOfTrailingZeros(bits);
    }
    return n;
  }
}
