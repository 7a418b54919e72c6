package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Places where strings of sets may begin: all of them, in inputs and parts of any length. */
final class SetFinderTest {

  private static final int LONGEST = 3000;

  private static List<List<SymbolSet>> strings(Random random) {
    List<List<SymbolSet>> strings = new ArrayList<>();
    for (int s = 0; s < 1 + random.nextInt(12); s++) {
      int known = 1 + random.nextInt(ByteBuckets.LENGTH);
      strings.add(
          IntStream.range(0, ByteBuckets.LENGTH)
              .mapToObj(i -> i < known ? set(random) : SymbolSet.ALL)
              .toList());
    }
    return strings;
  }

  private static SymbolSet set(Random random) {
    int first = random.nextInt(240);
    return SymbolSet.range(first, first + random.nextInt(16));
  }

  private static byte[] input(Random random) {
    byte[] input = new byte[random.nextInt(random.nextBoolean() ? 200 : LONGEST)];
    int values = 1 + random.nextInt(256);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) random.nextInt(values);
    }
    return input;
  }

  /** Whether a string begins at a place, or might behind the end of the input. */
  private static boolean mayBegin(List<SymbolSet> string, byte[] input, int place) {
    for (int i = 0; i < string.size() && place + i < input.length; i++) {
      if (!string.get(i).contains(input[place + i] & 0xff)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void losesNoPlace() {
    assumeTrue(SetFinder.isFast(), "needs vectors of 512 bits");
    int all = 0;
    int found = 0;
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      List<List<SymbolSet>> strings = strings(random);
      SetFinder finder = new SetFinder(strings, ByteModel.prior());
      byte[] input = input(random);
      int from = random.nextInt(input.length + 1);
      int to = from + random.nextInt(input.length - from + 1);
      int[] places = new int[to - from + PlaceMasks.SLACK];
      int count = finder.find(input, from, to, places, new PlaceMasks.Words());
      int[] actual = Arrays.copyOf(places, count);
      int[] expected =
          IntStream.range(from, to)
              .filter(place -> strings.stream().anyMatch(s -> mayBegin(s, input, place)))
              .toArray();
      assertThat(IntStream.of(expected).boxed())
          .as("seed %d", seed)
          .isSubsetOf(IntStream.of(actual).boxed().toList());
      assertThat(actual).isSorted().doesNotHaveDuplicates();
      assertThat(IntStream.of(actual)).allMatch(place -> place >= from && place < to);
      all += to - from;
      found += count;
    }
    assertThat(found).isLessThan(all / 2);
  }

  /** A place is known by more than one byte. */
  @Test
  void bytesInARowCount() {
    assumeTrue(SetFinder.isFast(), "needs vectors of 512 bits");
    SymbolSet digits = SymbolSet.range('0', '9');
    SetFinder finder =
        new SetFinder(List.of(List.of(digits, digits, digits, digits)), ByteModel.prior());
    byte[] input = new byte[1000];
    Arrays.fill(input, (byte) '-');
    for (int i = 0; i < 900; i += 3) {
      input[i] = '1';
      input[i + 1] = '2';
    }
    input[500] = '3';
    input[501] = '4';
    int[] places = new int[input.length + PlaceMasks.SLACK];
    int count = finder.find(input, 0, 990, places, new PlaceMasks.Words());
    assertThat(Arrays.copyOf(places, count)).containsExactly(498, 499);
  }
}
