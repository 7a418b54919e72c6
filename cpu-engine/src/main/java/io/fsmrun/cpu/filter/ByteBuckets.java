package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Strings of four sets, dealt out to eight buckets, and for each place of a string a table of 128
 * entries: which buckets have a string that goes on there with a byte of these lower seven bits
 * (Teddy, of Hyperscan, NSDI 2019, has two tables of 16 in place of one of 128). Immutable.
 *
 * <pre>
 *   tables   tables[128 i + b]   buckets with a string whose byte i may be b or b + 128
 * </pre>
 */
final class ByteBuckets implements PassTables {

  /** Entries of a table. */
  static final int ENTRIES = 1 << 7;

  /** Places of a string; what is not known of one is all bytes. */
  static final int LENGTH = MOST_LENGTH;

  /** Buckets that hold more than some let too much through; and dealing out takes time. */
  static final int MOST_STRINGS = NibbleTables.MOST_STRINGS;

  private static final int BUCKETS = Byte.SIZE;

  private final byte[] tables = new byte[LENGTH * ENTRIES];
  private final double share;

  /**
   * Deals strings out.
   *
   * @param strings at least one; all of {@link #LENGTH} sets
   * @param model how likely bytes are
   */
  ByteBuckets(List<List<SymbolSet>> strings, ByteModel model) {
    double[] chance = new double[ENTRIES];
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      chance[symbol % ENTRIES] += model.probability(symbol);
    }
    List<Bucket> buckets = new ArrayList<>();
    for (int b = 0; b < BUCKETS; b++) {
      buckets.add(new Bucket(chance));
    }
    Comparator<long[]> ties = Arrays::compare;
    Dealing.deal(strings, ByteBuckets::bits, ties, buckets);
    double sum = 0;
    for (int b = 0; b < BUCKETS; b++) {
      sum += buckets.get(b).share();
      mark(buckets.get(b).all, 1 << b);
    }
    this.share = Math.min(1, model.isSampled() ? model.sharePassing(this, sum) : sum);
  }

  /** For each place two words with a bit for each entry. */
  private static long[] bits(List<SymbolSet> string) {
    long[] bits = new long[2 * LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      SymbolSet set = string.get(i);
      bits[2 * i] = set.word(0) | set.word(2);
      bits[2 * i + 1] = set.word(1) | set.word(3);
    }
    return bits;
  }

  private void mark(long[] all, int bucket) {
    for (int e = 0; e < tables.length; e++) {
      tables[e] |= (byte) ((all[e / Long.SIZE] >>> e & 1) * bucket);
    }
  }

  @Override
  public int length() {
    return LENGTH;
  }

  @Override
  public boolean lets(byte[] input, int place) {
    int buckets = -1;
    for (int i = 0; i < LENGTH && buckets != 0; i++) {
      buckets &= tables[i * ENTRIES + (input[place + i] & ENTRIES - 1)];
    }
    return buckets != 0;
  }

  /**
   * The part of all places that is expected to be let through: counted in a sample, or else about,
   * as if bytes did not depend on each other.
   */
  double share() {
    return share;
  }

  /** The tables, one after the other. */
  byte[] tables() {
    return tables;
  }

  /** A bucket, and the entries that it has. */
  private static final class Bucket extends Dealing.Bucket<long[]> {
    final long[] all = new long[2 * LENGTH];
    final double[] chance;

    Bucket(double[] chance) {
      this.chance = chance;
    }

    @Override
    double shareWith(long[] string) {
      double product = 1;
      for (int i = 0; i < LENGTH; i++) {
        product *= chance(string, 2 * i, 0) + chance(string, 2 * i + 1, Long.SIZE);
      }
      return product;
    }

    /** How likely the bytes of one word are, of which the first has this entry. */
    private double chance(long[] string, int word, int first) {
      double sum = 0;
      for (long bits = all[word] | string[word]; bits != 0; bits &= bits - 1) {
        sum += chance[first + Long.numberOfTrailingZeros(bits)];
      }
      return sum;
    }

    @Override
    void let(long[] string) {
      for (int w = 0; w < all.length; w++) {
        all[w] |= string[w];
      }
    }

    @Override
    void clear() {
      Arrays.fill(all, 0);
    }
  }
}
