package io.fsmrun.cpu.filter;

import java.util.Arrays;

/** Puts rows of bits together, for places of one group at a time. Immutable. */
interface RowKernel {

  /** Rows are this many words long: most groups have no more than their bits. */
  int WORDS = 4;

  /** The most words of all rows of a pass: 64 MiB. */
  int MOST_ROW_WORDS = 1 << 23;

  /**
   * The rows of a class in a chunk lie side by side; the first of a window is not used. A power of
   * two.
   */
  int CLASS_WORDS = RowPass.SETS * WORDS;

  /** Sets on either side of a window that have rows of their own. */
  int LATER = RowPass.SETS / 2;

  /** The bits of so many words. */
  int BITS = WORDS * Long.SIZE;

  /** Bits that are left, with their places. */
  final class Hits {

    /** A kernel stops when it has so many. */
    static final int FULL = 1 << 10;

    private int[] places = new int[2 * FULL];
    private int[] members = new int[2 * FULL];
    private int size;

    /** Scratch of a kernel. */
    final Kept kept = new Kept();

    void clear() {
      size = 0;
    }

    /** Adds the bits of a word that has some. */
    void add(int place, int firstMember, long word) {
      long rest = word;
      do {
        if (size == places.length) {
          places = Arrays.copyOf(places, 2 * size);
          members = Arrays.copyOf(members, 2 * size);
        }
        places[size] = place;
        members[size++] = firstMember + Long.numberOfTrailingZeros(rest);
        rest &= rest - 1;
      } while (rest != 0);
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

  /** Places to look at, for a chunk; in their stead those of them where something is left. */
  final class Kept {

    /** The most places at a time. */
    static final int MOST = 256;

    /** So many, times chunks, are looked at between two looks at how many hits there are. */
    private static final int MOST_CHUNKS = 1 << 10;

    final int[] places = new int[MOST];

    /** What is left, place by place: one with nothing is written over by the next. */
    final long[] left = new long[MOST * WORDS];

    /** The indices of words that are not 0. */
    private final int[] words = new int[MOST * WORDS];

    /** How many places of a group to look at before hits are counted again. */
    static int atOnce(Table table, int group) {
      int chunks = table.firstChunk[group + 1] - table.firstChunk[group];
      return Math.min(MOST, MOST_CHUNKS / Math.max(1, chunks));
    }

    /**
     * Lists the places that a chunk has anyone for, or all if it has for most.
     *
     * @param group the class of the places
     * @param chunk one of the group's
     * @param from the first of the block's places
     * @param to after the last of them, at most {@link #MOST}
     * @return how many are listed
     */
    int list(Table table, int group, int chunk, PlacesByClass block, int from, int to) {
      if (table.isCommon[chunk]) {
        for (int i = from; i < to; i++) {
          places[i - from] = block.places[i];
        }
        return to - from;
      }
      long[] chunks = table.pairChunks;
      int pairs = group * table.count;
      int bit = chunk - table.firstChunk[group];
      int n = 0;
      for (int i = from; i < to; i++) {
        int place = block.places[i];
        places[n] = place;
        n += (int) (chunks[pairs + block.classes[place + 1] / CLASS_WORDS] >>> bit) & 1;
      }
      return n;
    }

    /** Adds all bits that are left at some places. */
    void moveTo(Hits hits, int count, int chunk) {
      int n = 0;
      for (int i = 0; i < count * WORDS; i++) {
        words[n] = i;
        n += left[i] != 0 ? 1 : 0;
      }
      for (int i = 0; i < n; i++) {
        int word = words[i];
        hits.add(places[word / WORDS], chunk * BITS + word % WORDS * Long.SIZE, left[word]);
      }
    }
  }

  /** Groups and their rows, as {@link RowPass} draws them. */
  final class Table {

    /** The share of pairs from which on a chunk is looked at for all: to tell costs more. */
    private static final double COMMON = 0.7;

    /** Classes, and one for the end of the input. */
    final int count;

    /** The words of a chunk's rows. */
    final int chunkWords;

    /** Per class the number of its group's first chunk; one more at the end. */
    final int[] firstChunk;

    /** For a class and the one that comes next: a bit for each of its chunks that has anyone. */
    final long[] pairChunks;

    /** Whether a chunk has anyone for most pairs. */
    final boolean[] isCommon;

    final long[] rows;

    /**
     * Rows for what lies before and behind a window, in the same order: {@link #LATER} before it,
     * and as many behind it.
     */
    final long[] later;

    /**
     * An empty table.
     *
     * @param count classes, and one for the end of the input
     * @param firstChunk per class the number of its group's first chunk; one more at the end
     * @throws IllegalArgumentException if the rows are too many
     */
    Table(int count, int[] firstChunk) {
      long size = (long) firstChunk[count] * count * CLASS_WORDS;
      if (2 * size > MOST_ROW_WORDS) {
        throw new IllegalArgumentException(
            "strings that keep too many classes of bytes apart: " + 2 * size + " words of rows");
      }
      this.count = count;
      this.chunkWords = count * CLASS_WORDS;
      this.firstChunk = firstChunk;
      this.pairChunks = new long[count * count];
      this.isCommon = new boolean[firstChunk[count]];
      this.rows = new long[(int) size];
      this.later = new long[(int) size];
    }

    /** Where a row is. */
    int row(int chunk, int place, int symbolClass) {
      return chunk * chunkWords + symbolClass * CLASS_WORDS + place * WORDS;
    }

    /** Finds the chunks of each pair of classes, once all rows are there. */
    void findChunks() {
      int[] pairs = new int[isCommon.length];
      for (int group = 0; group < count; group++) {
        for (int c = 0; c < count; c++) {
          long chunks = chunks(group, c);
          pairChunks[group * count + c] = chunks;
          for (long rest = chunks; rest != 0; rest &= rest - 1) {
            pairs[firstChunk[group] + Long.numberOfTrailingZeros(rest)]++;
          }
        }
      }
      for (int chunk = 0; chunk < pairs.length; chunk++) {
        isCommon[chunk] = pairs[chunk] >= COMMON * count;
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
   * Looks at places of a class until there are many hits.
   *
   * @param table the rows
   * @param group the class
   * @param block the places
   * @param from the first of them
   * @param to after the last of them
   * @param hits takes the members that are left, with their places
   * @return the one to go on from
   */
  int find(Table table, int group, PlacesByClass block, int from, int to, Hits hits);
}
