package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NibbleBucketsTest {

  private static NibbleBuckets finder(DrawnWindows windows, Random random) {
    int length = windows.width + random.nextInt(PassTables.MOST_LENGTH - windows.width + 1);
    int before = random.nextInt(length - windows.width + 1);
    HashFinder hashes =
        new HashFinder(
            windows.width, Stride.EVERY, windows.fold, windows.keys, HashFinder.Way.PLAIN);
    return NibbleBuckets.of(
        windows.width,
        windows.keys.length,
        before,
        length,
        windows::set,
        hashes,
        ByteModel.prior());
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 9", "2, 60", "3, 2", "3, 40", "4, 1", "4, 30", "4, 190"})
  void losesNoWindow(int width, int count) {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      DrawnWindows windows = DrawnWindows.of(random, width, count);
      windows.areAllFoundBy(finder(windows, random), random, seed);
    }
  }

  /** Of the strings around windows more is known than of windows: that lets less through. */
  @Test
  void whatIsAroundWindowsCounts() {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    int[] keys = {'a' | 'b' << 8, 'c' | 'd' << 8, '0' | '1' << 8};
    HashFinder hashes = new HashFinder(2, Stride.EVERY, 0, keys, HashFinder.Way.PLAIN);
    byte[] input = "ab.cd,01;ab-#ab-#".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
    int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
    NibbleBuckets.Surroundings alone =
        (window, offset) ->
            offset == 0 || offset == 1
                ? SymbolSet.of(keys[window] >>> offset * Byte.SIZE & 0xff)
                : SymbolSet.ALL;
    NibbleBuckets.Surroundings before =
        (window, offset) -> offset == -1 ? SymbolSet.of('#') : alone.set(window, offset);
    assertThat(find(alone, hashes, input, places)).isEqualTo(5_000);
    assertThat(find(before, hashes, input, places)).isBetween(2_000, 2_000 + Long.SIZE);
  }

  private static int find(
      NibbleBuckets.Surroundings surroundings, HashFinder hashes, byte[] input, int[] places) {
    NibbleBuckets finder = NibbleBuckets.of(2, 3, 1, 3, surroundings, hashes, ByteModel.prior());
    return finder.find(input, 0, input.length, places, new PlaceMasks.Words());
  }

  /** About as much passes as the tables say. */
  @ParameterizedTest
  @CsvSource({"2, 8", "2, 20", "3, 30", "4, 60", "4, 150"})
  void fewOthersPass(int width, int count) {
    assumeTrue(Vectors.compares(), "needs vectors of 256 bits");
    Random random = new Random(width * 1_000 + count);
    SymbolSet[][] sets = new SymbolSet[count][width];
    int[] keys = new int[count];
    for (int w = 0; w < count; w++) {
      for (int i = 0; i < width; i++) {
        int symbol = 'a' + random.nextInt(26);
        keys[w] |= symbol << i * Byte.SIZE;
        sets[w][i] = SymbolSet.of(symbol);
      }
    }
    NibbleTables tables =
        new NibbleTables(Arrays.stream(sets).map(Arrays::asList).toList(), ByteModel.prior());
    byte[] input = new byte[100_000];
    int[] cumulated = new int[256];
    for (int s = 0, sum = 0; s < 256; s++) {
      sum += (int) (1_000_000 * ByteModel.prior().probability(s));
      cumulated[s] = sum;
    }
    for (int i = 0; i < input.length; i++) {
      int drawn = Arrays.binarySearch(cumulated, random.nextInt(999_000));
      input[i] = (byte) (drawn < 0 ? -drawn - 1 : drawn);
    }
    int passed = 0;
    for (int p = 0; p < input.length - width; p++) {
      int buckets = 0xff;
      for (int i = 0; i < width; i++) {
        int symbol = input[p + i] & 0xff;
        int at = 2 * i * NibbleTables.ENTRIES;
        buckets &= tables.tables()[at + (symbol & 15)];
        buckets &= tables.tables()[at + NibbleTables.ENTRIES + (symbol >>> 4)];
      }
      passed += buckets == 0 ? 0 : 1;
    }
    // Buckets let some of the same places through, and then the sum is more.
    assertThat((double) passed / input.length)
        .isBetween(tables.share() / 2 - 1e-3, tables.share() * 1.1 + 1e-3);
    assertThat(tables.share()).isLessThan(0.5);
  }

  /** A word in both cases is one string, whatever the order that its windows come in. */
  @Test
  void windowsOfAWordInBothCasesAreOne() {
    Random random = new Random(5);
    List<List<SymbolSet>> sets = new ArrayList<>();
    List<List<SymbolSet>> windows = new ArrayList<>();
    for (int word = 0; word < 16; word++) {
      int first = 'a' + random.nextInt(26);
      int second = 'a' + word;
      sets.add(List.of(inBothCases(first), inBothCases(second)));
      for (int cases = 0; cases < 4; cases++) {
        windows.add(
            List.of(
                SymbolSet.of(first - 32 * (cases & 1)), SymbolSet.of(second - 32 * (cases >> 1))));
      }
    }
    Collections.shuffle(windows, random);
    NibbleTables bySets = new NibbleTables(sets, ByteModel.prior());
    NibbleTables byWindows = new NibbleTables(windows, ByteModel.prior());
    assertThat(byWindows.tables()).isEqualTo(bySets.tables());
    byte[] words = {1, 0, 0};
    sets.get(3).get(0).forEach(symbol -> words[1] = (byte) symbol);
    sets.get(3).get(1).forEach(symbol -> words[2] = (byte) symbol);
    assertThat(byWindows.lets(words, 1)).isTrue();
    assertThat(byWindows.lets(words, 0)).isFalse();
  }

  private static SymbolSet inBothCases(int letter) {
    return SymbolSet.of(letter).foldAsciiCase();
  }

  @Test
  void tooManyAreLeftToOthers() {
    int[] keys = new int[193];
    HashFinder hashes = new HashFinder(4, Stride.EVERY, 0, keys, HashFinder.Way.PLAIN);
    assertThat(NibbleBuckets.of(4, 193, (w, o) -> SymbolSet.of('a'), hashes, ByteModel.prior()))
        .isEmpty();
    assertThat(NibbleBuckets.of(4, 0, (w, o) -> SymbolSet.of('a'), hashes, ByteModel.prior()))
        .isEmpty();
  }
}
