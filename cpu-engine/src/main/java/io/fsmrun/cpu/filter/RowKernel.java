package io.fsmrun.cpu.filter;

import java.util.Arrays;

/** Puts rows of bits together, place by place. Immutable. */
interface RowKernel {

  /** Rows are this many words long, or a multiple of it. */
  int WORDS = 8;

  /** The most words of all rows of a pass: 64 MiB. */
  int MOST_ROW_WORDS = 1 << 23;

  /** The rows of a class in a chunk lie side by side; the first is not used. A power of two. */
  int CLASS_WORDS = RowPass.SETS * WORDS;

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

  /** Chunks to look at, and those of them in which something is left. */
  final class Kept {

    /** The most chunks at a time. */
    static final int MOST = 256;

    /** Per chunk where its rows begin, and the place it is for. */
    final int[] rows = new int[MOST];

    final int[] places = new int[MOST];

    /** How many are listed. */
    int count;

    /** What is left, chunk by chunk: one with nothing is written over by the next. */
    final long[] left = new long[MOST * WORDS];

    /** The index of a chunk in the lists above, and in the lowest bits which words are left. */
    final int[] indices = new int[MOST];

    /**
     * Lists the chunks of places, as many as there is room for.
     *
     * @param from the first place
     * @param to after the last place
     * @return after the last place whose chunks are listed
     */
    int list(Table table, int[] classes, int from, int to) {
      int n = 0;
      int p = from;
      // A place has at most so many chunks; those of the next one must find room.
      for (; p < to && n <= MOST - Long.SIZE; p++) {
        int pair = table.pair(classes, p);
        // Most places have one.
        rows[n] = table.pairRows[pair];
        places[n] = p;
        long others = table.pairChunks[pair];
        n += (int) others & 1;
        for (others &= -2; others != 0; others &= others - 1) {
          rows[n] = table.pairRows[pair] + Long.numberOfTrailingZeros(others) * table.chunkWords;
          places[n++] = p;
        }
      }
      count = n;
      return p;
    }

    /** Adds all bits that are left in some chunks. */
    void moveTo(Hits hits, int chunksLeft, int chunkWords) {
      for (int i = 0; i < chunksLeft; i++) {
        int index = indices[i] >>> WORDS;
        int start = rows[index] / chunkWords * BITS;
        for (int rest = indices[i] & (1 << WORDS) - 1; rest != 0; rest &= rest - 1) {
          int w = Integer.numberOfTrailingZeros(rest);
          hits.add(places[index], start + w * Long.SIZE, left[i * WORDS + w]);
        }
      }
    }
  }

  /** Groups and their rows, as {@link RowPass} draws them. */
  final class Table {

    /** Classes, and one for the end of the input. */
    final int count;

    /** The words of a chunk's rows. */
    final int chunkWords;

    /** Per class the number of its group's first chunk; one more at the end. */
    final int[] firstChunk;

    /**
     * For a class and the one that comes next: where the rows of the first chunk begin that has
     * anyone, and a bit for that and each of the chunks behind it, 0 if there is none.
     */
    final int[] pairRows;

    final long[] pairChunks;

    final long[] rows;

    /**
     * An empty table.
     *
     * @param count classes, and one for the end of the input
     * @param firstChunk per class the number of its group's first chunk; one more at the end
     * @throws IllegalArgumentException if the rows are too many
     */
    Table(int count, int[] firstChunk) {
      long size = (long) firstChunk[count] * count * CLASS_WORDS;
      if (size > MOST_ROW_WORDS) {
        throw new IllegalArgumentException(
            "strings that keep too many classes of bytes apart: " + size + " words of rows");
      }
      this.count = count;
      this.chunkWords = count * CLASS_WORDS;
      this.firstChunk = firstChunk;
      this.pairRows = new int[count * count];
      this.pairChunks = new long[count * count];
      this.rows = new long[(int) size];
    }

    /** The number of a place's class and the next. */
    int pair(int[] classes, int p) {
      return (classes[p] * count + classes[p + 1]) / CLASS_WORDS;
    }

    /** Where a row is. */
    int row(int chunk, int place, int symbolClass) {
      return chunk * chunkWords + symbolClass * CLASS_WORDS + place * WORDS;
    }

    /** Finds the chunks of each pair of classes, once all rows are there. */
    void findChunks() {
      for (int group = 0; group < count; group++) {
        for (int c = 0; c < count; c++) {
          long chunks = chunks(group, c);
          int first = chunks == 0 ? 0 : Long.numberOfTrailingZeros(chunks);
          pairRows[group * count + c] = (firstChunk[group] + first) * chunkWords;
          pairChunks[group * count + c] = chunks >>> first;
        }
      }
    }

    private long chunks(int group, int next) {
      long chunks = 0;
      for (int chunk = firstChunk[group]; chunk < firstChunk[group + 1]; chunk++) {
        int row = row(chunk, 1, next);
        for (int w = row; w < row + WORDS; w++) {
          chunks |= rows[w] != 0 ? 1L << chunk - firstChunk[group] : 0;
        }
      }
      return chunks;
    }
  }

  /**
   * Looks at places until there are many hits.
   *
   * @param table the rows
   * @param classes per place of the input, the class of its byte times {@link #CLASS_WORDS}; {@link
   *     RowPass#SETS} more at the end
   * @param from the first place
   * @param to after the last place
   * @param hits takes the members that are left, by place
   * @return the place to go on from
   */
  int find(Table table, int[] classes, int from, int to, Hits hits);
}
