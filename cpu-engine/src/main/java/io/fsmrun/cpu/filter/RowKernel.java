package io.fsmrun.cpu.filter;

import java.util.Arrays;

/** Puts rows of bits together, place by place. Immutable. */
interface RowKernel {

  /** Rows are this many words long, or a multiple of it. */
  int WORDS = 8;

  /** The most words of all rows of a pass: 64 MiB. */
  int MOST_ROW_WORDS = 1 << 23;

  /** The bits of so many words. */
  int BITS = WORDS * Long.SIZE;

  /** Bits that are left, with their places. */
  final class Hits {

    /** A kernel stops when it has so many. */
    static final int FULL = 1 << 10;

    private int[] places = new int[2 * FULL];
    private int[] members = new int[2 * FULL];
    private int size;

    /** Chunks that a kernel keeps until it has many. */
    final Kept kept = new Kept();

    void clear() {
      size = 0;
    }

    void add(int place, int firstMember, long word) {
      for (long rest = word; rest != 0; rest &= rest - 1) {
        if (size == places.length) {
          places = Arrays.copyOf(places, 2 * size);
          members = Arrays.copyOf(members, 2 * size);
        }
        places[size] = place;
        members[size++] = firstMember + Long.numberOfTrailingZeros(rest);
      }
    }

    int size() {
      return size;
    }

    int place(int index) {
      return places[index];
    }

    /** The number of the bit, through all chunks. */
    int member(int index) {
      return members[index];
    }
  }

  /** Chunks in which something is left: written one behind the other without a branch. */
  final class Kept {

    static final int MOST = 128;

    final long[] left = new long[MOST * WORDS];
    final int[] places = new int[MOST];

    final int[] chunks = new int[MOST];

    /** A bit for each word of which something is left. */
    final int[] words = new int[MOST];

    void moveTo(Hits hits, int count) {
      for (int i = 0; i < count; i++) {
        int start = chunks[i] * BITS;
        for (int rest = words[i]; rest != 0; rest &= rest - 1) {
          int w = Integer.numberOfTrailingZeros(rest);
          hits.add(places[i], start + w * Long.SIZE, left[i * WORDS + w]);
        }
      }
    }
  }

  /** Groups and their rows, as {@link RowPass} draws them. */
  final class Table {

    /** Classes, and one for the end of the input. */
    final int count;

    /** Per class the number of its group's first chunk; one more at the end. */
    final int[] firstChunk;

    final long[] chunks;
    final long[] rows;

    /**
     * An empty table.
     *
     * @param count classes, and one for the end of the input
     * @param firstChunk per class the number of its group's first chunk; one more at the end
     * @throws IllegalArgumentException if the rows are too many
     */
    Table(int count, int[] firstChunk) {
      long size = (long) firstChunk[count] * (RowPass.SETS - 1) * count * WORDS;
      if (size > MOST_ROW_WORDS) {
        throw new IllegalArgumentException(
            "strings that keep too many classes of bytes apart: " + size + " words of rows");
      }
      this.count = count;
      this.firstChunk = firstChunk;
      this.chunks = new long[count * count];
      this.rows = new long[(int) size];
    }

    /** Where a row is. */
    int row(int chunk, int place, int symbolClass) {
      return ((chunk * (RowPass.SETS - 1) + place - 1) * count + symbolClass) * WORDS;
    }
  }

  /**
   * Looks at places until there are many hits.
   *
   * @param table the rows
   * @param classes per place of the input, the class of its byte times {@link #WORDS}; {@link
   *     RowPass#SETS} more at the end
   * @param from the first place
   * @param to after the last place
   * @param hits takes the members that are left, by place
   * @return the place to go on from
   */
  int find(Table table, int[] classes, int from, int to, Hits hits);
}
