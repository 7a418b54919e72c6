package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;

/** Windows with sets around them, from {@code -REACH} on. */
final class DrawnWindows {

  private static final int FOLD = 0x20202020;
  private static final int ALPHABET = 8;
  private static final int REACH = 4;

  final int width;
  final int fold;
  final int[] keys;
  private final SymbolSet[][] around;

  private DrawnWindows(int width, int fold, int[] keys, SymbolSet[][] around) {
    this.width = width;
    this.fold = fold;
    this.keys = keys;
    this.around = around;
  }

  static DrawnWindows of(Random random, int width, int count) {
    int fold = random.nextBoolean() ? FOLD >>> Integer.SIZE - width * Byte.SIZE : 0;
    boolean known = random.nextBoolean();
    int[] keys = new int[count];
    SymbolSet[][] around = new SymbolSet[count][2 * REACH];
    for (int w = 0; w < count; w++) {
      byte[] bytes = text(random, width);
      keys[w] = WindowKeys.at(bytes, 0, width, fold);
      for (int i = 0; i < around[w].length; i++) {
        around[w][i] = known && random.nextInt(3) > 0 ? someOf(random) : SymbolSet.ALL;
      }
    }
    return new DrawnWindows(width, fold, keys, around);
  }

  private static SymbolSet someOf(Random random) {
    SymbolSet set = SymbolSet.of(symbol(random));
    for (int i = random.nextInt(ALPHABET); i > 0; i--) {
      set = set.or(SymbolSet.of(symbol(random)));
    }
    return set;
  }

  SymbolSet set(int window, int offset) {
    if (offset < 0 || offset >= width) {
      return around[window][offset + REACH];
    }
    int symbol = keys[window] >>> offset * Byte.SIZE & 0xff;
    return SymbolSet.of(symbol).or(SymbolSet.of(symbol & ~(fold >>> offset * Byte.SIZE & 0xff)));
  }

  /** Whether a window begins at a place, with what must be around it as far as there is any. */
  boolean isAt(byte[] input, int place) {
    for (int w = 0; w < keys.length; w++) {
      boolean is = true;
      for (int o = -REACH; o < REACH && is; o++) {
        int at = place + o;
        is = at < 0 || at >= input.length || set(w, o).contains(input[at] & 0xff);
      }
      if (is) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks a finder about a part of a text drawn for that; it must find all windows, in order, and
   * nothing outside.
   */
  void areAllFoundBy(PlaceFinder finder, Random random, int seed) {
    byte[] input = text(random, random.nextInt(random.nextBoolean() ? 200 : 10_000));
    int from = random.nextInt(5);
    int to = Math.max(from, input.length - random.nextInt(random.nextBoolean() ? 5 : 100));
    int[] places = new int[input.length + 1 + PlaceMasks.SLACK];
    int found = finder.find(input, from, to, places, new PlaceMasks.Words());
    int[] at = Arrays.copyOf(places, found);
    assertThat(at).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
    assertThat(Arrays.stream(at)).allMatch(p -> p >= from && p <= to - width);
    BitSet lost = new BitSet();
    for (int p = from; p <= to - width; p++) {
      lost.set(p, isAt(input, p));
    }
    Arrays.stream(at).forEach(lost::clear);
    assertThat(lost.stream()).as("seed %d", seed).isEmpty();
  }

  private static int symbol(Random random) {
    return "aAbBcC0\n".charAt(random.nextInt(ALPHABET)) + (random.nextInt(9) == 0 ? 128 : 0);
  }

  private static byte[] text(Random random, int length) {
    byte[] input = new byte[length];
    for (int i = 0; i < length; i++) {
      input[i] = (byte) symbol(random);
    }
    return input;
  }
}
