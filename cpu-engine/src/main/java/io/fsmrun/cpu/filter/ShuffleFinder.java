package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Looks at 64 places at once, by shuffles: windows are dealt out to eight buckets, and a table for
 * each byte of a window tells which buckets have a window with such a byte there. A place is found
 * if a bucket is left after all bytes (Teddy, of Hyperscan, NSDI 2019, with one table of 64 entries
 * in place of two of 16).
 *
 * <p>A table is indexed by the low six bits of a byte, so four bytes look the same. Few windows
 * pass by mistake if there are few in a bucket.
 */
final class ShuffleFinder implements PlaceFinder {

  /** The most windows that are dealt out. */
  static final int MAX_WINDOWS = 96;

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;
  private static final int LANES = 64;
  private static final int BUCKETS = 8;

  /** So many of the {@link #LANES} values of the low six bits are usual in an input. */
  private static final int USUAL = 40;

  /** If more than one in so many places passes, most do by mistake, and hashes sort them out. */
  private static final int MANY = 256;

  private final int width;
  private final byte[] tables;
  private final HashFinder atEdge;

  /**
   * A finder.
   *
   * @param width bytes of a window, 2 to 4
   * @param keys the windows, the first byte lowest, ascending
   * @param atEdge looks at the places at the end of an input
   */
  ShuffleFinder(int width, int[] keys, HashFinder atEdge) {
    this.width = width;
    this.atEdge = atEdge;
    this.tables = new byte[width * LANES];
    for (int i = 0; i < keys.length; i++) {
      // Neighbours in order share bytes, so they share a bucket.
      int bucket = (int) ((long) i * BUCKETS / keys.length);
      for (int b = 0; b < width; b++) {
        tables[b * LANES + (keys[i] >>> b * Byte.SIZE & LANES - 1)] |= (byte) (1 << bucket);
      }
    }
  }

  /** Whether shuffles of 64 bytes are one instruction here. */
  static boolean isFast() {
    return ByteVector.SPECIES_PREFERRED.length() >= LANES;
  }

  /** Which part of the places about passes by mistake, with so many windows. */
  static double falseShare(int windows, int width) {
    return BUCKETS * Math.pow((double) windows / BUCKETS / USUAL, width);
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places) {
    int last = to - LANES - width + 1;
    int next = from;
    int count = 0;
    if (last >= from) {
      count =
          switch (width) {
            case 2 -> find2(input, from, last, places);
            case 3 -> find3(input, from, last, places);
            default -> find4(input, from, last, places);
          };
      next = from + ((last - from) / LANES + 1) * LANES;
      if (count > (next - from) / MANY) {
        count = atEdge.keep(input, places, count);
      }
    }
    return count + rest(input, next, to, places, count);
  }

  private int rest(byte[] input, int from, int to, int[] places, int count) {
    int[] few = new int[LANES + Integer.BYTES + 1];
    int found = atEdge.find(input, from, to, few);
    System.arraycopy(few, 0, places, count, found);
    return found;
  }

  // One loop a width: a loop over the bytes of a window would keep its tables out of registers.

  private int find2(byte[] input, int from, int last, int[] places) {
    ByteVector first = ByteVector.fromArray(SPECIES, tables, 0);
    ByteVector second = ByteVector.fromArray(SPECIES, tables, LANES);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      long bits =
          ByteVector.fromArray(SPECIES, input, p)
              .lanewise(VectorOperators.AND, (byte) (LANES - 1))
              .selectFrom(first)
              .and(
                  ByteVector.fromArray(SPECIES, input, p + 1)
                      .lanewise(VectorOperators.AND, (byte) (LANES - 1))
                      .selectFrom(second))
              .compare(VectorOperators.NE, (byte) 0)
              .toLong();
      n = keep(bits, p, places, n);
    }
    return n;
  }

  private int find3(byte[] input, int from, int last, int[] places) {
    ByteVector first = ByteVector.fromArray(SPECIES, tables, 0);
    ByteVector second = ByteVector.fromArray(SPECIES, tables, LANES);
    ByteVector third = ByteVector.fromArray(SPECIES, tables, 2 * LANES);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      long bits =
          ByteVector.fromArray(SPECIES, input, p)
              .lanewise(VectorOperators.AND, (byte) (LANES - 1))
              .selectFrom(first)
              .and(
                  ByteVector.fromArray(SPECIES, input, p + 1)
                      .lanewise(VectorOperators.AND, (byte) (LANES - 1))
                      .selectFrom(second))
              .and(
                  ByteVector.fromArray(SPECIES, input, p + 2)
                      .lanewise(VectorOperators.AND, (byte) (LANES - 1))
                      .selectFrom(third))
              .compare(VectorOperators.NE, (byte) 0)
              .toLong();
      n = keep(bits, p, places, n);
    }
    return n;
  }

  private int find4(byte[] input, int from, int last, int[] places) {
    ByteVector first = ByteVector.fromArray(SPECIES, tables, 0);
    ByteVector second = ByteVector.fromArray(SPECIES, tables, LANES);
    ByteVector third = ByteVector.fromArray(SPECIES, tables, 2 * LANES);
    ByteVector fourth = ByteVector.fromArray(SPECIES, tables, 3 * LANES);
    int n = 0;
    for (int p = from; p <= last; p += LANES) {
      long bits =
          ByteVector.fromArray(SPECIES, input, p)
              .lanewise(VectorOperators.AND, (byte) (LANES - 1))
              .selectFrom(first)
              .and(
                  ByteVector.fromArray(SPECIES, input, p + 1)
                      .lanewise(VectorOperators.AND, (byte) (LANES - 1))
                      .selectFrom(second))
              .and(
                  ByteVector.fromArray(SPECIES, input, p + 2)
                      .lanewise(VectorOperators.AND, (byte) (LANES - 1))
                      .selectFrom(third))
              .and(
                  ByteVector.fromArray(SPECIES, input, p + 3)
                      .lanewise(VectorOperators.AND, (byte) (LANES - 1))
                      .selectFrom(fourth))
              .compare(VectorOperators.NE, (byte) 0)
              .toLong();
      n = keep(bits, p, places, n);
    }
    return n;
  }

  private static int keep(long bits, int place, int[] places, int count) {
    int n = count;
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      places[n++] = place + Long.numberOfTrailingZeros(rest);
    }
    return n;
  }
}
