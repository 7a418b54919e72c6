package io.fsmrun.cpu.bytes;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.LSHR;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.vector.VectorTrial;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * By shuffles of 16 bytes, for processors that have no longer ones, or slow ones. A table is looked
 * up by the lower half of a byte; it has a bit for each value of the upper one, below eight in one
 * table and above in the other.
 */
final class NibbleMembers implements Members {

  /** The trials of both loops; words are their units. */
  private static final VectorTrial FIRST_TRIAL = new VectorTrial(64);

  private static final VectorTrial BOTH_TRIAL = new VectorTrial(64);

  private static final VectorSpecies<Byte> SPECIES = ByteVector.SPECIES_128;
  private static final boolean FAST = ByteVector.SPECIES_PREFERRED.length() >= 32;
  private static final int LANES = 16;
  private static final int HALF_BITS = 4;
  private static final byte HALF = 0xf;

  /** By upper half the bit that is asked for in either table. */
  private static final byte[] ASKED = new byte[2 * LANES];

  static {
    for (int upper = 0; upper < LANES; upper++) {
      int table = upper / Byte.SIZE;
      ASKED[table * LANES + upper] = (byte) (1 << upper % Byte.SIZE);
    }
  }

  /** Bytes from this one on have an upper half of eight or more. */
  private static final int SECOND_HALF = 0x80;

  private final byte[] tables = new byte[2 * LANES];

  /** Whether one table has them all, as that of ASCII's has. */
  private final boolean inFirst;

  NibbleMembers(SymbolSet set) {
    inFirst = set.minus(SymbolSet.range(0, SECOND_HALF - 1)).isEmpty();
    set.forEach(
        symbol -> {
          int upper = symbol >>> HALF_BITS;
          tables[upper / Byte.SIZE * LANES + (symbol & HALF)] |= (byte) (1 << upper % Byte.SIZE);
        });
  }

  /** Whether the processor shuffles 16 bytes by one instruction, and compares more. */
  static boolean isFast() {
    return FAST;
  }

  /** The trial of the loop that this one runs. */
  VectorTrial trial() {
    return inFirst ? FIRST_TRIAL : BOTH_TRIAL;
  }

  // Two loops, since the compiler keeps tables in registers only if they are in variables.

  @Override
  public void find(byte[] input, int from, int[] words, int count, long[] masks) {
    if (inFirst) {
      findInFirst(tables, input, from, words, count, masks);
    } else {
      findInBoth(tables, input, from, words, count, masks);
    }
  }

  private static void findInFirst(
      byte[] tables, byte[] input, int from, int[] words, int count, long[] masks) {
    ByteVector table = ByteVector.fromArray(SPECIES, tables, 0);
    ByteVector asked = ByteVector.fromArray(SPECIES, ASKED, 0);
    for (int i = 0; i < count; i++) {
      int at = from + words[i] * BYTES;
      long others = 0;
      for (int part = 0; part < BYTES; part += LANES) {
        ByteVector bytes = ByteVector.fromArray(SPECIES, input, at + part);
        ByteVector l = bytes.and(HALF);
        ByteVector u =
            bytes.reinterpretAsInts().lanewise(LSHR, HALF_BITS).reinterpretAsBytes().and(HALF);
        ByteVector found = l.selectFrom(table).and(u.selectFrom(asked));
        // To ask for what is not 0 takes more instructions.
        others |= found.compare(EQ, (byte) 0).toLong() << part;
      }
      masks[i] = ~others;
    }
  }

  private static void findInBoth(
      byte[] tables, byte[] input, int from, int[] words, int count, long[] masks) {
    ByteVector low = ByteVector.fromArray(SPECIES, tables, 0);
    ByteVector high = ByteVector.fromArray(SPECIES, tables, LANES);
    ByteVector askedLow = ByteVector.fromArray(SPECIES, ASKED, 0);
    ByteVector askedHigh = ByteVector.fromArray(SPECIES, ASKED, LANES);
    for (int i = 0; i < count; i++) {
      int at = from + words[i] * BYTES;
      long others = 0;
      for (int part = 0; part < BYTES; part += LANES) {
        ByteVector bytes = ByteVector.fromArray(SPECIES, input, at + part);
        ByteVector l = bytes.and(HALF);
        ByteVector u =
            bytes.reinterpretAsInts().lanewise(LSHR, HALF_BITS).reinterpretAsBytes().and(HALF);
        ByteVector found =
            l.selectFrom(low)
                .and(u.selectFrom(askedLow))
                .or(l.selectFrom(high).and(u.selectFrom(askedHigh)));
        others |= found.compare(EQ, (byte) 0).toLong() << part;
      }
      masks[i] = ~others;
    }
  }

  @Override
  public boolean has(byte symbol) {
    int upper = (symbol & 0xff) >>> HALF_BITS;
    return (tables[upper / Byte.SIZE * LANES + (symbol & HALF)] >>> upper % Byte.SIZE & 1) != 0;
  }
}
