package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** A batch reports what scans of its inputs do, one by one. */
class BatchScanTest {

  /** A match of one of the inputs. */
  private record Told(int input, Match match) {}

  /** Every engine, each with its caches of the batches before. */
  private static final class Engines {

    private static final Database DATABASE = database();
    private static final Scanner SCANNER = DATABASE.newScanner();

    private static Database database() {
      try {
        return EveryEngine.database();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  @Property(tries = 60, shrinking = ShrinkingMode.OFF)
  void ofEveryEngine(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] data = EveryEngine.input(seed, 1 + random.nextInt(60_000));
    check(Engines.DATABASE, Engines.SCANNER, data, cut(data.length, random), random);
  }

  @Property(tries = 150, shrinking = ShrinkingMode.OFF)
  void ofRandomRules(@ForAll long seed) throws InterruptedException {
    Random random = new Random(seed);
    Database database = EveryEngine.small(seed);
    Scanner scanner = database.newScanner();
    for (int i = 0; i < 3; i++) {
      byte[] data = RandomScans.input(random, 1 + random.nextInt(20_000));
      check(database, scanner, data, cut(data.length, random), random);
    }
  }

  /** Some inputs of no bytes, most of some dozens or hundreds, a few of thousands. */
  private static int[] cut(int length, Random random) {
    List<Integer> offsets = new ArrayList<>(List.of(random.nextInt(Math.min(9, length))));
    int most = 1 << random.nextInt(11);
    while (offsets.getLast() < length) {
      int bytes = random.nextInt(random.nextInt(40) == 0 ? 12_000 : most + 1);
      offsets.add(Math.min(length, offsets.getLast() + bytes));
    }
    return offsets.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void check(
      Database database, Scanner scanner, byte[] data, int[] offsets, Random random) {
    List<byte[]> inputs = new ArrayList<>();
    for (int i = 0; i + 1 < offsets.length; i++) {
      inputs.add(Arrays.copyOfRange(data, offsets[i], offsets[i + 1]));
    }
    List<Told> expected = oneByOne(database, inputs);
    List<Told> told = new ArrayList<>();
    BatchHandler collector = collector(told);
    assertThat(scanner.scanAll(data, offsets, collector)).isTrue();
    assertThat(told).isEqualTo(expected);
    told.clear();
    assertThat(scanner.scanAll(inputs, collector)).isTrue();
    assertThat(told).isEqualTo(expected);
    told.clear();
    int last = inputs.isEmpty() ? 0 : random.nextInt(inputs.size());
    scanner.scanAll(data, offsets, stopping(last, told));
    assertThat(told).isEqualTo(firstOnly(expected, last));
  }

  private static List<Told> oneByOne(Database database, List<byte[]> inputs) {
    Scanner scanner = database.newScanner();
    List<Told> all = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      int input = i;
      scanner.scan(
          inputs.get(i),
          (rule, start, end, tag) -> all.add(new Told(input, new Match(rule, start, end, tag))));
    }
    return all;
  }

  private static BatchHandler collector(List<Told> told) {
    return (input, rule, start, end, tag) -> {
      told.add(new Told(input, new Match(rule, start, end, tag)));
      return BatchHandler.Next.MATCH;
    };
  }

  /** Takes the first match of every other input, and stops with the first one of some input. */
  private static BatchHandler stopping(int last, List<Told> told) {
    return (input, rule, start, end, tag) -> {
      told.add(new Told(input, new Match(rule, start, end, tag)));
      return input >= last
          ? BatchHandler.Next.STOP
          : input % 2 == 0 ? BatchHandler.Next.INPUT : BatchHandler.Next.MATCH;
    };
  }

  private static List<Told> firstOnly(List<Told> all, int last) {
    List<Told> first = new ArrayList<>();
    int before = -1;
    for (Told told : all) {
      if (told.input() != before || told.input() % 2 == 1 && told.input() < last) {
        first.add(told);
      }
      before = told.input();
      if (told.input() >= last) {
        break;
      }
    }
    return first;
  }

  /** What lies across the border of two inputs is in neither, though they are searched together. */
  @Test
  void stringsAcrossABorderAreInNone() throws InterruptedException {
    Scanner scanner = Database.compile("needle", "/ab{9}c/", "xyz$", "^dle").newScanner();
    byte[] data = "needneedlexabbbbbbbbbcxyznee".getBytes(StandardCharsets.US_ASCII);
    List<Told> told = new ArrayList<>();
    scanner.scanAll(data, new int[] {0, 4, 7, 15, 25, 28}, collector(told));
    assertThat(told).containsExactly(new Told(2, match(4, 3)), new Told(3, match(3, 10)));
    told.clear();
    scanner.scanAll(data, new int[] {0, 4, 10, 11, 22, 23, 25}, collector(told));
    assertThat(told).containsExactly(new Told(1, match(1, 6)), new Told(3, match(2, 11)));
  }

  private static Match match(int rule, long end) {
    return new Match(rule, MatchHandler.NO_START, end, 0);
  }

  /** What was found in an array before says nothing once its bytes may be others. */
  @Test
  void anArrayMayBeUsedAgain() throws InterruptedException {
    Scanner scanner = Database.compile("needle", "needles$", "/le.*end$/s").newScanner();
    byte[] data = "..needle....needles".getBytes(StandardCharsets.US_ASCII);
    int[] offsets = {0, 10, 19};
    List<Told> told = new ArrayList<>();
    assertThat(scanner.scanAll(data, offsets, collector(told))).isTrue();
    assertThat(told).hasSize(3);
    Arrays.fill(data, (byte) '-');
    assertThat(scanner.scanAll(data, offsets, collector(told))).isTrue();
    assertThat(scanner.scan(data, 10, 19, (rule, start, end, tag) -> false)).isTrue();
    System.arraycopy("needle..end".getBytes(StandardCharsets.US_ASCII), 0, data, 8, 11);
    assertThat(scanner.scan(data, 8, 19, (rule, start, end, tag) -> rule == 1)).isFalse();
    assertThat(told).hasSize(3);
  }

  @Test
  void aHandlerMayThrow() throws InterruptedException {
    Scanner scanner = Database.compile("needle").newScanner();
    byte[] data = "..needle....needle".getBytes(StandardCharsets.US_ASCII);
    int[] offsets = {0, 10, 18};
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                scanner.scanAll(
                    data,
                    offsets,
                    (input, rule, start, end, tag) -> {
                      throw new IllegalStateException("enough");
                    }));
    Arrays.fill(data, 0, 10, (byte) '-');
    List<Told> told = new ArrayList<>();
    assertThat(scanner.scanAll(data, offsets, collector(told))).isTrue();
    assertThat(told).containsExactly(new Told(1, match(1, 8)));
  }

  /** Inputs before one that is not in the array are scanned. */
  @Test
  void offsetsMustBeInTheArray() throws InterruptedException {
    Scanner scanner = Database.compile("a").newScanner();
    List<Told> told = new ArrayList<>();
    for (int[] offsets : new int[][] {{0, 1, 2, 5}, {0, 1, 2, 1}, {0, 1, 2, -1}, {-1, 2}}) {
      told.clear();
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(() -> scanner.scanAll(new byte[] {'a', 'a', 'a'}, offsets, collector(told)));
      assertThat(told).hasSize(Math.max(0, offsets.length - 2));
    }
  }
}
