package io.fsmrun.cpu.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** By vectors and one by one, the same bytes are in a set. */
final class MembersTest {

  @Test
  void marksTheBytesOfASet() {
    for (int seed = 0; seed < 120; seed++) {
      Random random = new Random(seed);
      SymbolSet set = set(random);
      byte[] input = new byte[500];
      random.nextBytes(input);
      byte[] members = new byte[set.size() + 1];
      int[] count = new int[1];
      set.forEach(symbol -> members[count[0]++] = (byte) symbol);
      for (int i = 0; i < input.length; i += 1 + random.nextInt(9)) {
        input[i] = members[random.nextInt(members.length)];
      }
      int from = random.nextInt(50);
      int[] words = {0, 2, 3, 6};
      for (Members tested :
          List.of(
              new VectorMembers(set),
              new NibbleMembers(set),
              set.size() == 1 || set.size() == 2 ? new FewMembers(set) : Members.of(set),
              new ScalarMembers(set))) {
        long[] masks = new long[words.length + 1];
        tested.find(input, from, words, words.length, masks);
        for (int i = 0; i < words.length; i++) {
          for (int b = 0; b < Members.BYTES; b++) {
            byte symbol = input[from + words[i] * Members.BYTES + b];
            boolean expected = set.contains(symbol & 0xff);
            assertThat((masks[i] >>> b & 1) != 0).as("seed %d", seed).isEqualTo(expected);
            assertThat(tested.has(symbol)).isEqualTo(expected);
          }
        }
        assertThat(masks[words.length]).isZero();
      }
    }
  }

  private static SymbolSet set(Random random) {
    if (random.nextInt(4) == 0) {
      return SymbolSet.of(random.nextInt(256)).or(SymbolSet.of(random.nextInt(256)));
    }
    SymbolSet set = ranges(random);
    return random.nextBoolean() ? set : set.and(SymbolSet.range(0, 127));
  }

  private static SymbolSet ranges(Random random) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int i = random.nextInt(8); i >= 0; i--) {
      int first = random.nextInt(256);
      set = set.or(SymbolSet.range(first, Math.min(255, first + random.nextInt(60))));
    }
    return random.nextInt(5) == 0 ? set.complement() : set;
  }
}
