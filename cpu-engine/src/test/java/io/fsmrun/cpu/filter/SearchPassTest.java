package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each pass finds exactly those places where a string lies. */
final class SearchPassTest {

  private static final int INPUT = 3_000;

  @Test
  void findsLongStretches() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<SymbolSet> sets = List.of(range('a', 'f'), range('a', 'm'), range('h', 'z'));
      List<Factor> factors = new ArrayList<>();
      List<FilterPasses.Place> places = new ArrayList<>();
      for (int f = 0; f < 1 + random.nextInt(5); f++) {
        SymbolSet set = sets.get(random.nextInt(sets.size()));
        List<SymbolSet> string = new ArrayList<>();
        int before = random.nextInt(3);
        for (int i = 0; i < before; i++) {
          string.add(beside(random, set, i == before - 1));
        }
        int length = StringRun.LEAST + random.nextInt(random.nextBoolean() ? 20 : 80);
        string.addAll(Collections.nCopies(length, set));
        for (int i = random.nextInt(3); i > 0; i--) {
          string.add(beside(random, set, true));
        }
        factors.add(Factor.of(string));
        places.add(new FilterPasses.Place(f, before));
      }
      byte[] input = stretches(random, random.nextBoolean());
      var group =
          new FilterPasses.Group(
              FilterPasses.Method.RUNS, StringRun.LEAST, Stride.EVERY, false, places);
      check(seed, random, group, factors, input);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, EVERY, 5",
    "4, EVERY, 150",
    "4, EVERY, 300",
    "3, EVERY, 10",
    "3, EVERY, 90",
    "3, EVERY, 200",
    "2, EVERY, 12",
    "2, EVERY, 20",
    "2, EVERY, 60",
    "4, SECOND, 3",
    "4, SECOND, 100",
    "4, THIRD, 40",
    "4, TWO_OF_FOUR, 3",
    "4, TWO_OF_FOUR, 100",
    "4, FOURTH, 100"
  })
  void findsWindows(int width, Stride stride, int count) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      boolean folded = random.nextBoolean();
      // Places of a long input are not collected all at once.
      byte[] input = new byte[seed % 10 == 0 ? 10 * INPUT : INPUT];
      for (int i = 0; i < input.length; i++) {
        input[i] =
            (byte) ("aAbBcC0".charAt(random.nextInt(7)) + (random.nextInt(9) == 0 ? 128 : 0));
      }
      List<Factor> factors = new ArrayList<>();
      List<FilterPasses.Place> places = new ArrayList<>();
      for (int f = 0; f < count; f++) {
        int length = width + stride.reach() + random.nextInt(random.nextInt(4) == 0 ? 40 : 6);
        int from = random.nextInt(input.length - length);
        List<SymbolSet> string = new ArrayList<>();
        for (int i = from; i < from + length; i++) {
          SymbolSet one = SymbolSet.of(input[i] & 0xff);
          string.add(random.nextInt(8) == 0 ? one.or(SymbolSet.of(input[i] & 0xff ^ 0x20)) : one);
        }
        factors.add(Factor.of(string));
        places.add(
            new FilterPasses.Place(f, random.nextInt(string.size() - width - stride.reach() + 1)));
      }
      check(
          seed,
          random,
          new FilterPasses.Group(FilterPasses.Method.HASHES, width, stride, folded, places),
          factors,
          input);
    }
  }

  /** Whichever of a string's windows it is that was looked at before the cut, or is behind it. */
  @ParameterizedTest
  @EnumSource
  void findsAStringThatGoesOn(Stride stride) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[INPUT];
      // No byte is so rare that only what is around it is searched.
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) "etaoinsrhl".charAt(random.nextInt(10));
      }
      int length = 12 + random.nextInt(40);
      int at = 200 + random.nextInt(100);
      List<SymbolSet> string = new ArrayList<>();
      for (int i = at; i < at + length; i++) {
        string.add(SymbolSet.of(input[i] & 0xff));
      }
      int offset = random.nextInt(length - Integer.BYTES - stride.reach() + 1);
      var group =
          new FilterPasses.Group(
              FilterPasses.Method.HASHES,
              Integer.BYTES,
              stride,
              false,
              List.of(new FilterPasses.Place(0, offset)));
      List<Factor> factors = List.of(Factor.of(string));
      ByteModel model = ByteModel.prior();
      var passes = new FilterPasses(List.of(group), factors, model, Optional.empty());
      Found found = new Found(new FactorTable(factors, model));
      for (int cut = at; cut < at + length; cut++) {
        checkCut(random, passes, found, factors, input, cut);
      }
    }
  }

  /** Strings with one byte of a small set or a large one, which are frequent or seldom. */
  @ParameterizedTest
  @CsvSource({"1, 5000", "1, 3", "3, 700", "4, 40", "9, 300", "128, 2000", "128, 20"})
  void findsBytes(int symbols, int distance) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[4 * INPUT + random.nextInt(100)];
      for (int i = 0; i < input.length; i++) {
        boolean rare = random.nextInt(distance) == 0;
        input[i] = (byte) (rare ? 128 + random.nextInt(symbols) : 'a' + random.nextInt(3));
      }
      List<Factor> factors = new ArrayList<>();
      List<FilterPasses.Place> places = new ArrayList<>();
      for (int f = 0; f < 1 + random.nextInt(12); f++) {
        List<SymbolSet> string = new ArrayList<>();
        int before = random.nextInt(4);
        string.addAll(Collections.nCopies(before, SymbolSet.range('a', 'a' + random.nextInt(3))));
        int first = 128 + random.nextInt(symbols);
        string.add(SymbolSet.range(first, first + random.nextInt(128 + symbols - first)));
        string.addAll(Collections.nCopies(random.nextInt(3), SymbolSet.range('b', 255)));
        factors.add(Factor.of(string));
        places.add(new FilterPasses.Place(f, before));
      }
      var group = new FilterPasses.Group(FilterPasses.Method.BYTES, 1, Stride.EVERY, false, places);
      check(seed, random, group, factors, input);
    }
  }

  /** Strings of sets so large that they have no windows, of which all bytes are frequent. */
  @ParameterizedTest
  @CsvSource({"1, 4", "2, 3", "5, 2", "12, 5", "200, 6"})
  void findsRowsOfSets(int count, int longest) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[4 * INPUT + seed];
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) (random.nextInt(6) == 0 ? random.nextInt(256) : '0' + random.nextInt(60));
      }
      List<Factor> factors = new ArrayList<>();
      List<FilterPasses.Place> places = new ArrayList<>();
      for (int f = 0; f < count; f++) {
        List<SymbolSet> string = new ArrayList<>();
        for (int i = 1 + random.nextInt(longest); i > 0; i--) {
          int first = '0' + random.nextInt(40);
          string.add(SymbolSet.range(first, first + 9 + random.nextInt(12)));
        }
        factors.add(Factor.of(string));
        places.add(new FilterPasses.Place(f, random.nextInt(string.size())));
      }
      var group = new FilterPasses.Group(FilterPasses.Method.BYTES, 1, Stride.EVERY, false, places);
      check(seed, random, group, factors, input);
    }
  }

  /** Strings that all have one of some bytes, which are frequent or seldom. */
  @ParameterizedTest
  @CsvSource({
    "4, EVERY, 1, 5000",
    "4, EVERY, 2, 1500",
    "4, EVERY, 3, 300",
    "4, EVERY, 4, 20",
    "3, EVERY, 1, 2000",
    "2, EVERY, 1, 4000",
    "4, SECOND, 1, 3000",
    "4, THIRD, 2, 1000",
    "4, TWO_OF_FOUR, 1, 2000",
    "4, FOURTH, 1, 5000"
  })
  void findsWindowsAroundNeededBytes(int width, Stride stride, int symbols, int distance) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[10 * INPUT];
      for (int i = 0; i < input.length; i++) {
        boolean rare = random.nextInt(distance) == 0;
        input[i] = (byte) (rare ? 1 + random.nextInt(symbols) : 'a' + random.nextInt(3));
      }
      List<Factor> factors = new ArrayList<>();
      List<FilterPasses.Place> places = new ArrayList<>();
      for (int f = 0; f < 30; f++) {
        int rare = 50 + random.nextInt(input.length - 100);
        while (input[rare] >= 'a') {
          rare = 50 + (rare + 1) % (input.length - 100);
        }
        int length = width + stride.reach() + random.nextInt(30);
        int from = rare - random.nextInt(length);
        List<SymbolSet> string = new ArrayList<>();
        for (int i = from; i < from + length; i++) {
          string.add(SymbolSet.of(input[i]));
        }
        factors.add(Factor.of(string));
        places.add(new FilterPasses.Place(f, random.nextInt(length - width - stride.reach() + 1)));
      }
      int[] entries = new int[places.size()];
      for (int e = 0; e < entries.length; e++) {
        entries[e] = FoundEntry.of(e, places.get(e).offset());
      }
      assertThat(NeededBytes.of(factors, entries, ByteModel.prior())).isPresent();
      var group = new FilterPasses.Group(FilterPasses.Method.HASHES, width, stride, false, places);
      check(seed, random, group, factors, input);
    }
  }

  /** The byte lies before the first place that is looked at, or right at the end. */
  @Test
  void findsNeededBytesAtTheEdges() {
    for (boolean before : List.of(true, false)) {
      List<SymbolSet> string = new ArrayList<>(Collections.nCopies(8, SymbolSet.of('a')));
      string.set(before ? 0 : 7, SymbolSet.of(1));
      byte[] input = new byte[INPUT];
      Arrays.fill(input, (byte) 'a');
      input[before ? 100 : 107] = 1;
      int offset = before ? 4 : 0;
      var group =
          new FilterPasses.Group(
              FilterPasses.Method.HASHES,
              Integer.BYTES,
              Stride.EVERY,
              false,
              List.of(new FilterPasses.Place(0, offset)));
      List<Factor> factors = List.of(Factor.of(string));
      assertThat(found(group, factors, input, 100, 100 + offset, 108)).isEqualTo(1);
      assertThat(found(group, factors, input, 101, 100 + offset, 108)).isZero();
      assertThat(found(group, factors, input, 100, 101 + offset, 108)).isZero();
      assertThat(found(group, factors, input, 100, 100 + offset, 107)).isZero();
    }
  }

  private static int found(
      FilterPasses.Group group, List<Factor> factors, byte[] input, int lowest, int from, int to) {
    ByteModel model = ByteModel.prior();
    SearchPass pass = new FilterPasses(List.of(group), factors, model, Optional.empty()).pass(0);
    Found found = new Found(new FactorTable(factors, model));
    found.clear(new int[pass.rowCount()]);
    found.startPass(0);
    pass.search(input, lowest, from, to, found);
    return found.size();
  }

  @Test
  void needsNoBytesWhereAStringHasNone() {
    List<Factor> factors =
        List.of(
            Factor.of(List.of(SymbolSet.of('@'), SymbolSet.of('b'))),
            Factor.of(List.of(range('@', 'A'), range('a', 'b'))));
    int[] first = {FoundEntry.of(0, 0)};
    int[] both = {FoundEntry.of(0, 0), FoundEntry.of(1, 0)};
    assertThat(NeededBytes.of(factors, first, ByteModel.prior())).isPresent();
    assertThat(NeededBytes.of(factors, both, ByteModel.prior())).isEmpty();
    assertThat(NeededBytes.of(factors, new int[0], ByteModel.prior())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"4, 20, 3", "3, 700, 2", "12, 1500, 6"})
  void findsByClasses(int letters, int count, int most) {
    for (int seed = 0; seed < 4; seed++) {
      Random random = new Random(seed);
      // With few factors, more than one block of places.
      byte[] input = new byte[Math.max(INPUT / 3, 3 * PlacesByClass.MOST * 20 / count)];
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) (random.nextInt(50) == 0 ? '\n' : 'a' + random.nextInt(letters));
      }
      List<Factor> factors = new ArrayList<>();
      List<FilterPasses.Place> places = new ArrayList<>();
      for (int f = 0; f < count; f++) {
        List<SymbolSet> string = new ArrayList<>();
        for (int i = 2 + random.nextInt(20); i > 0; i--) {
          SymbolSet set = SymbolSet.EMPTY;
          for (int n = random.nextInt(most); n >= 0; n--) {
            set = set.or(SymbolSet.of('a' + random.nextInt(letters)));
          }
          string.add(random.nextInt(30) == 0 ? set.complement() : set);
        }
        factors.add(Factor.of(string));
        int last = Math.max(0, string.size() - RowPass.SETS);
        places.add(new FilterPasses.Place(f, random.nextInt(last + 1)));
      }
      var group =
          new FilterPasses.Group(
              FilterPasses.Method.CLASSES, RowPass.SETS, Stride.EVERY, false, places);
      check(seed, random, group, factors, input);
    }
  }

  @Test
  void refusesRowsThatTakeTooMuchMemory() {
    // The bits of a byte keep all 256 apart, and each group has three chunks.
    List<SymbolSet> string = new ArrayList<>();
    string.add(SymbolSet.ALL);
    for (int bit = 1; bit < 256; bit *= 2) {
      SymbolSet set = SymbolSet.EMPTY;
      for (int symbol = 0; symbol < 256; symbol++) {
        set = (symbol & bit) != 0 ? set.or(SymbolSet.of(symbol)) : set;
      }
      string.add(set);
    }
    List<Factor> factors = Collections.nCopies(2 * RowKernel.BITS + 1, Factor.of(string));
    List<FilterPasses.Place> places = new ArrayList<>();
    for (int f = 0; f < factors.size(); f++) {
      places.add(new FilterPasses.Place(f, 0));
    }
    assertThatThrownBy(() -> new RowPass(factors, places, ByteModel.prior()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("classes of bytes");
    List<FilterPasses.Group> groups = new ArrayList<>();
    for (FilterPasses.Place place : places.subList(0, 3)) {
      groups.add(
          new FilterPasses.Group(
              FilterPasses.Method.CLASSES, RowPass.SETS, Stride.EVERY, false, List.of(place)));
    }
    assertThatThrownBy(() -> new FilterPasses(groups, factors, ByteModel.prior(), Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void check(
      int seed, Random random, FilterPasses.Group group, List<Factor> factors, byte[] input) {
    ByteModel model = ByteModel.prior();
    FilterPasses passes = new FilterPasses(List.of(group), factors, model, Optional.empty());
    SearchPass pass = passes.pass(0);
    Found found = new Found(new FactorTable(factors, model));
    found.clear(new int[pass.rowCount()]);
    found.startPass(0);
    int lowest = random.nextInt(100);
    int from = lowest + (random.nextBoolean() ? 0 : random.nextInt(input.length / 5));
    int to = random.nextBoolean() ? input.length : from + random.nextInt(input.length - from);
    pass.search(input, lowest, from, to, found);
    LongOpenHashSet actual = new LongOpenHashSet();
    for (int i = 0; i < found.size(); i++) {
      int start = found.place(i) - FoundEntry.offset(found.entry(i));
      actual.add((long) start << Integer.SIZE | FoundEntry.factor(found.entry(i)));
      if (i > 0) {
        assertThat(found.place(i)).as("in order").isGreaterThanOrEqualTo(found.place(i - 1));
      }
    }
    LongOpenHashSet expected = new LongOpenHashSet();
    LongOpenHashSet allowed = new LongOpenHashSet();
    for (FilterPasses.Place place : group.places()) {
      List<SymbolSet> string = factors.get(place.factor()).string();
      // At a stride, any of some windows may be the one that is found.
      int first = from - place.offset();
      int early = Math.max(lowest, first - group.stride().reach());
      for (int start = early; start + string.size() <= to; start++) {
        if (lies(string, input, start)) {
          long packed = (long) start << Integer.SIZE | place.factor();
          allowed.add(packed);
          if (start >= first) {
            expected.add(packed);
          }
        }
      }
    }
    assertThat(actual.containsAll(expected)).as("seed %d, nothing is lost", seed).isTrue();
    assertThat(allowed.containsAll(actual)).as("seed %d, nothing is made up", seed).isTrue();
    for (int cuts = 0; cuts < 8; cuts++) {
      checkCut(random, passes, found, factors, input, cut(random, factors, input));
    }
  }

  /** A place inside of a string, if one lies anywhere. */
  private static int cut(Random random, List<Factor> factors, byte[] input) {
    List<SymbolSet> through = factors.get(random.nextInt(factors.size())).string();
    int from = random.nextInt(input.length);
    while (from + through.size() < input.length && !lies(through, input, from)) {
      from++;
    }
    return Math.min(input.length - 1, from + random.nextInt(through.size()));
  }

  /**
   * What ends behind a cut is found from a little before it on, unless a string may go on there.
   */
  private static void checkCut(
      Random random,
      FilterPasses passes,
      Found found,
      List<Factor> factors,
      byte[] input,
      int cut) {
    byte[] before = Arrays.copyOf(input, cut + random.nextInt(40));
    for (int i = cut; i < before.length; i++) {
      before[i] = (byte) (input[i % input.length] + 1);
    }
    found.clear(new int[passes.rowCount()]);
    found.startPass(0);
    passes.pass(0).search(before, 0, Math.max(0, cut - INPUT / 3), cut, found);
    if (found.isOpen()) {
      return;
    }
    int to = Math.min(input.length, cut + INPUT / 3);
    found.clear(new int[passes.rowCount()]);
    found.startPass(0);
    passes.pass(0).search(input, 0, Math.max(0, cut - passes.sight(0)), to, found);
    LongOpenHashSet actual = new LongOpenHashSet();
    for (int i = 0; i < found.size(); i++) {
      int start = found.place(i) - FoundEntry.offset(found.entry(i));
      actual.add((long) start << Integer.SIZE | FoundEntry.factor(found.entry(i)));
    }
    FilterPasses.Group group = passes.groups().getFirst();
    for (FilterPasses.Place place : group.places()) {
      List<SymbolSet> string = factors.get(place.factor()).string();
      int last = Math.min(cut, to - string.size());
      for (int start = Math.max(0, cut - string.size() + 1); start <= last; start++) {
        if (lies(string, input, start)) {
          assertThat(actual.contains((long) start << Integer.SIZE | place.factor()))
              .as("%s at %d, cut at %d", group.stride(), start, cut)
              .isTrue();
        }
      }
    }
  }

  private static boolean lies(List<SymbolSet> string, byte[] input, int start) {
    for (int i = 0; i < string.size(); i++) {
      if (!string.get(i).contains(input[start + i] & 0xff)) {
        return false;
      }
    }
    return true;
  }

  /** A set that lies beside a stretch: mostly one that shares nothing with its set. */
  private static SymbolSet beside(Random random, SymbolSet set, boolean adjacent) {
    SymbolSet any = range('0', '9').or(SymbolSet.of('h'));
    return adjacent && random.nextInt(3) > 0 ? any.and(set.complement()) : any;
  }

  /** Stretches, or few of them in much else. */
  private static byte[] stretches(Random random, boolean few) {
    byte[] input = new byte[INPUT];
    int at = 0;
    while (at < INPUT) {
      int first = random.nextInt(3) == 0 ? '0' : random.nextBoolean() ? 'a' : 'h';
      int last = first == '0' ? '9' : first == 'a' ? 'f' : 'm';
      int most = first == '0' ? few ? 400 : 3 : few && random.nextBoolean() ? 10 : 150;
      for (int n = random.nextInt(most); n >= 0 && at < INPUT; n--) {
        input[at++] = (byte) (first + random.nextInt(last - first + 1));
      }
    }
    return input;
  }

  private static SymbolSet range(char first, char last) {
    return SymbolSet.range(first, last);
  }
}
