package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.cpu.vector.VectorTrial;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What finds places lets no window pass by, and few other places through. */
final class PlaceFinderTest {

  private static final int FOLD = 0x20202020;
  private static final int RANDOM_BYTES = 100_000;

  @Test
  void pairsOfPlacesLoseNoWindow() {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    for (int seed = 0; seed < 200; seed++) {
      losesNoWindow(seed, Integer.BYTES, 1, 50, PairedHashes::of);
      losesNoWindow(seed, Integer.BYTES, 1, 50, NarrowPairedHashes::new);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 3", "4, 10", "4, 300", "4, 700", "4, 2500", "3, 10", "3, 200", "2, 5", "2, 60"})
  void tablesLoseNoWindow(int width, int windows) {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    for (int seed = 0; seed < 100; seed++) {
      losesNoWindow(
          seed,
          width,
          1,
          windows,
          (fold, keys) ->
              new TabulatedHashes(width, fold, keys, new HashFinder(width, 1, fold, keys)));
    }
  }

  /** Few windows, many, and so many that hashes take over. */
  @ParameterizedTest
  @CsvSource({
    "4, 1, 3",
    "4, 1, 300",
    "4, 1, 4000",
    "4, 2, 3",
    "4, 2, 300",
    "4, 2, 4000",
    "3, 1, 5",
    "3, 1, 3000",
    "2, 1, 1",
    "2, 1, 60",
    "2, 1, 9000"
  })
  void bucketsLoseNoWindow(int width, int stride, int windows) {
    for (int seed = 0; seed < 100; seed++) {
      losesNoWindow(
          seed,
          width,
          stride,
          windows,
          (fold, keys) ->
              new ShiftOrBuckets(
                  width,
                  stride,
                  fold,
                  keys,
                  new HashFinder(width, stride, fold, keys, HashFinder.Way.PLAIN)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, 1, PLAIN",
    "4, 2, PLAIN",
    "4, 3, PLAIN",
    "4, 4, PLAIN",
    "3, 1, PLAIN",
    "2, 1, PLAIN",
    "4, 1, NARROW",
    "4, 2, NARROW",
    "4, 4, NARROW",
    "3, 1, NARROW",
    "2, 1, NARROW",
    "4, 1, WIDE",
    "4, 2, WIDE",
    "4, 4, WIDE",
    "3, 1, WIDE",
    "2, 1, WIDE"
  })
  void hashesLoseNoWindow(int width, int stride, HashFinder.Way way) {
    assumeVectors(way);
    for (int seed = 0; seed < 100; seed++) {
      losesNoWindow(
          seed, width, stride, 500, (fold, keys) -> new HashFinder(width, stride, fold, keys, way));
    }
  }

  /** Before vectors are compiled: without them, and by turns with them, on pieces of a call. */
  @ParameterizedTest
  @CsvSource({
    "4, 1, 300, WIDE",
    "3, 1, 200, WIDE",
    "2, 1, 60, WIDE",
    "4, 2, 500, WIDE",
    "4, 4, 500, WIDE",
    "3, 1, 200, NARROW",
    "4, 2, 500, NARROW",
    "4, 4, 500, NARROW"
  })
  void twoFindersLoseNoWindow(int width, int stride, int windows, HashFinder.Way way) {
    assumeVectors(way);
    for (int seed = 0; seed < 100; seed++) {
      VectorTrial trial = new VectorTrial(1, "");
      if (seed % 4 != 0) {
        // So fast is plain code here that vectors are due for long, and never the faster ones.
        trial.add(false, 1L << 50, 1L << 40);
      }
      losesNoWindow(
          seed,
          width,
          stride,
          windows,
          (fold, keys) -> both(width, stride, fold, keys, way, trial));
    }
  }

  private static void assumeVectors(HashFinder.Way way) {
    assumeTrue(way != HashFinder.Way.WIDE || Vectors.shuffles(), "needs vectors of 512 bits");
    assumeTrue(way != HashFinder.Way.NARROW || Vectors.compares(), "needs vectors of 256 bits");
  }

  private static PlaceFinder both(
      int width, int stride, int fold, int[] keys, HashFinder.Way way, VectorTrial trial) {
    HashFinder hashes = new HashFinder(width, stride, fold, keys, way);
    HashFinder plain = hashes.withoutVectors(keys);
    boolean tables = stride == 1 && way == HashFinder.Way.WIDE;
    PlaceFinder vectors = tables ? new TabulatedHashes(width, fold, keys, hashes) : hashes;
    return new TriedFinder(width, vectors, plain, trial);
  }

  private static void losesNoWindow(
      int seed, int width, int stride, int windows, BiFunction<Integer, int[], PlaceFinder> maker) {
    Random random = new Random(seed);
    int fold = random.nextBoolean() ? FOLD >>> Integer.SIZE - width * Byte.SIZE : 0;
    byte[] input = text(random, random.nextInt(random.nextBoolean() ? 200 : 10_000));
    int from = random.nextInt(5);
    int to = Math.max(from, input.length - random.nextInt(random.nextBoolean() ? 5 : 100));
    TreeSet<Integer> keys = new TreeSet<>();
    for (int i = 0; i < windows; i++) {
      keys.add(random.nextInt() >>> Integer.SIZE - width * Byte.SIZE | fold);
      if (input.length >= width && i < Math.max(50, windows / 10)) {
        int place = random.nextInt(input.length - width + 1);
        keys.add(WindowPass.keyAtEdge(input, place, width) | fold);
      }
    }
    int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
    int count =
        maker.apply(fold, toArray(keys)).find(input, from, to, places, new PlaceMasks.Words());
    int[] found = Arrays.copyOf(places, count);
    assertThat(found).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
    BitSet lost = new BitSet();
    for (int p = from; p <= to - width; p += stride) {
      lost.set(p, keys.contains(WindowPass.keyAtEdge(input, p, width) | fold));
    }
    Arrays.stream(found).forEach(lost::clear);
    assertThat(lost.stream()).as("seed %d", seed).isEmpty();
    assertThat(Arrays.stream(found))
        .as("seed %d", seed)
        .allMatch(p -> p >= from && p <= to - width && (p - from) % stride == 0);
  }

  @Test
  void pairsOfPlacesLetFewOthersThrough() {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    assertThat(foundAtRandom(4_000, keys -> PairedHashes.of(FOLD, keys)))
        .isLessThan(RANDOM_BYTES / 50);
  }

  /** Each size of the tables, with as many windows as it is used for. */
  @ParameterizedTest
  @CsvSource({
    "4, 10, 2000", "4, 300, 120", "4, 700, 80", "4, 1800, 35",
    "3, 150, 500", "3, 300, 120", "3, 700, 80", "2, 100, 30"
  })
  void tablesLetFewOthersThrough(int width, int windows, int leastApart) {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    int unused = Integer.SIZE - width * Byte.SIZE;
    int fold = FOLD >>> unused;
    HashFinder hashes = new HashFinder(width, 1, fold, new int[0]);
    int found =
        foundAtRandom(
            windows,
            keys -> {
              int[] narrow = Arrays.stream(keys).map(key -> key >>> unused | fold).toArray();
              return new TabulatedHashes(width, fold, narrow, hashes)::findAll;
            });
    assertThat(found).isLessThan(RANDOM_BYTES / leastApart);
  }

  /** In random bytes fewer pass than one of the buckets' tables alone would let through. */
  @ParameterizedTest
  @CsvSource({"50, 1, 5000", "1000, 1, 500", "4000, 1, 100", "300, 2, 500"})
  void bucketsLetFewOthersThrough(int windows, int stride, int leastApart) {
    int found =
        foundAtRandom(
            windows,
            keys ->
                new ShiftOrBuckets(
                    Integer.BYTES,
                    stride,
                    FOLD,
                    keys,
                    new HashFinder(Integer.BYTES, stride, FOLD, keys, HashFinder.Way.PLAIN)));
    assertThat(found).isLessThan(RANDOM_BYTES / leastApart);
  }

  private static int foundAtRandom(int windows, Function<int[], PlaceFinder> maker) {
    int[] keys = new Random(3).ints(windows).map(key -> key | FOLD).toArray();
    int[] places = new int[RANDOM_BYTES + 1 + PlaceMasks.SLACK];
    byte[] input = new byte[RANDOM_BYTES];
    new Random(4).nextBytes(input);
    return maker.apply(keys).find(input, 0, RANDOM_BYTES, places, new PlaceMasks.Words());
  }

  @Test
  void turnsMasksIntoPlaces() {
    Random random = new Random(4);
    for (int round = 0; round < 200; round++) {
      int words = random.nextInt(40);
      long[] waiting = new long[PlaceMasks.LATER];
      int[] places = new int[64 * words + 1 + PlaceMasks.SLACK];
      TreeSet<Integer> expected = new TreeSet<>(List.of(17));
      places[0] = 17;
      int count = 1;
      int place = 1_000;
      for (int w = 0; w < words; w++, place += Long.SIZE) {
        long mask = 0;
        for (int bits = random.nextInt(round % 70 + 1); bits > 0; bits--) {
          int bit = random.nextInt(Long.SIZE);
          mask |= 1L << bit;
          expected.add(place + bit);
        }
        int slot = w % PlaceMasks.LATER;
        count = PlaceMasks.add(waiting[slot], PlaceMasks.before(place), places, count);
        waiting[slot] = mask;
      }
      count = PlaceMasks.addAll(waiting, words, place, places, count);
      assertThat(Arrays.copyOf(places, count)).isEqualTo(toArray(expected));
    }
  }

  private static int[] toArray(Set<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static byte[] text(Random random, int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] =
          (byte) ("aAbBcC0\n".charAt(random.nextInt(8)) + (random.nextInt(9) == 0 ? 128 : 0));
    }
    return input;
  }
}
