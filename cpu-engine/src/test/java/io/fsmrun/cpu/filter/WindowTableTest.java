package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A table of windows keeps those places where a window lies, with the bytes that it asks for. */
final class WindowTableTest {

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void keepsWindowsWithTheirBytes(int width) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[400];
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) (random.nextInt(4) == 0 ? 255 : random.nextInt(8));
      }
      WindowTable.Row[] rows = rows(random, input, width);
      int[] places = new int[input.length];
      int count = input.length - width + 1;
      for (int p = 0; p < count; p++) {
        places[p] = p;
      }
      List<String> expected = new ArrayList<>();
      int[] seen = new int[rows.length + 3];
      for (int p = 0; p < count; p++) {
        for (int row = 0; row < rows.length; row++) {
          if (WindowKeys.at(input, p, width, 0) == rows[row].key()) {
            seen[row + 3]++;
            if (holds(input, p, rows[row])) {
              expected.add(p + " " + row);
            }
          }
        }
      }
      int[] found = new int[count];
      int[] counts = new int[rows.length + 3];
      int kept = new WindowTable(width, 0, rows).keep(input, places, count, found, counts, 3, 1);
      List<String> actual = new ArrayList<>();
      for (int i = 0; i < kept; i++) {
        actual.add(places[i] + " " + found[i]);
      }
      assertThat(actual).as("seed %d", seed).isEqualTo(expected);
      assertThat(counts).as("seed %d", seed).isEqualTo(seen);
    }
  }

  private static WindowTable.Row[] rows(Random random, byte[] input, int width) {
    Set<Integer> keys = new LinkedHashSet<>();
    int wanted = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
    while (keys.size() < wanted) {
      int key = WindowKeys.at(input, random.nextInt(input.length - width + 1), width, 0);
      keys.add(random.nextInt(5) == 0 ? key ^ 1 << random.nextInt(8 * width) : key);
    }
    return keys.stream()
        .map(
            key -> {
              int distance = random.nextInt(2 * WindowTable.FARTHEST + 1) - WindowTable.FARTHEST;
              int mask = random.nextInt() & random.nextInt(4) * 0x01010101;
              int bytes =
                  WindowKeys.at(
                      input, random.nextInt(input.length - Integer.BYTES), Integer.BYTES, 0);
              return new WindowTable.Row(key, distance, mask, bytes & mask);
            })
        .toArray(WindowTable.Row[]::new);
  }

  private static boolean holds(byte[] input, int place, WindowTable.Row row) {
    int at = place + row.distance();
    return at < 0
        || at > input.length - Integer.BYTES
        || (WindowKeys.at(input, at, Integer.BYTES, 0) & row.mask()) == row.value();
  }

  @Test
  void givesEachOfManyKeysASlot() {
    Random random = new Random(1);
    Set<Integer> keys = new LinkedHashSet<>(List.of(-1, 0, Integer.MIN_VALUE));
    while (keys.size() < 50_000) {
      // Keys in rows, as folded windows are, and others.
      int key = random.nextInt();
      keys.add(key);
      keys.add(key + 1);
      keys.add(key ^ 0x20);
    }
    WindowTable.Row[] rows =
        keys.stream().map(key -> new WindowTable.Row(key, 4, 0, 0)).toArray(WindowTable.Row[]::new);
    WindowTable table = new WindowTable(Integer.BYTES, 0, rows);
    byte[] input = new byte[Integer.BYTES];
    int[] found = new int[1];
    int[] counts = new int[rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) (rows[row].key() >>> i * Byte.SIZE);
      }
      assertThat(table.keep(input, new int[] {0}, 1, found, counts, 0, 1)).isEqualTo(1);
      assertThat(found[0]).isEqualTo(row);
    }
  }

  @Test
  void takesManyKeysOfOneGroup() {
    // The inverse of the odd number that groups are told by makes keys that fall in one group.
    int inverse = 0x0e8b2f51;
    assertThat(inverse * 0x9E3779B1).isEqualTo(1);
    Random random = new Random(2);
    int[] keys =
        IntStream.range(0, 3_000).map(i -> random.nextInt(1 << 20) * inverse).distinct().toArray();
    WindowTable.Row[] rows =
        Arrays.stream(keys)
            .mapToObj(key -> new WindowTable.Row(key, 4, 0, 0))
            .toArray(WindowTable.Row[]::new);
    WindowTable table = new WindowTable(Integer.BYTES, 0, rows);
    assertThat(table.slotCount()).isLessThanOrEqualTo(4 * keys.length);
  }

  @Test
  void agreesOnWhatAllStringsShareAndOnNothingElse() {
    List<SymbolSet> none = string("xyabcd");
    Agreement agreement = new Agreement(4);
    List<Factor> factors =
        List.of(
            Factor.of(string("attack-1")),
            Factor.of(string("attack-2 and more")),
            Factor.of(string("ATTACK-3")),
            Factor.of(none));
    SharedBits bits = new SharedBits(factors);
    assertThat(row(agreement, bits, List.of(0), 0)).isEqualTo(behind('1', 0xff));
    assertThat(row(agreement, bits, List.of(0, 1), 0)).isEqualTo(behind('0', 0xfc));
    // "ck" differ in one bit each, as "CK" do.
    agreement.clear();
    agreement.add(bits.masks(0), bits.members(0), 0);
    agreement.add(bits.masks(2), bits.members(2), 0);
    WindowTable.Row both = agreement.row(7);
    assertThat(both.distance()).isEqualTo(4);
    assertThat(both.mask()).isEqualTo(0xfdffdfdf);
    assertThat(both.value()).isEqualTo('C' | 'K' << 8 | '-' << 16 | '1' << 24);
    // A string that ends with the window says nothing behind it.
    assertThat(row(agreement, bits, List.of(3), 2).distance()).isNegative();
  }

  private static WindowTable.Row row(
      Agreement agreement, SharedBits bits, List<Integer> factors, int offset) {
    agreement.clear();
    factors.forEach(f -> agreement.add(bits.masks(f), bits.members(f), offset));
    return agreement.row(7);
  }

  /** A window with "ck-" behind it, and some bits of one more byte. */
  private static WindowTable.Row behind(int last, int lastMask) {
    int value = 'c' | 'k' << 8 | '-' << 16 | last << 24;
    return new WindowTable.Row(7, 4, 0xffffff | lastMask << 24, value);
  }

  private static List<SymbolSet> string(String text) {
    return text.chars().mapToObj(SymbolSet::of).toList();
  }
}
