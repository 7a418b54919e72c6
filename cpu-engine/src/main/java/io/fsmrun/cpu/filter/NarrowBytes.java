package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * What {@link VectorBytes} does, 32 places at a time; a class of its own: one loop for both lengths
 * of vectors, even with a length that never changes, makes the longer ones slower.
 */
final class NarrowBytes {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_256;
  private static final int LANES = 32;

  private NarrowBytes() {}

  /** As {@link VectorBytes#skipBack}. */
  static int skipBack(byte[] input, int from, int to, byte[] bytes) {
    byte one = bytes[0];
    byte two = bytes[bytes.length / 2];
    byte three = bytes[bytes.length - 1];
    byte four = bytes[bytes.length / 4];
    int at = to;
    while (at - from >= 2 * LANES
        && !are(input, at - LANES, one, two, three, four)
            .or(are(input, at - 2 * LANES, one, two, three, four))
            .anyTrue()) {
      at -= 2 * LANES;
    }
    for (; at - from >= LANES; at -= LANES) {
      VectorMask<Byte> any = are(input, at - LANES, one, two, three, four);
      if (any.anyTrue()) {
        return at - LANES + any.lastTrue() + 1;
      }
    }
    return at;
  }

  /** As {@link VectorBytes#skip}. */
  static int skip(byte[] input, int from, int to, byte[] bytes) {
    byte one = bytes[0];
    byte two = bytes[bytes.length / 2];
    byte three = bytes[bytes.length - 1];
    byte four = bytes[bytes.length / 4];
    int at = from;
    while (to - at >= 2 * LANES
        && !are(input, at, one, two, three, four)
            .or(are(input, at + LANES, one, two, three, four))
            .anyTrue()) {
      at += 2 * LANES;
    }
    for (; to - at >= LANES; at += LANES) {
      VectorMask<Byte> any = are(input, at, one, two, three, four);
      if (any.anyTrue()) {
        return at + any.firstTrue();
      }
    }
    return at;
  }

  /** Where one of four bytes is; some may be the same. */
  private static VectorMask<Byte> are(
      byte[] input, int at, byte one, byte two, byte three, byte four) {
    ByteVector here = ByteVector.fromArray(SPECIES, input, at);
    return here.compare(VectorOperators.EQ, one)
        .or(here.compare(VectorOperators.EQ, two))
        .or(here.compare(VectorOperators.EQ, three))
        .or(here.compare(VectorOperators.EQ, four));
  }
}
