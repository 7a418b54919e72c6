package io.fsmrun.cpu.block;

import io.fsmrun.cpu.vector.VectorTrial;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Eight places at a time: the reports of all of them, of which those whose bits are set are moved
 * together. The time does not depend on how many there are, nor on where they are, which no
 * processor could guess; where they are few, bit by bit is faster.
 */
final class VectorBitWriter implements BitWriter {

  private static final VectorSpecies<Long> SPECIES = LongVector.SPECIES_512;
  private static final int LANES = 8;
  private static final int PART = (1 << LANES) - 1;

  /** Up to so many reports a word on average are written bit by bit. */
  private static final int FEW = 8;

  private static final long EVEN = 0x5555555555555555L;

  private static final long[] PLACES = new long[LANES];
  private static final long[] PAIRS = new long[LANES];
  private static final long[] SECONDS = new long[LANES];

  static {
    for (int lane = 0; lane < LANES; lane++) {
      PLACES[lane] = (long) lane << 32;
      PAIRS[lane] = (long) (lane / 2) << 32;
      SECONDS[lane] = lane & 1;
    }
  }

  /** The trials of the two loops; words are their units. */
  private static final VectorTrial ONE = new VectorTrial(64);

  private static final VectorTrial TWO = new VectorTrial(64);

  private final ScalarBitWriter scalar = new ScalarBitWriter();

  /** Whether vectors of eight numbers are worth using. */
  static boolean isFast() {
    return LongVector.SPECIES_PREFERRED.length() >= LANES;
  }

  @Override
  public int write(long[] words, int count, int bits, long first, long[] target, int at) {
    if (bits <= (long) FEW * count) {
      return scalar.write(words, count, bits, first, target, at);
    }
    return ONE.isOver()
        ? writeAll(words, count, first, target, at)
        : writeByOne(words, count, bits, first, target, at);
  }

  private int writeByOne(long[] words, int count, int bits, long first, long[] target, int at) {
    boolean due = ONE.isDue();
    long start = System.nanoTime();
    int end =
        due
            ? writeAll(words, count, first, target, at)
            : scalar.write(words, count, bits, first, target, at);
    ONE.add(due, count, System.nanoTime() - start);
    return end;
  }

  private static int writeAll(long[] words, int count, long first, long[] target, int at) {
    LongVector reports = LongVector.fromArray(SPECIES, PLACES, 0).add(first);
    LongVector step = LongVector.broadcast(SPECIES, (long) LANES << 32);
    int next = at;
    for (int w = 0; w < count; w++) {
      long rest = words[w];
      for (int part = 0; part < Long.SIZE / LANES; part++) {
        VectorMask<Long> set = VectorMask.fromLong(SPECIES, rest & PART);
        reports.compress(set).intoArray(target, next);
        next += Long.bitCount(rest & PART);
        reports = reports.add(step);
        rest >>>= LANES;
      }
    }
    return next;
  }

  @Override
  public int write(
      long[] words,
      long[] others,
      int count,
      int bits,
      long first,
      long second,
      long[] target,
      int at) {
    if (bits <= (long) FEW * count) {
      return scalar.write(words, others, count, bits, first, second, target, at);
    }
    return TWO.isOver()
        ? writeAll(words, others, count, first, second, target, at)
        : writeByOne(words, others, count, bits, first, second, target, at);
  }

  private int writeByOne(
      long[] words,
      long[] others,
      int count,
      int bits,
      long first,
      long second,
      long[] target,
      int at) {
    boolean due = TWO.isDue();
    long start = System.nanoTime();
    int end =
        due
            ? writeAll(words, others, count, first, second, target, at)
            : scalar.write(words, others, count, bits, first, second, target, at);
    TWO.add(due, count, System.nanoTime() - start);
    return end;
  }

  private static int writeAll(
      long[] words, long[] others, int count, long first, long second, long[] target, int at) {
    LongVector reports =
        LongVector.fromArray(SPECIES, SECONDS, 0)
            .mul(second - first)
            .add(LongVector.fromArray(SPECIES, PAIRS, 0))
            .add(first);
    LongVector step = LongVector.broadcast(SPECIES, (long) (LANES / 2) << 32);
    int next = at;
    for (int half = 0; half < 2 * count; half++) {
      int shift = (half & 1) * Integer.SIZE;
      // Bits of both by turns.
      long rest =
          Long.expand(words[half >>> 1] >>> shift, EVEN)
              | Long.expand(others[half >>> 1] >>> shift, ~EVEN);
      for (int part = 0; part < Long.SIZE / LANES; part++) {
        VectorMask<Long> set = VectorMask.fromLong(SPECIES, rest & PART);
        reports.compress(set).intoArray(target, next);
        next += Long.bitCount(rest & PART);
        reports = reports.add(step);
        rest >>>= LANES;
      }
    }
    return next;
  }
}
