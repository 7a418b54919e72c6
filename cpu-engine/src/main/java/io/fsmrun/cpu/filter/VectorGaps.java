package io.fsmrun.cpu.filter;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Looks for the last of one to four bytes, 64 places at a time. */
final class VectorGaps {

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_512;

  /** Bytes looked at together. */
  static final int LANES = 64;

  private VectorGaps() {}

  /**
   * Goes back over stretches of {@value #LANES} bytes without any of the bytes.
   *
   * @param bytes four bytes; fewer are repeated
   * @return where such a stretch no longer fits, or has one of them
   */
  static int skipBack(byte[] input, int from, int to, byte[] bytes) {
    int at = to;
    while (at - from >= LANES && !hasAny(input, at - LANES, bytes)) {
      at -= LANES;
    }
    return at;
  }

  private static boolean hasAny(byte[] input, int at, byte[] bytes) {
    ByteVector vector = ByteVector.fromArray(SPECIES, input, at);
    VectorMask<Byte> any =
        vector
            .compare(VectorOperators.EQ, bytes[0])
            .or(vector.compare(VectorOperators.EQ, bytes[1]))
            .or(vector.compare(VectorOperators.EQ, bytes[2]))
            .or(vector.compare(VectorOperators.EQ, bytes[3]));
    return any.anyTrue();
  }
}
