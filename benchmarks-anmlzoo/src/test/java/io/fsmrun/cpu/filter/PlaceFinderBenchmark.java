package io.fsmrun.cpu.filter;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to find the places where one of many windows may begin, in nanoseconds per byte, to
 * be set beside what planning takes it to cost ({@code SearchCosts}). Before anything is timed,
 * every window that lies in the text must be found.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class PlaceFinderBenchmark {

  private static final int BLOCK = 1 << 15;
  private static final int BLOCKS = 32;
  private static final int BYTES = BLOCK * BLOCKS;
  private static final int LETTERS = 26;

  /**
   * Tables in registers, gathers at every place, gathers (without vectors, marks) at every, second,
   * fourth place, and what is used without vectors.
   */
  public enum Finder {
    /** {@link TabulatedHashes}. */
    TABULATED,
    /** {@link PairedHashes}. */
    PAIRED,
    /** The same at two of four places. */
    PAIRED_2_OF_4,
    /** {@link HashFinder} at every place. */
    HASHES_1,
    /** {@link HashFinder} at every second place. */
    HASHES_2,
    /** {@link HashFinder} at every fourth place. */
    HASHES_4,
    /** {@link ShiftOrBuckets} at every place. */
    BUCKETS_1,
    /** {@link ShiftOrBuckets} at every second place. */
    BUCKETS_2,
    /** {@link HashFinder} without vectors, at every place. */
    MARKS_1,
    /** {@link HashFinder} without vectors, at every second place. */
    MARKS_2,
    /** {@link HashFinder} without vectors, at every fourth place. */
    MARKS_4
  }

  /** How places are found. */
  @Param public Finder finder;

  /** Windows that are looked for. */
  @Param({"12", "300", "1000", "2500", "5000", "20000"})
  public int windows;

  /** Windows that lie in each KiB of the text. */
  @Param({"0", "4", "30"})
  public int found;

  private final byte[] text = new byte[BYTES];
  private final int[] places = new int[BLOCK + 1 + PlaceMasks.SLACK];
  private final PlaceMasks.Words words = new PlaceMasks.Words();
  private PlaceFinder chosen;

  /** Makes text of letters, and windows of letters and digits, of which some are put into it. */
  @Setup
  public void make() {
    Random random = new Random(windows);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(LETTERS));
    }
    int[] keys =
        random
            .ints(windows, 0, LETTERS * LETTERS * LETTERS * 10)
            .map(PlaceFinderBenchmark::key)
            .distinct()
            .toArray();
    int inside = found * (BYTES / 1024);
    for (int i = 0; i < inside; i++) {
      int place = random.nextInt(BYTES - Integer.BYTES);
      int key = keys[random.nextInt(keys.length)];
      for (int b = 0; b < Integer.BYTES; b++) {
        text[place + b] = (byte) (key >>> b * Byte.SIZE);
      }
    }
    chosen =
        switch (finder) {
          case TABULATED ->
              new TabulatedHashes(
                  Integer.BYTES,
                  0,
                  keys,
                  new HashFinder(Integer.BYTES, Stride.EVERY, 0, keys),
                  keys);
          case PAIRED -> PairedHashes.of(Stride.EVERY, 0, keys, keys);
          case PAIRED_2_OF_4 -> PairedHashes.of(Stride.TWO_OF_FOUR, 0, keys, keys);
          case HASHES_1 -> new HashFinder(Integer.BYTES, Stride.EVERY, 0, keys);
          case HASHES_2 -> new HashFinder(Integer.BYTES, Stride.SECOND, 0, keys);
          case HASHES_4 -> new HashFinder(Integer.BYTES, Stride.FOURTH, 0, keys);
          case BUCKETS_1 -> new ShiftOrBuckets(Integer.BYTES, Stride.EVERY, 0, keys, marks(keys));
          case BUCKETS_2 -> new ShiftOrBuckets(Integer.BYTES, Stride.SECOND, 0, keys, marks(keys));
          case MARKS_1 -> marks(keys);
          case MARKS_2 -> marks(keys);
          case MARKS_4 -> marks(keys);
        };
    check(keys);
  }

  private HashFinder marks(int[] keys) {
    return new HashFinder(Integer.BYTES, stride(), 0, keys, HashFinder.Way.PLAIN);
  }

  private Stride stride() {
    return switch (finder) {
      case HASHES_2, BUCKETS_2, MARKS_2 -> Stride.SECOND;
      case HASHES_4, MARKS_4 -> Stride.FOURTH;
      case PAIRED_2_OF_4 -> Stride.TWO_OF_FOUR;
      default -> Stride.EVERY;
    };
  }

  /** Three letters and a digit, the first lowest. */
  private static int key(int number) {
    int rest = number / 10;
    int key = '0' + number % 10;
    for (int i = 0; i < Integer.BYTES - 1; i++) {
      key = key << Byte.SIZE | 'a' + rest % LETTERS;
      rest /= LETTERS;
    }
    return key;
  }

  private void check(int[] keys) {
    Arrays.sort(keys);
    Stride stride = stride();
    for (int from = 0; from < BYTES; from += BLOCK) {
      int count = chosen.find(text, from, from + BLOCK, places, words);
      int[] given = Arrays.copyOf(places, count);
      for (int p = from; p + Integer.BYTES <= from + BLOCK; p += stride.toNext(p - from)) {
        boolean lies = Arrays.binarySearch(keys, WindowKeys.at(text, p, Integer.BYTES, 0)) >= 0;
        if (lies && Arrays.binarySearch(given, p) < 0) {
          throw new IllegalStateException("the window at " + p + " was not found");
        }
      }
    }
  }

  /**
   * Finds all places in a megabyte, block by block.
   *
   * @return how many
   */
  @Benchmark
  @OperationsPerInvocation(BYTES)
  public int find() {
    int count = 0;
    for (int from = 0; from < BYTES; from += BLOCK) {
      count += chosen.find(text, from, from + BLOCK, places, words);
    }
    return count;
  }
}
