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

  @ParameterizedTest
  @CsvSource({"EVERY", "TWO_OF_FOUR"})
  void pairsOfPlacesLoseNoWindow(Stride stride) {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    for (int seed = 0; seed < 200; seed++) {
      int[] usual = usual(seed);
      losesNoPair(seed, stride, (fold, keys) -> PairedHashes.of(stride, fold, keys, usual));
      losesNoPair(
          seed,
          stride,
          (fold, keys) -> new NarrowPairedHashes(stride, new PairedWords(fold, keys, usual, true)));
      if (seed % 8 == 0) {
        // Slow where the processor does not have such vectors, but right.
        losesNoPair(
            seed,
            stride,
            (fold, keys) -> new PairedGathers(stride, new PairedWords(fold, keys, usual, false)));
        losesNoPair(
            seed,
            stride,
            (fold, keys) -> new PairedLookUps(stride, new PairedWords(fold, keys, usual, false)));
      }
    }
  }

  private static void losesNoPair(
      int seed, Stride stride, BiFunction<Integer, int[], PlaceFinder> maker) {
    losesNoWindow(seed, Integer.BYTES, stride, 50, maker);
  }

  @ParameterizedTest
  @CsvSource({"4, 3", "4, 10", "4, 300", "4, 700", "4, 2500", "3, 10", "3, 200", "2, 5", "2, 60"})
  void tablesLoseNoWindow(int width, int windows) {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    for (int seed = 0; seed < 100; seed++) {
      int[] usual = usual(seed);
      losesNoWindow(
          seed,
          width,
          Stride.EVERY,
          windows,
          (fold, keys) ->
              new TabulatedHashes(
                  width, fold, keys, new HashFinder(width, Stride.EVERY, fold, keys), usual));
    }
  }

  /** Few windows, many, and so many that hashes take over. */
  @ParameterizedTest
  @CsvSource({
    "4, EVERY, 3",
    "4, EVERY, 300",
    "4, EVERY, 4000",
    "4, SECOND, 3",
    "4, SECOND, 300",
    "4, SECOND, 4000",
    "3, EVERY, 5",
    "3, EVERY, 3000",
    "2, EVERY, 1",
    "2, EVERY, 60",
    "2, EVERY, 9000"
  })
  void bucketsLoseNoWindow(int width, Stride stride, int windows) {
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
    "4, EVERY, PLAIN",
    "4, SECOND, PLAIN",
    "4, THIRD, PLAIN",
    "4, TWO_OF_FOUR, PLAIN",
    "4, FOURTH, PLAIN",
    "3, EVERY, PLAIN",
    "2, EVERY, PLAIN",
    "4, EVERY, VECTORS_OF_32",
    "4, SECOND, VECTORS_OF_32",
    "4, FOURTH, VECTORS_OF_32",
    "3, EVERY, VECTORS_OF_32",
    "2, EVERY, VECTORS_OF_32",
    "4, EVERY, VECTORS_OF_64",
    "4, SECOND, VECTORS_OF_64",
    "4, FOURTH, VECTORS_OF_64",
    "3, EVERY, VECTORS_OF_64",
    "2, EVERY, VECTORS_OF_64"
  })
  void hashesLoseNoWindow(int width, Stride stride, HashFinder.Way way) {
    assumeVectors(way);
    for (int seed = 0; seed < 100; seed++) {
      losesNoWindow(
          seed, width, stride, 500, (fold, keys) -> new HashFinder(width, stride, fold, keys, way));
    }
  }

  /** Windows of more than four bytes, with vectors, without, and by turns. */
  @ParameterizedTest
  @CsvSource({
    "5, EVERY",
    "6, EVERY",
    "6, SECOND",
    "6, FOURTH",
    "7, EVERY",
    "8, EVERY",
    "8, SECOND",
    "8, FOURTH",
    "9, SECOND",
    "11, FOURTH",
    "12, EVERY",
    "12, SECOND",
    "12, FOURTH"
  })
  void wideHashesLoseNoWindow(int width, Stride stride) {
    for (int seed = 0; seed < 60; seed++) {
      losesNoWindow(
          seed, width, stride, 500, (fold, keys) -> WideHashes.plain(width, stride, fold, keys));
      if (Vectors.compares()) {
        losesNoWindow(
            seed,
            width,
            stride,
            500,
            (fold, keys) -> WideHashes.byVectors(width, stride, fold, keys));
        losesNoWindow(
            seed, width, stride, 500, (fold, keys) -> wideByTurns(width, stride, fold, keys));
      }
    }
  }

  private static PlaceFinder wideByTurns(int width, Stride stride, int fold, int[] keys) {
    return new TriedFinder(
        width,
        WideHashes.byVectors(width, stride, fold, keys),
        WideHashes.plain(width, stride, fold, keys),
        new VectorTrial(1, "by-turns"));
  }

  /** Letters are as few as there may be, so that all bits of a number have to come from many. */
  @Test
  void wideHashesLetFewOthersThrough() {
    Random random = new Random(1);
    byte[] bases = new byte[RANDOM_BYTES];
    for (int i = 0; i < bases.length; i++) {
      bases[i] = (byte) "ACGT".charAt(random.nextInt(4));
    }
    int[] keys = new int[5_000];
    Arrays.setAll(
        keys, k -> WindowKeys.at(bases, random.nextInt(bases.length / 2), WindowKeys.WIDEST, 0));
    int[] places = new int[bases.length + 1 + PlaceMasks.SLACK];
    for (WideHashes finder : wide(keys)) {
      int count =
          finder.find(bases, bases.length / 2, bases.length, places, new PlaceMasks.Words());
      assertThat(count).isLessThan(RANDOM_BYTES / 2 / 10);
    }
  }

  private static List<WideHashes> wide(int[] keys) {
    WideHashes plain = WideHashes.plain(WindowKeys.WIDEST, Stride.EVERY, 0, keys);
    return Vectors.compares()
        ? List.of(plain, WideHashes.byVectors(WindowKeys.WIDEST, Stride.EVERY, 0, keys))
        : List.of(plain);
  }

  /** Before vectors are compiled: without them, and by turns with them, on pieces of a call. */
  @ParameterizedTest
  @CsvSource({
    "4, EVERY, 300, VECTORS_OF_64",
    "3, EVERY, 200, VECTORS_OF_64",
    "2, EVERY, 60, VECTORS_OF_64",
    "4, SECOND, 500, VECTORS_OF_64",
    "4, FOURTH, 500, VECTORS_OF_64",
    "3, EVERY, 200, VECTORS_OF_32",
    "4, SECOND, 500, VECTORS_OF_32",
    "4, FOURTH, 500, VECTORS_OF_32"
  })
  void twoFindersLoseNoWindow(int width, Stride stride, int windows, HashFinder.Way way) {
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
    assumeTrue(
        way != HashFinder.Way.VECTORS_OF_64 || Vectors.shuffles(), "needs vectors of 512 bits");
    assumeTrue(
        way != HashFinder.Way.VECTORS_OF_32 || Vectors.compares(), "needs vectors of 256 bits");
  }

  private static PlaceFinder both(
      int width, Stride stride, int fold, int[] keys, HashFinder.Way way, VectorTrial trial) {
    HashFinder hashes = new HashFinder(width, stride, fold, keys, way);
    HashFinder plain = hashes.withoutVectors(keys);
    boolean tables = stride == Stride.EVERY && way == HashFinder.Way.VECTORS_OF_64;
    PlaceFinder vectors =
        tables ? new TabulatedHashes(width, fold, keys, hashes, new int[0]) : hashes;
    return new TriedFinder(width, vectors, plain, trial);
  }

  private static void losesNoWindow(
      int seed,
      int width,
      Stride stride,
      int windows,
      BiFunction<Integer, int[], PlaceFinder> maker) {
    Random random = new Random(seed);
    int fold = WindowKeys.fold(width, random.nextBoolean());
    byte[] input = text(random, random.nextInt(random.nextBoolean() ? 200 : 10_000));
    int from = random.nextInt(5);
    int to = Math.max(from, input.length - random.nextInt(random.nextBoolean() ? 5 : 100));
    TreeSet<Integer> keys = new TreeSet<>();
    for (int i = 0; i < windows; i++) {
      keys.add(
          WindowKeys.isWide(width)
              ? random.nextInt()
              : random.nextInt() >>> Integer.SIZE - width * Byte.SIZE | fold);
      if (input.length >= width && i < Math.max(50, windows / 10)) {
        int place = random.nextInt(input.length - width + 1);
        keys.add(WindowKeys.at(input, place, width, fold));
      }
    }
    int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
    int count =
        maker.apply(fold, toArray(keys)).find(input, from, to, places, new PlaceMasks.Words());
    int[] found = Arrays.copyOf(places, count);
    assertThat(found).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
    BitSet lost = new BitSet();
    BitSet looked = new BitSet();
    for (int p = from; p <= to - width; p += stride.toNext(p - from)) {
      looked.set(p);
      lost.set(p, keys.contains(WindowKeys.at(input, p, width, fold)));
    }
    Arrays.stream(found).forEach(lost::clear);
    assertThat(lost.stream()).as("seed %d", seed).isEmpty();
    assertThat(Arrays.stream(found)).as("seed %d", seed).allMatch(looked::get);
  }

  @Test
  void pairsOfPlacesLetFewOthersThrough() {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    assertThat(foundAtRandom(4_000, keys -> PairedHashes.of(Stride.EVERY, FOLD, keys, new int[0])))
        .isLessThan(RANDOM_BYTES / 50);
  }

  /** What a table lets through by mistake it does not if that is known to be frequent. */
  @Test
  void pairsOfPlacesTellUsualWindowsApart() {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    int[] keys = new Random(6).ints(1_000).toArray();
    PairedHashes unaware = PairedHashes.of(Stride.EVERY, 0, keys, new int[0]);
    byte[] input = new byte[RANDOM_BYTES];
    new Random(4).nextBytes(input);
    int[] places = new int[RANDOM_BYTES + 1 + PlaceMasks.SLACK];
    int count = unaware.find(input, 0, RANDOM_BYTES, places, new PlaceMasks.Words());
    assertThat(count).isGreaterThan(20);
    for (int i = 0; i < 20; i++) {
      int usual = WindowKeys.at(input, places[i], Integer.BYTES, 0);
      int[] both = {usual, keys[0]};
      assertThat(new PairedWords(0, keys, both, !Vectors.shuffles()).mistaken).isZero();
      PairedHashes aware = PairedHashes.of(Stride.EVERY, 0, keys, both);
      byte[] window = Arrays.copyOfRange(input, places[i] - 1, places[i] + 5);
      int found = aware.find(window, 1, 5, new int[window.length + 5], new PlaceMasks.Words());
      assertThat(found).isZero();
    }
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
    HashFinder hashes = new HashFinder(width, Stride.EVERY, fold, new int[0]);
    int found =
        foundAtRandom(
            windows,
            keys -> {
              int[] narrow = Arrays.stream(keys).map(key -> key >>> unused | fold).toArray();
              return new TabulatedHashes(width, fold, narrow, hashes, new int[0])::findAll;
            });
    assertThat(found).isLessThan(RANDOM_BYTES / leastApart);
  }

  /** What agrees with a window but for the highest bit of a byte, as a word of letters may. */
  @ParameterizedTest
  @CsvSource({"2, 12", "2, 60", "2, 400", "3, 40", "3, 400", "4, 8", "4, 300", "4, 1500"})
  void tablesTellLettersApartFromOtherBytes(int width, int windows) {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    Random random = new Random(windows);
    byte[] letters = new byte[RANDOM_BYTES];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) ('a' + random.nextInt(26));
    }
    int[] keys = new int[windows];
    for (int i = 0; i < windows; i++) {
      int word = WindowKeys.at(letters, random.nextInt(letters.length - width), width, 0);
      keys[i] = word ^ 0x80 << (random.nextBoolean() ? 0 : width - 1) * Byte.SIZE;
    }
    int[] usual = new int[1_000];
    Arrays.setAll(usual, i -> WindowKeys.at(letters, 7 * i, Integer.BYTES, 0));
    keys = Arrays.stream(keys).sorted().distinct().toArray();
    HashFinder hashes = new HashFinder(width, Stride.EVERY, 0, keys);
    int[] places = new int[RANDOM_BYTES + 1 + PlaceMasks.SLACK];
    int found =
        new TabulatedHashes(width, 0, keys, hashes, usual)
            .findAll(letters, 0, letters.length, places, new PlaceMasks.Words());
    assertThat(found).isLessThan(RANDOM_BYTES / 50);
  }

  /** What tables let through by mistake they do not if that is known to be frequent. */
  @Test
  void tablesTellUsualWindowsApart() {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    int[] keys = new Random(6).ints(700).toArray();
    byte[] input = new byte[RANDOM_BYTES];
    new Random(4).nextBytes(input);
    HashFinder hashes = new HashFinder(Integer.BYTES, Stride.EVERY, 0, keys);
    int[] places = new int[RANDOM_BYTES + 1 + PlaceMasks.SLACK];
    TabulatedHashes unaware = new TabulatedHashes(Integer.BYTES, 0, keys, hashes, new int[0]);
    int count = unaware.findAll(input, 0, RANDOM_BYTES, places, new PlaceMasks.Words());
    assertThat(count).isGreaterThan(20);
    for (int i = 0; i < 20; i++) {
      int[] usual = new int[1_000];
      Arrays.fill(usual, WindowKeys.at(input, places[i], Integer.BYTES, 0));
      byte[] around = Arrays.copyOfRange(input, places[i], places[i] + 100);
      int[] found = new int[around.length + 1 + PlaceMasks.SLACK];
      int size =
          new TabulatedHashes(Integer.BYTES, 0, keys, hashes, usual)
              .findAll(around, 0, around.length, found, new PlaceMasks.Words());
      assertThat(Arrays.copyOf(found, size)).doesNotContain(0);
    }
  }

  /** In random bytes fewer pass than one of the buckets' tables alone would let through. */
  @ParameterizedTest
  @CsvSource({"50, EVERY, 5000", "1000, EVERY, 500", "4000, EVERY, 100", "300, SECOND, 500"})
  void bucketsLetFewOthersThrough(int windows, Stride stride, int leastApart) {
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

  private static int[] usual(int seed) {
    return new Random(seed).ints(seed % 3 == 0 ? 0 : 50).toArray();
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
