package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Strings of sets, all of one length, dealt out to eight buckets, and for each place of a string
 * two tables of 16 entries: which buckets have a string that goes on there with a byte of this
 * upper half, and with one of this lower half (Teddy, of Hyperscan, NSDI 2019). Each string goes
 * where it lets the least through that none of a bucket's strings has. Immutable.
 */
final class NibbleTables implements PassTables {

  /** Entries of a table: values of half a byte. */
  static final int ENTRIES = 1 << 4;

  /** Buckets that hold more than some let too much through; and dealing out takes time. */
  static final int MOST_STRINGS = 192;

  private static final int HALF_BITS = 4;
  private static final int BUCKETS = Byte.SIZE;

  private final int length;

  /** For each place the table of lower halves, then that of upper ones. */
  private final byte[] tables;

  private final double share;

  /**
   * Deals strings out.
   *
   * @param strings at least one; all as long
   * @param model how likely bytes are
   */
  NibbleTables(List<List<SymbolSet>> strings, ByteModel model) {
    this.length = strings.get(0).size();
    double[] chance = new double[SymbolSet.ALPHABET_SIZE];
    Arrays.setAll(chance, model::probability);
    List<Bucket> buckets = new ArrayList<>();
    for (int b = 0; b < BUCKETS; b++) {
      buckets.add(new Bucket(length, chance));
    }
    Comparator<Halves> ties =
        Comparator.comparing((Halves string) -> string.lower, Arrays::compare)
            .thenComparing(string -> string.upper, Arrays::compare);
    Dealing.deal(strings, Halves::new, ties, buckets);
    this.tables = new byte[2 * length * ENTRIES];
    double sum = 0;
    for (int b = 0; b < BUCKETS; b++) {
      sum += buckets.get(b).share();
      buckets.get(b).mark((byte) (1 << b), tables);
    }
    this.share = Math.min(1, model.isSampled() ? model.sharePassing(this, sum) : sum);
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public boolean lets(byte[] input, int place) {
    int buckets = -1;
    for (int i = 0; i < length && buckets != 0; i++) {
      int symbol = input[place + i] & 0xff;
      buckets &= tables[2 * i * ENTRIES + (symbol & ENTRIES - 1)];
      buckets &= tables[(2 * i + 1) * ENTRIES + (symbol >>> HALF_BITS)];
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

  /** The tables: the lower halves' of a string's first place, the upper ones', and so on. */
  byte[] tables() {
    return tables;
  }

  /** The halves of the bytes at each place of a string: a bit for each value. */
  private static final class Halves {
    final int[] lower;
    final int[] upper;

    Halves(int length) {
      lower = new int[length];
      upper = new int[length];
    }

    Halves(List<SymbolSet> string) {
      this(string.size());
      for (int i = 0; i < lower.length; i++) {
        int place = i;
        string
            .get(i)
            .forEach(
                symbol -> {
                  lower[place] |= 1 << (symbol & ENTRIES - 1);
                  upper[place] |= 1 << (symbol >>> HALF_BITS);
                });
      }
    }

    void clear() {
      Arrays.fill(lower, 0);
      Arrays.fill(upper, 0);
    }

    void add(Halves other) {
      for (int i = 0; i < lower.length; i++) {
        lower[i] |= other.lower[i];
        upper[i] |= other.upper[i];
      }
    }
  }

  /** A bucket, and the halves that it has. */
  private static final class Bucket extends Dealing.Bucket<Halves> {
    final Halves all;
    final double[] chance;

    Bucket(int length, double[] chance) {
      this.all = new Halves(length);
      this.chance = chance;
    }

    @Override
    void let(Halves string) {
      all.add(string);
    }

    @Override
    void clear() {
      all.clear();
    }

    @Override
    double shareWith(Halves string) {
      double product = 1;
      for (int i = 0; i < all.lower.length; i++) {
        product *= share(all.lower[i] | string.lower[i], all.upper[i] | string.upper[i]);
      }
      return product;
    }

    private double share(int lower, int upper) {
      double sum = 0;
      for (int u = upper; u != 0; u &= u - 1) {
        int high = Integer.numberOfTrailingZeros(u) << HALF_BITS;
        for (int l = lower; l != 0; l &= l - 1) {
          sum += chance[high | Integer.numberOfTrailingZeros(l)];
        }
      }
      return sum;
    }

    void mark(byte bit, byte[] tables) {
      for (int i = 0; i < all.lower.length; i++) {
        for (int value = 0; value < ENTRIES; value++) {
          tables[2 * i * ENTRIES + value] |= (all.lower[i] >>> value & 1) != 0 ? bit : 0;
          tables[(2 * i + 1) * ENTRIES + value] |= (all.upper[i] >>> value & 1) != 0 ? bit : 0;
        }
      }
    }
  }
}
