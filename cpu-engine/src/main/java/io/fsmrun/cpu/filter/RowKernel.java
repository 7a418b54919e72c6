package io.fsmrun.cpu.filter;

import java.util.Arrays;

/** Puts rows of bits together, place by place. Immutable. */
interface RowKernel {

  /** Rows are this many words long, or a multiple of it. */
  int WORDS = 8;

  /** The bits of so many words. */
  int BITS = WORDS * Long.SIZE;

  /** Bits that are left, with their places. */
  final class Hits {

    /** A kernel stops when it has so many. */
    static final int FULL = 1 << 10;

    private int[] places = new int[2 * FULL];
    private int[] bits = new int[2 * FULL];
    private int size;

    void clear() {
      size = 0;
    }

    void add(int place, int firstBit, long word) {
      for (long rest = word; rest != 0; rest &= rest - 1) {
        if (size == places.length) {
          places = Arrays.copyOf(places, 2 * size);
          bits = Arrays.copyOf(bits, 2 * size);
        }
        places[size] = place;
        bits[size++] = firstBit + Long.numberOfTrailingZeros(rest);
      }
    }

    int size() {
      return size;
    }

    int place(int index) {
      return places[index];
    }

    int bit(int index) {
      return bits[index];
    }
  }

  /** The rows, as {@link RowPass} draws them. Immutable. */
  final class Table {
    final long[] rows;
    final int words;
    final long[] chunks;
    final int classes;

    Table(long[] rows, int words, long[] chunks, int classes) {
      this.rows = rows;
      this.words = words;
      this.chunks = chunks;
      this.classes = classes;
    }
  }

  /**
   * Looks at places until there are many hits.
   *
   * @param table the rows
   * @param classes per place of the input, the class of its byte; {@link RowPass#SETS} more at the
   *     end
   * @param from the first place
   * @param to after the last place
   * @param hits takes the bits that are left, by place, then bit
   * @return the place to go on from
   */
  int find(Table table, int[] classes, int from, int to, Hits hits);
}
