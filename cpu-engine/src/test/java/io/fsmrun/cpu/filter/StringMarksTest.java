package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The next and the last place of a string are those that a look at each place finds. */
final class StringMarksTest {

  @Test
  void findsTheNearestPlace() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      List<SymbolSet> string = new ArrayList<>();
      for (int i = random.nextInt(3); i >= 0; i--) {
        SymbolSet set = SymbolSet.of('a' + random.nextInt(2));
        string.add(random.nextInt(4) == 0 ? set.or(SymbolSet.range(0x80, 0xff)) : set);
      }
      StringMarks marks = new StringMarks(string);
      for (int block = 0; block < 3; block++) {
        byte[] input = input(random);
        int base = random.nextInt(20);
        marks.read(input, base, input.length);
        for (int ask = 0; ask < 40; ask++) {
          int from = base + random.nextInt(input.length - base + 1);
          int to = from + random.nextInt(input.length - from + 1);
          int next = -1;
          int previous = -1;
          for (int at = from; at < to; at++) {
            if (isAt(string, input, at)) {
              next = next < 0 ? at : next;
              previous = at;
            }
          }
          assertThat(marks.next(from, to)).as("seed %d", seed).isEqualTo(next);
          assertThat(marks.previous(from, to)).as("seed %d", seed).isEqualTo(previous);
        }
      }
    }
  }

  /** Mostly other bytes: whole chunks have no place, and some have many. */
  private static byte[] input(Random random) {
    byte[] input = new byte[20 + random.nextInt(4_000)];
    for (int at = random.nextInt(1_000); at < input.length; at += 1 + random.nextInt(1_500)) {
      for (int n = random.nextInt(80); n > 0 && at < input.length; n--, at++) {
        input[at] = (byte) (random.nextInt(9) == 0 ? 0x80 : 'a' + random.nextInt(2));
      }
    }
    return input;
  }

  private static boolean isAt(List<SymbolSet> string, byte[] input, int at) {
    for (int i = 0; i < string.size(); i++) {
      if (at + i >= input.length || !string.get(i).contains(input[at + i] & 0xff)) {
        return false;
      }
    }
    return true;
  }
}
