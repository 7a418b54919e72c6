package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.vector.VectorTrial;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Asks a table indexed by a hash of the window, at every place or at some ({@link Stride}). There
 * is no branch that depends on the input. Immutable.
 *
 * <p>With vectors some bits are looked up together. Without, a table has a byte for each hash:
 * eight of them make eight bits of a {@link PlaceMasks word} by no more than shifts, where bits
 * would have to be taken from their words first.
 */
final class HashFinder implements PlaceAdder {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int HASH = 0x9E3779B1;

  /** Bits at least and at most, as powers of two, and bits for each window. */
  private static final int LEAST_LOG = 14;

  private static final int MOST_LOG = 21;
  private static final int BITS_PER_KEY = 64;

  /** The same for the table of bytes, and entries for each window. */
  private static final int LEAST_MARKS_LOG = 13;

  private static final int MOST_MARKS_LOG = 18;
  private static final int MARKS_PER_KEY = 16;

  /** Bits of a word that are made together. */
  private static final int GROUP = Byte.SIZE;

  private final int width;
  private final Stride stride;
  private final int fold;
  private final int mask;
  private final Way way;
  private final int[] bits;
  private final int shift;

  /** Without vectors, 1 for each hash of a window, and how hashes are shifted. */
  private final byte[] marks;

  private final int markShift;

  /** How places are looked at. */
  enum Way {
    /** Without vectors. */
    PLAIN,
    /** By {@link NarrowHashes}. */
    VECTORS_OF_32,
    /** By {@link VectorHashes}. */
    VECTORS_OF_64
  }

  /**
   * A finder.
   *
   * @param width bytes of a window, 2 to 4; {@link WideHashes} find wider ones
   * @param stride at which places it looks
   * @param fold what is set in every window before it is hashed
   * @param keys the windows; with more than some thousands the bits leave the first-level cache
   *     rather than let many places pass by mistake, the first byte lowest
   */
  HashFinder(int width, Stride stride, int fold, int[] keys) {
    this(width, stride, fold, keys, way(stride));
  }

  /** The same, looking at places in a certain way. */
  HashFinder(int width, Stride stride, int fold, int[] keys, Way way) {
    this.way = way;
    this.width = width;
    this.stride = stride;
    this.fold = fold;
    this.mask = width == Integer.BYTES ? -1 : (1 << width * Byte.SIZE) - 1;
    int log = Math.clamp(log(keys.length, BITS_PER_KEY), LEAST_LOG, MOST_LOG);
    this.bits = new int[1 << log - 5];
    this.shift = Integer.SIZE - log;
    this.markShift = markShift(keys.length);
    this.marks = way == Way.PLAIN ? marks(keys, markShift) : ByteArrays.EMPTY_ARRAY;
    for (int key : keys) {
      int hash = key * HASH >>> shift;
      bits[hash >>> 5] |= 1 << hash;
    }
  }

  /** The same without vectors, with the same bits. */
  private HashFinder(HashFinder other, int[] keys) {
    this.way = Way.PLAIN;
    this.width = other.width;
    this.stride = other.stride;
    this.fold = other.fold;
    this.mask = other.mask;
    this.bits = other.bits;
    this.shift = other.shift;
    this.markShift = other.markShift;
    this.marks = marks(keys, markShift);
  }

  /**
   * A finder that does without vectors, and shares what it can.
   *
   * @param keys the windows of this one
   * @return it
   */
  HashFinder withoutVectors(int[] keys) {
    return new HashFinder(this, keys);
  }

  private static int markShift(int keys) {
    return Integer.SIZE - Math.clamp(log(keys, MARKS_PER_KEY), LEAST_MARKS_LOG, MOST_MARKS_LOG);
  }

  private static byte[] marks(int[] keys, int shift) {
    byte[] marks = new byte[1 << Integer.SIZE - shift];
    for (int key : keys) {
      marks[key * HASH >>> shift] = 1;
    }
    return marks;
  }

