package io.fsmrun.cpu.filter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Finds windows at every place, or every second, without vectors: shift-or over pairs of bytes,
 * with the windows dealt out to eight buckets (FDR, of Hyperscan, NSDI 2019, §4.1). A table tells
 * for a pair of bytes, and for each pair of a window, which buckets have no window with it there;
 * eight places take eight look-ups, whose results are shifted and joined in one word, a byte for a
 * place, a bit for a bucket. Immutable.
 *
 * <pre>
 *   windows a b c d at every place     entry of ab: 0 0 x    x: buckets without ab as first pair
 *                                      entry of bc: 0 x 0       without bc as second
 *                                      entry of cd: x 0 0       without cd as third
 *   word   entry(p) | entry(p + 1) &lt;&lt; 8 | entry(p + 2) &lt;&lt; 16 | ...
 *   a window may begin at p - 2 + i unless byte i is all ones
 *   at every second place              pairs ab and cd, words of entry(p), entry(p + 2), ...
 * </pre>
 *
 * <p>Windows with a pair in common are put in one bucket, so that of the pairs that are frequent in
 * windows few buckets have each.
 */
final class ShiftOrBuckets implements PlaceFinder {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BUCKETS = Byte.SIZE;

  /** Entries of the table: all of a byte, and seven bits of the next. */
  private static final int ENTRIES = 1 << 15;

  /** Places of a group, which one word of buckets is made for. */
  private static final int GROUP = Long.BYTES;

  private static final int MOST_GROUPS = PlaceMasks.Words.MOST * Long.SIZE / GROUP;

  /** What a group reads: at every place three ints, the last behind six bytes. */
  private static final int READ = 6 + Integer.BYTES;

  private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;

  /** Moves the lowest bit of each byte to the highest byte. */
  private static final long GATHER = 0x0102040810204080L;

  /** If more than one in so many places is found, hashes sort them out. */
  private static final int MANY = 64;

  /** If more than one in so many is, hashes are faster: there are as many windows as in a text. */
  private static final int TOO_MANY = 8;

  /** What a place costs that is looked at, or found by mistake, in nanoseconds. */
  private static final double PLACE_NANOS = 0.55;

  private static final double MISTAKEN_NANOS = 2;

  /** So many pairs of bytes are usual in an input. */
  private static final double USUAL_PAIRS = 600;

  private final int stride;

  /** Pairs of a window. */
  private final int pairs;

  private final int[] table = new int[ENTRIES];
  private final HashFinder hashes;

  /**
   * A finder.
   *
   * @param width bytes of a window, 2 to 4; 4 at every second place
   * @param stride every place or every second
   * @param fold what is set in every window before it is compared: the same in each byte
   * @param keys the windows, the first byte lowest
   * @param hashes of the same windows and places; they look at the last ones, and sort out mistakes
   */
  ShiftOrBuckets(int width, Stride stride, int fold, int[] keys, HashFinder hashes) {
    this.stride = stride.windows;
    this.pairs = pairs(width, this.stride);
    this.hashes = hashes;
    Integer[] order = Arrays.stream(keys).boxed().toArray(Integer[]::new);
    int shared = pairs - 1 >> 1;
    Arrays.sort(order, Comparator.comparingInt(key -> pair(key, shared)));
    Arrays.fill(table, -1 >>> Integer.SIZE - pairs * BUCKETS);
    for (int i = 0; i < order.length; i++) {
      int bit = 1 << (int) ((long) i * BUCKETS / order.length);
      for (int number = 0; number < pairs; number++) {
        int missing = ~(bit << (pairs - 1 - number) * BUCKETS);
        int pair = pair(order[i], number);
        for (int folded = fold & ENTRIES - 1, set = folded; ; set = set - 1 & folded) {
          table[pair & ~folded | set] &= missing;
          if (set == 0) {
            break;
          }
        }
      }
    }
  }

  private static int pairs(int width, int stride) {
    return stride == 1 ? width - 1 : width / 2;
  }

  private int pair(int key, int number) {
    return key >>> number * stride * Byte.SIZE & ENTRIES - 1;
  }

  /** Whether there are such words for a pass. */
  static boolean isFor(int width, Stride stride) {
    return stride == Stride.EVERY || stride == Stride.SECOND && width == Integer.BYTES;
  }

