package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Windows of strings of sets, and the cheapest of them. */
final class WindowPlacesTest {

  /** What is found by words and products is what is found byte by byte. */
  @Test
  void namesAndCountsAndKeysOfWindowsAreThoseOfTheirBytes() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<SymbolSet> string = string(random, 1 + random.nextInt(8));
      boolean folded = random.nextBoolean();
      for (int width : Windows.WIDTHS) {
        Windows windows = Windows.of(string, width, folded, ByteModel.prior());
        assertThat(windows.count()).isEqualTo(Math.max(0, string.size() - width + 1));
        double least = Double.POSITIVE_INFINITY;
        boolean usable = true;
        for (int o = 0; o < windows.count(); o++) {
          List<SymbolSet> window = string.subList(o, o + width);
          Set<Integer> keys = keys(window, folded);
          boolean few = !keys.isEmpty() && keys.size() <= Windows.MAX_STRINGS;
          assertThat(windows.isUsable(o)).as("seed %d", seed).isEqualTo(few);
          if (few) {
            assertThat(windows.strings(o)).as("seed %d", seed).isEqualTo(keys.size());
            assertThat(IntStream.of(Windows.keys(window, folded)).boxed())
                .containsExactlyInAnyOrderElementsOf(keys);
            least = Math.min(least, windows.chance(o));
          }
          usable &= few;
        }
        assertThat(Windows.leastChance(string, width, folded, ByteModel.prior())).isEqualTo(least);
        assertThat(Windows.areUsable(string, width, folded)).isEqualTo(usable);
      }
    }
  }

  private static Set<Integer> keys(List<SymbolSet> window, boolean folded) {
    Set<Integer> keys = new HashSet<>(Set.of(0));
    for (int i = 0; i < window.size(); i++) {
      Set<Integer> longer = new HashSet<>();
      for (int key : keys) {
        for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
          if (window.get(i).contains(symbol)) {
            longer.add(key | (folded ? symbol | 0x20 : symbol) << i * Byte.SIZE);
          }
        }
      }
      keys = longer;
      if (keys.size() > 10 * Windows.MAX_STRINGS) {
        // Enough to be too many, whatever follows.
        return keys;
      }
    }
    return keys;
  }

  private static List<SymbolSet> string(Random random, int length) {
    List<SymbolSet> string = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      SymbolSet set = SymbolSet.EMPTY;
      for (int n = random.nextInt(8) == 0 ? random.nextInt(40) : 1 + random.nextInt(3);
          n > 0;
          n--) {
        set = set.or(SymbolSet.of(random.nextInt(SymbolSet.ALPHABET_SIZE)));
      }
      string.add(set);
    }
    return string;
  }

  /** Beside windows that are used, others are better; by itself a factor keeps its best place. */
  @Test
  void whatIsBestByItselfIsNotChangedByWhatOthersUse() {
    List<Factor> factors = Collections.nCopies(2, Factor.of(chars("zzqzzzzz~~~~")));
    WindowPlaces places = new WindowPlaces(factors, ByteModel.prior(), Checkpoint.NONE);
    int best = places.best(0, 4, Stride.EVERY, false).offset();
    places.startPass();
    assertThat(places.bestBeside(0, 4, Stride.EVERY, false)).isEqualTo(best);
    for (int i = 0; i < 1_000_000; i++) {
      places.use(0, 4, Stride.EVERY, false, best);
    }
    assertThat(places.bestBeside(1, 4, Stride.EVERY, false)).isNotEqualTo(best);
    assertThat(places.best(1, 4, Stride.EVERY, false).offset()).isEqualTo(best);
    assertThat(places.cost(1, 4, Stride.EVERY, false, best))
        .isEqualTo(places.best(0, 4, Stride.EVERY, false).cost());
    places.startPass();
    assertThat(places.bestBeside(1, 4, Stride.EVERY, false)).isEqualTo(best);
  }

  private static List<SymbolSet> chars(String text) {
    return text.chars().mapToObj(SymbolSet::of).toList();
  }

  @Test
  void aSingleByteIsOneInEitherCase() {
    List<SymbolSet> sets =
        List.of(
            SymbolSet.of('a'),
            SymbolSet.ofChars("aA"),
            SymbolSet.ofChars("ab"),
            SymbolSet.EMPTY,
            SymbolSet.of(0xff),
            SymbolSet.of(0x1f).or(SymbolSet.of(0x3f)),
            SymbolSet.of(0x1f).or(SymbolSet.of(0x5f)));
    assertThat(RowSplit.singles(sets))
        .containsExactly(
            (short) 'a',
            (short) 'a',
            (short) -1,
            (short) -1,
            (short) 0xff,
            (short) 0x3f,
            (short) -1);
  }
}
