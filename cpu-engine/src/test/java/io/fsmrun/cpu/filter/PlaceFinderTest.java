package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What finds places lets no window pass by, and few other places through. */
final class PlaceFinderTest {

  private static final int FOLD = 0x20202020;

  @Test
  void pairsOfPlacesLoseNoWindow() {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      boolean folded = random.nextBoolean();
      byte[] input = text(random, random.nextInt(random.nextBoolean() ? 130 : 10_000));
      int from = random.nextInt(5);
      int to = Math.max(from, input.length - random.nextInt(5));
      TreeSet<Integer> keys = new TreeSet<>();
      for (int i = 0; i < 50; i++) {
        keys.add(random.nextInt() | (folded ? FOLD : 0));
        if (input.length >= Integer.BYTES) {
          int place = random.nextInt(input.length - Integer.BYTES + 1);
          keys.add(WindowPass.keyAtEdge(input, place, Integer.BYTES) | (folded ? FOLD : 0));
        }
      }
      PairedHashes finder = new PairedHashes(folded ? FOLD : 0, toArray(keys));
      int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
      int count = finder.find(input, from, to, places);
      int[] found = Arrays.copyOf(places, count);
      assertThat(found).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
      for (int p = from; p <= to - Integer.BYTES; p++) {
        int key = WindowPass.keyAtEdge(input, p, Integer.BYTES) | (folded ? FOLD : 0);
        if (keys.contains(key)) {
          assertThat(found).as("seed %d", seed).contains(p);
        }
      }
      assertThat(Arrays.stream(found)).allMatch(p -> p >= from && p <= to - Integer.BYTES);
    }
  }

  @Test
  void pairsOfPlacesLetFewOthersThrough() {
    assumeTrue(Vectors.shuffles(), "needs vectors of 512 bits");
    Random random = new Random(3);
    int[] keys = random.ints(4_000).map(key -> key | FOLD).toArray();
    byte[] input = new byte[100_000];
    random.nextBytes(input);
    int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
    assertThat(new PairedHashes(FOLD, keys).find(input, 0, input.length, places))
        .isLessThan(input.length / 50);
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
