package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The first and the last of some bytes, near and far, whatever looks for them. */
final class FewBytesTest {

  private static final List<Integer> SYMBOLS = List.of(0, 0xff, 0x61, 0x80);

  @Test
  void theFirstAndTheLastAreFound() {
    for (int seed = 0; seed < 3_000; seed++) {
      Random random = new Random(seed);
      List<Integer> chosen = SYMBOLS.subList(0, 1 + random.nextInt(SYMBOLS.size()));
      byte[] input = new byte[1 + random.nextInt(seed % 10 == 0 ? 60_000 : 600)];
      Arrays.fill(input, (byte) 'b');
      for (int i = random.nextInt(4); i > 0; i--) {
        int symbol = chosen.get(random.nextInt(chosen.size()));
        input[random.nextInt(input.length)] = (byte) symbol;
      }
      int from = random.nextInt(input.length);
      int to = from + random.nextInt(input.length - from + 1);
      int first = from;
      while (first < to && !chosen.contains(input[first] & 0xff)) {
        first++;
      }
      int last = to - 1;
      while (last >= from && !chosen.contains(input[last] & 0xff)) {
        last--;
      }
      FewBytes bytes = new FewBytes(chosen);
      assertThat(bytes.first(input, from, to)).as("seed %d", seed).isEqualTo(first);
      assertThat(bytes.last(input, from, to))
          .as("seed %d", seed)
          .isEqualTo(last < from ? -1 : last);
    }
  }
}
