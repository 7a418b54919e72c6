package io.fsmrun.cpu.filter;

import static jdk.incubator.vector.VectorOperators.EQ;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Looks for the first or the last of one to four bytes, 64 places at a time. */
final class VectorBytes {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;

  /** Bytes looked at together. */
  static final int LANES = 64;

  private VectorBytes() {}

  /**
   * Goes back over bytes that are none of some.
   *
   * @param bytes one, two, or four; three of which one is repeated
   * @return the index behind the last one of them, or one before which so few bytes are left that a
   *     vector no longer fits
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
   * @return the index of the first one of them, or one behind which a vector no longer fits
   */
  static int skip(byte[] input, int from, int to, byte[] bytes) {
    int at = from;
    byte one = bytes[0];
    if (bytes.length == 1) {
      while (to - at >= 4 * LANES && !isInFour(input, at, one).anyTrue()) {
        at += 4 * LANES;
      }
      for (; to - at >= LANES; at += LANES) {
        VectorMask<Byte> any = ByteVector.fromArray(SPECIES, input, at).compare(EQ, one);
        if (any.anyTrue()) {
          return at + any.firstTrue();
        }
      }
      return at;
    }
    byte two = bytes[1];
    byte three = bytes[bytes.length / 2];
    byte four = bytes[bytes.length - 1];
    for (; to - at >= LANES; at += LANES) {
      ByteVector some = ByteVector.fromArray(SPECIES, input, at);
      VectorMask<Byte> any =
          some.compare(EQ, one)
              .or(some.compare(EQ, two))
              .or(some.compare(EQ, three))
              .or(some.compare(EQ, four));
      if (any.anyTrue()) {
        return at + any.firstTrue();
      }
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
  // branch takes. Of several bytes they are written out: the compiler does not inline so many
  // calls.

  private static int skipOne(byte[] input, int from, int to, byte one) {
    int at = to;
    while (at - from >= 4 * LANES && !isInFour(input, at - 4 * LANES, one).anyTrue()) {
      at -= 4 * LANES;
    }
    for (; at - from >= LANES; at -= LANES) {
      VectorMask<Byte> any = ByteVector.fromArray(SPECIES, input, at - LANES).compare(EQ, one);
      if (any.anyTrue()) {
        return at - LANES + any.lastTrue() + 1;
      }
    }
    return at;
  }

  private static int skipTwo(byte[] input, int from, int to, byte one, byte two) {
    int at = to;
    for (; at - from >= 2 * LANES; at -= 2 * LANES) {
      ByteVector last = ByteVector.fromArray(SPECIES, input, at - LANES);
      ByteVector before = ByteVector.fromArray(SPECIES, input, at - 2 * LANES);
      VectorMask<Byte> any =
          last.compare(EQ, one)
              .or(last.compare(EQ, two))
              .or(before.compare(EQ, one))
              .or(before.compare(EQ, two));
      if (any.anyTrue()) {
        break;
      }
    }
    for (; at - from >= LANES; at -= LANES) {
      ByteVector last = ByteVector.fromArray(SPECIES, input, at - LANES);
      VectorMask<Byte> any = last.compare(EQ, one).or(last.compare(EQ, two));
      if (any.anyTrue()) {
        return at - LANES + any.lastTrue() + 1;
      }
    }
    return at;
  }

  private static int skipFour(byte[] input, int from, int to, byte[] bytes) {
    byte one = bytes[0];
    byte two = bytes[1];
    byte three = bytes[2];
    byte four = bytes[3];
    int at = to;
    for (; at - from >= LANES; at -= LANES) {
      ByteVector last = ByteVector.fromArray(SPECIES, input, at - LANES);
      VectorMask<Byte> any =
          last.compare(EQ, one)
              .or(last.compare(EQ, two))
              .or(last.compare(EQ, three))
              .or(last.compare(EQ, four));
      if (any.anyTrue()) {
        return at - LANES + any.lastTrue() + 1;
      }
    }
    return at;
  }

  private static VectorMask<Byte> is(byte[] input, int at, byte symbol) {
    return ByteVector.fromArray(SPECIES, input, at).compare(EQ, symbol);
  }
}
