package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Looks for the first or the last of one to four bytes, 64 places at a time. */
final class VectorBytes {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;

  /** Bytes looked at together. */
  static final int LANES = 64;

  private VectorBytes() {}

  /**
   * Goes back over stretches of {@value #LANES} bytes, or a few times that, without any of the
   * bytes.
   *
   * @param bytes one, two, or four; three of which one is repeated
   * @return where such a stretch no longer fits, or has one of them
   */
  static int skipBack(byte[] input, int from, int to, byte[] bytes) {
    return switch (bytes.length) {
      case 1 -> skipOne(input, from, to, bytes[0]);
      case 2 -> skipTwo(input, from, to, bytes[0], bytes[1]);
      default -> skipFour(input, from, to, bytes);
    };
  }

  /**
   * Goes forward in the same way.
   *
   * @param bytes as for {@link #skipBack}
   * @return where such a stretch no longer fits, or has one of them
   */
  static int skip(byte[] input, int from, int to, byte[] bytes) {
    int at = from;
    byte one = bytes[0];
    if (bytes.length == 1) {
      while (to - at >= 4 * LANES && !isInFour(input, at, one).anyTrue()) {
        at += 4 * LANES;
      }
      while (to - at >= LANES && !is(input, at, one).anyTrue()) {
        at += LANES;
      }
      return at;
    }
    byte two = bytes[1];
    byte three = bytes[bytes.length / 2];
    byte four = bytes[bytes.length - 1];
    while (to - at >= LANES
        && !is(input, at, one)
            .or(is(input, at, two))
            .or(is(input, at, three))
            .or(is(input, at, four))
            .anyTrue()) {
      at += LANES;
    }
    return at;
  }

  private static VectorMask<Byte> isInFour(byte[] input, int at, byte symbol) {
    return is(input, at, symbol)
        .or(is(input, at + LANES, symbol))
        .or(is(input, at + 2 * LANES, symbol))
        .or(is(input, at + 3 * LANES, symbol));
  }

  // Four comparisons each, whose results are looked at once: as many as are made in the time that a
  // branch takes.

  private static int skipOne(byte[] input, int from, int to, byte one) {
    int at = to;
    while (at - from >= 4 * LANES) {
      if (isInFour(input, at - 4 * LANES, one).anyTrue()) {
        break;
      }
      at -= 4 * LANES;
    }
    while (at - from >= LANES && !is(input, at - LANES, one).anyTrue()) {
      at -= LANES;
    }
    return at;
  }

  private static int skipTwo(byte[] input, int from, int to, byte one, byte two) {
    int at = to;
    while (at - from >= 2 * LANES) {
      VectorMask<Byte> any =
          is(input, at - LANES, one)
              .or(is(input, at - LANES, two))
              .or(is(input, at - 2 * LANES, one))
              .or(is(input, at - 2 * LANES, two));
      if (any.anyTrue()) {
        break;
      }
      at -= 2 * LANES;
    }
    while (at - from >= LANES
        && !is(input, at - LANES, one).or(is(input, at - LANES, two)).anyTrue()) {
      at -= LANES;
    }
    return at;
  }

  private static int skipFour(byte[] input, int from, int to, byte[] bytes) {
    int at = to;
    while (at - from >= LANES) {
      VectorMask<Byte> any =
          is(input, at - LANES, bytes[0])
              .or(is(input, at - LANES, bytes[1]))
              .or(is(input, at - LANES, bytes[2]))
              .or(is(input, at - LANES, bytes[3]));
      if (any.anyTrue()) {
        break;
      }
      at -= LANES;
    }
    return at;
  }

  private static VectorMask<Byte> is(byte[] input, int at, byte symbol) {
    return ByteVector.fromArray(SPECIES, input, at).compare(VectorOperators.EQ, symbol);
  }
}