  private static int log(int keys, int entriesPerKey) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(keys * entriesPerKey);
  }

  /** Whether some windows are looked at together at a stride. */
  static boolean isVectorised(Stride stride) {
    return way(stride) != Way.PLAIN;
  }

  /** The best way at a stride. */
  private static Way way(Stride stride) {
    if (stride == Stride.THIRD || stride == Stride.TWO_OF_FOUR || !Vectors.compares()) {
      return Way.PLAIN;
    }
    return Vectors.shuffles() ? Way.VECTORS_OF_64 : Way.VECTORS_OF_32;
  }

  /** The trial of the loop of vectors that it runs, if it does. */
  VectorTrial trial() {
    return way == Way.VECTORS_OF_32 ? NarrowHashes.TRIAL : VectorHashes.TRIAL;
  }

  /**
   * Keeps those places that may begin a window.
   *
   * @param places indices, ascending; overwritten with those that remain
   * @param count how many
   * @return how many remain
   */
  int keep(byte[] input, int[] places, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int p = places[i];
      int key =
          p <= input.length - Integer.BYTES
              ? ((int) INT.get(input, p) & mask) | fold
              : WindowKeys.at(input, p, width, fold);
      places[kept] = p;
      kept += bit(bits, key, shift);
    }
    return kept;
  }

  @Override
  public int find(
      byte[] input, int from, int to, int[] places, int before, PlaceMasks.Words words) {
    int last = Math.min(to - width, input.length - Integer.BYTES);
    int block =
        switch (way) {
          case PLAIN -> stride.wordBytes();
          case VECTORS_OF_32 -> NarrowHashes.stepBytes(stride.windows);
          case VECTORS_OF_64 -> VectorHashes.BLOCK;
        };
    int blocks = last - block + 1 < from ? 0 : (last - block + 1 - from) / block + 1;
    int count = before;
    if (blocks > 0) {
      count =
          switch (way) {
            case PLAIN -> findByWords(input, from, blocks, places, before, words);
            case VECTORS_OF_32 ->
                NarrowHashes.find(
                    input, from, blocks, stride.windows, question(), places, before, words);
            case VECTORS_OF_64 ->
                VectorHashes.find(
                    input, from, last - block + 1, stride.windows, question(), places, before);
          };
    }
    return findOneByOne(input, from + blocks * block, to, places, count);
  }

  private VectorHashes.Question question() {
    return new VectorHashes.Question(bits, mask, fold, HASH, shift);
  }

  /**
   * Looks at places one by one, as at the end of an input.
   *
   * @param from index of the first place
   * @param to windows end here at the latest
   * @param places takes the indices, behind those that it has
   * @param before how many it has
   * @return how many it has then
   */
  private int findOneByOne(byte[] input, int from, int to, int[] places, int before) {
    // An int is read at each place, of which a narrow window uses the low bytes.
    int last = Math.min(to - width, input.length - Integer.BYTES);
    int count = before;
    int p = from;
    for (; p <= last; p += stride.toNext(p - from)) {
      places[count] = p;
      count += bit(bits, ((int) INT.get(input, p) & mask) | fold, shift);
    }
    for (; p <= to - width; p += stride.toNext(p - from)) {
      places[count] = p;
      count += bit(bits, WindowKeys.at(input, p, width, fold), shift);
    }
    return count;
  }

  /** One if the window's bit is set. */
  private static int bit(int[] table, int key, int shift) {
    int hash = key * HASH >>> shift;
    return table[hash >>> 5] >>> hash & 1;
  }

  private int findByWords(
      byte[] input, int from, int blocks, int[] places, int before, PlaceMasks.Words words) {
    long[] masks = words.masks;
    int count = before;
    int at = from;
    for (int left = blocks; left > 0; left -= PlaceMasks.Words.MOST) {
      int asked = Math.min(PlaceMasks.Words.MOST, left);
      switch (stride) {
        case EVERY -> ask1(input, at, asked, masks);
        case SECOND -> ask2(input, at, asked, masks);
        case THIRD -> ask3(input, at, asked, masks);
        case TWO_OF_FOUR -> askTwoOfFour(input, at, asked, masks);
        case FOURTH -> ask4(input, at, asked, masks);
      }
      for (int n = 0; n < asked; n++, at += stride.wordBytes()) {
        count = PlaceMasks.add(masks[n], at, stride.step(), places, count);
      }
    }
    return count;
  }

  // Loops that differ in constants only, and are apart so that the compiler sees them.

  private void ask1(byte[] input, int from, int words, long[] masks) {
    byte[] table = marks;
    int p = from;
    for (int n = 0; n < words; n++) {
      long found = 0;
      for (int i = 0; i < Long.SIZE; i += GROUP, p += GROUP) {
        found |= ask(table, input, p, 1) << i;
      }
      masks[n] = found;
    }
  }

  private void ask2(byte[] input, int from, int words, long[] masks) {
    byte[] table = marks;
    int p = from;
    for (int n = 0; n < words; n++) {
      long found = 0;
      for (int i = 0; i < Long.SIZE; i += GROUP, p += 2 * GROUP) {
        found |= ask(table, input, p, 2) << i;
      }
      masks[n] = found;
    }
  }

  private void ask3(byte[] input, int from, int words, long[] masks) {
    byte[] table = marks;
    int p = from;
    for (int n = 0; n < words; n++) {
      long found = 0;
      for (int i = 0; i < Long.SIZE; i += GROUP, p += 3 * GROUP) {
        found |= ask(table, input, p, 3) << i;
      }
      masks[n] = found;
    }
  }

  private void ask4(byte[] input, int from, int words, long[] masks) {
    byte[] table = marks;
    int p = from;
    for (int n = 0; n < words; n++) {
      long found = 0;
      for (int i = 0; i < Long.SIZE; i += GROUP, p += 4 * GROUP) {
        found |= ask(table, input, p, 4) << i;
      }
      masks[n] = found;
    }
  }

  private void askTwoOfFour(byte[] input, int from, int words, long[] masks) {
    byte[] table = marks;
    int p = from;
    for (int n = 0; n < words; n++) {
      long found = 0;
      for (int i = 0; i < Long.SIZE; i += 2 * GROUP, p += 2 * GROUP) {
        long pairs =
            pair(table, input, p)
                | pair(table, input, p + 4) << 4
                | pair(table, input, p + 8) << 8
                | pair(table, input, p + 12) << 12;
        found |= pairs << i;
      }
      masks[n] = found;
    }
  }

  /** A bit for a place, and one for that behind it. */
  private long pair(byte[] table, byte[] input, int index) {
    return mark(table, input, index) | mark(table, input, index + 1) << 1;
  }

  /** A bit for each of eight places. */
  private long ask(byte[] table, byte[] input, int index, int step) {
    return mark(table, input, index)
        | (mark(table, input, index + step) << 1 | mark(table, input, index + 2 * step) << 2)
        | (mark(table, input, index + 3 * step) << 3 | mark(table, input, index + 4 * step) << 4)
        | (mark(table, input, index + 5 * step) << 5 | mark(table, input, index + 6 * step) << 6)
        | mark(table, input, index + 7 * step) << 7;
  }

  private long mark(byte[] table, byte[] input, int index) {
    return table[((int) INT.get(input, index) & mask | fold) * HASH >>> markShift];
  }
}