  /** What looking for so many windows costs, in nanoseconds per byte. */
  static double nanos(int windows, int width, Stride stride) {
    int pairs = pairs(width, stride.windows);
    // Only pairs of different windows, met together, are found by mistake.
    double inBucket = 1 - Math.exp(-(double) windows / BUCKETS / USUAL_PAIRS);
    double found =
        pairs == 1
            ? 0
            : (1 - Math.exp(-(double) windows / USUAL_PAIRS)) * Math.pow(inBucket, pairs - 1);
    return (PLACE_NANOS + MISTAKEN_NANOS * found) / stride.windows;
  }

  @Override
  public int find(byte[] input, int from, int to, int[] places, PlaceMasks.Words words) {
    int read = stride == 1 ? READ : GROUP * stride;
    int last = Math.min(to - (stride == 1 ? GROUP + 1 : read), input.length - read);
    int left = last < from ? 0 : (last - from) / (GROUP * stride) + 1;
    if (left == 0) {
      return hashes.find(input, from, to, places, words);
    }
    int before = (pairs - 1) * stride;
    int at = from;
    int count = 0;
    long carry = (1L << (pairs - 1) * BUCKETS) - 1;
    while (left > 0 && count <= (at - from) / (TOO_MANY * stride)) {
      int groups = Math.min(MOST_GROUPS, left);
      int masks = (groups - 1) / GROUP + 1;
      Arrays.fill(words.masks, 0, masks, 0);
      carry =
          stride == 1
              ? askEach(input, at, groups, carry, words.masks)
              : askEverySecond(input, at, groups, carry, words.masks);
      for (int n = 0; n < masks; n++) {
        int first = at - before + n * Long.SIZE * stride;
        count = PlaceMasks.add(words.masks[n], first, stride, places, count);
      }
      at += groups * GROUP * stride;
      left -= groups;
    }
    if (count > (at - from) / MANY) {
      count = hashes.keep(input, places, count);
    }
    return hashes.find(input, at - before, to, places, count, words);
  }

  /** Sets the bits of places; returns what is known of those behind. */
  private long askEach(byte[] input, int from, int groups, long before, long[] masks) {
    int[] entries = table;
    int low = entries.length - 1;
    long carry = before;
    int p = from;
    for (int g = 0; g < groups; g++, p += GROUP) {
      int first = (int) INT.get(input, p);
      int second = (int) INT.get(input, p + 3);
      int third = (int) INT.get(input, p + 6);
      long e0 = entries[first & low];
      long e1 = entries[first >>> 8 & low];
      long e2 = entries[first >>> 16 & low];
      long e3 = entries[second & low];
      long e4 = entries[second >>> 8 & low];
      long e5 = entries[second >>> 16 & low];
      long e6 = entries[third & low];
      long e7 = entries[third >>> 8 & low];
      long missing =
          (carry | e0 | e1 << 8)
              | (e2 << 16 | e3 << 24)
              | (e4 << 32 | e5 << 40)
              | (e6 << 48 | e7 << 56);
      carry = e6 >>> 16 | e7 >>> 8;
      if (missing != -1) {
        masks[g / GROUP] |= bits(missing) << g * GROUP;
      }
    }
    return carry;
  }

  private long askEverySecond(byte[] input, int from, int groups, long before, long[] masks) {
    int[] entries = table;
    int low = entries.length - 1;
    long carry = before;
    int p = from;
    for (int g = 0; g < groups; g++, p += 2 * GROUP) {
      int first = (int) INT.get(input, p);
      int second = (int) INT.get(input, p + 4);
      int third = (int) INT.get(input, p + 8);
      int fourth = (int) INT.get(input, p + 12);
      long e7 = entries[fourth >>> 16 & low];
      long missing =
          (carry | entries[first & low] | (long) entries[first >>> 16 & low] << 8)
              | ((long) entries[second & low] << 16 | (long) entries[second >>> 16 & low] << 24)
              | ((long) entries[third & low] << 32 | (long) entries[third >>> 16 & low] << 40)
              | ((long) entries[fourth & low] << 48 | e7 << 56);
      carry = e7 >>> 8;
      if (missing != -1) {
        masks[g / GROUP] |= bits(missing) << g * GROUP;
      }
    }
    return carry;
  }

  /** A bit for each byte that is not all ones. */
  private static long bits(long missing) {
    long found = ~missing;
    long some = (found & LOW_SEVEN) + LOW_SEVEN | found;
    return (some >>> 7 & ~LOW_SEVEN >>> 7) * GATHER >>> 56;
  }
}
