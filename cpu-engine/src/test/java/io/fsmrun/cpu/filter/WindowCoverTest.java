package io.fsmrun.cpu.filter;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Windows are shared where that is cheaper, and what shares one can be told apart. */
final class WindowCoverTest {

  private static final String[] ENDINGS = {".com", ".net", ".org", ".info"};
  private static final int NAMES = 1_000;

  /** A text in which endings of names are rare. */
  private static final byte[] TEXT = letters(new Random(1), 1 << 16, 20);

  private static byte[] letters(Random random, int count, int letters) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(letters));
    }
    return bytes;
  }

  private static Factor factor(byte[] bytes) {
    List<SymbolSet> string = new ArrayList<>();
    for (byte symbol : bytes) {
      string.add(SymbolSet.of(symbol & 0xff));
    }
    return Factor.of(string);
  }

  private static List<Factor> names() {
    Random random = new Random(2);
    List<Factor> factors = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      String name = new String(letters(random, 8, 20), US_ASCII);
      factors.add(factor((name + ENDINGS[i % ENDINGS.length]).getBytes(US_ASCII)));
    }
    return factors;
  }

  @Test
  void namesShareTheWindowsOfTheirEndings() {
    assumeTrue(Vectors.shuffles(), "without vectors many windows cost no more than few");
    List<Factor> factors = names();
    ByteModel model = ByteModel.prior().withSample(ByteSample.of(TEXT));
    List<FilterPasses.Group> groups = new WindowChooser(factors, model).choose();
    FilterPasses passes = new FilterPasses(groups, factors, model, Optional.empty());
    assertThat(passes.count()).isEqualTo(1);
    assertThat(passes.pass(0).rowCount()).isLessThan(60);
    for (int row = 0; row < passes.pass(0).rowCount(); row++) {
      assertThat(passes.pass(0).compares(row)).isLessThanOrEqualTo(3);
    }
  }

  /** Over two letters there are 16 windows, and hardly any string can be told by what is beside. */
  @Test
  void windowsThatNearlyAllStringsHaveAreNotShared() {
    assertThat(cover(20)).isPresent();
    assertThat(cover(2)).isEmpty();
  }

  private static Optional<WindowCover.Cover> cover(int letters) {
    Random random = new Random(2);
    List<Factor> factors = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      factors.add(factor(letters(random, 12, letters)));
    }
    WindowPlaces places = new WindowPlaces(factors, ByteModel.prior(), Checkpoint.NONE);
    return WindowCover.of(places, IntStream.range(0, NAMES).boxed().toList(), Integer.BYTES, false);
  }

  /** Where endings are everywhere, each name is found by a window of its own. */
  @Test
  void frequentWindowsAreNotShared() {
    List<Factor> factors = names();
    byte[] text = TEXT.clone();
    Random random = new Random(3);
    for (int i = 0; i + 4 < text.length; i += 16) {
      byte[] ending = ENDINGS[random.nextInt(ENDINGS.length)].getBytes(US_ASCII);
      System.arraycopy(ending, 0, text, i, 4);
    }
    ByteModel model = ByteModel.prior().withSample(ByteSample.of(text));
    List<FilterPasses.Group> groups = new WindowChooser(factors, model).choose();
    FilterPasses passes = new FilterPasses(groups, factors, model, Optional.empty());
    assertThat(passes.rowCount()).isGreaterThan(NAMES / 2);
  }

  /** Every factor has a window that lies in its string. */
  @Test
  void coversAllFactors() {
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      List<Factor> factors = new ArrayList<>();
      int count = 16 + random.nextInt(100);
      for (int f = 0; f < count; f++) {
        factors.add(factor(letters(random, 4 + random.nextInt(10), 1 + random.nextInt(4))));
      }
      ByteModel model = ByteModel.prior();
      WindowPlaces places = new WindowPlaces(factors, model, Checkpoint.NONE);
      List<Integer> group = IntStream.range(0, count).boxed().toList();
      int width = 2 + random.nextInt(3);
      WindowCover cover = new WindowCover(places, group, width, random.nextBoolean());
      WindowCover.Cover best = cover.best();
      assertThat(best.offsets().size()).isEqualTo(count);
      for (int f = 0; f < count; f++) {
        assertThat(best.offsets().getInt(f)).isBetween(0, factors.get(f).string().size() - width);
      }
      assertThat(cover.nanos(best.offsets())).as("seed %d", seed).isPositive();
    }
  }

  /** Many strings behind one window, some alike: those that lie in the input are found. */
  @Test
  void findsWhatSharesAWindow() {
    for (int seed = 0; seed < 50; seed++) {
      findsWhatSharesAWindow(seed, 150, 0);
    }
  }

  @Test
  void findsTheFewThatShareAWindowAmongManyThatDoNot() {
    for (int seed = 0; seed < 50; seed++) {
      findsWhatSharesAWindow(seed, 3 + seed % 4, 120);
    }
  }

  private static void findsWhatSharesAWindow(int seed, int sharing, int others) {
    Random random = new Random(seed);
    // In a short input many strings touch an end.
    byte[] input = letters(random, seed % 2 == 0 ? 2_000 : 4 + random.nextInt(60), 3);
    List<Factor> factors = new ArrayList<>();
    List<FilterPasses.Place> chosen = new ArrayList<>();
    for (int f = 0; f < sharing; f++) {
      int place = random.nextInt(input.length - 3);
      int before = random.nextInt(Math.min(place, 6) + 1);
      System.arraycopy("zzzz".getBytes(US_ASCII), 0, input, place, 4);
      byte[] string =
          new byte[before + 4 + random.nextInt(Math.min(input.length - place - 4, 5) + 1)];
      System.arraycopy(input, place - before, string, 0, string.length);
      if (random.nextInt(4) == 0 && before > 0) {
        string[random.nextInt(before)] = 'q';
      }
      factors.add(factor(string));
      chosen.add(new FilterPasses.Place(f, before));
    }
    for (int f = sharing; f < sharing + others; f++) {
      factors.add(factor(letters(random, 8, 26)));
      chosen.add(new FilterPasses.Place(f, 2));
    }
    var group = new FilterPasses.Group(FilterPasses.Method.HASHES, 4, Stride.EVERY, false, chosen);
    SearchPass pass =
        new FilterPasses(List.of(group), factors, ByteModel.prior(), Optional.empty()).pass(0);
    Found found = new Found(new FactorTable(factors, ByteModel.prior()));
    found.clear(new int[pass.rowCount()]);
    found.startPass(0);
    pass.search(input, 0, 0, input.length, found);
    TreeSet<Long> actual = new TreeSet<>();
    for (int i = 0; i < found.size(); i++) {
      int start = found.place(i) - FoundEntry.offset(found.entry(i));
      actual.add((long) start << Integer.SIZE | FoundEntry.factor(found.entry(i)));
    }
    TreeSet<Long> expected = new TreeSet<>();
    for (int f = 0; f < factors.size(); f++) {
      for (int start = 0; start + factors.get(f).string().size() <= input.length; start++) {
        if (lies(factors.get(f).string(), input, start)) {
          expected.add((long) start << Integer.SIZE | f);
        }
      }
    }
    assertThat(actual).as("seed %d", seed).isEqualTo(expected);
    assertThat(expected).isNotEmpty();
  }

  private static boolean lies(List<SymbolSet> string, byte[] input, int start) {
    for (int i = 0; i < string.size(); i++) {
      if (!string.get(i).contains(input[start + i] & 0xff)) {
        return false;
      }
    }
    return true;
  }
}
