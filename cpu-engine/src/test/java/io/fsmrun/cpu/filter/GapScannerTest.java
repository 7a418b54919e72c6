package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The last byte outside a set, whatever finds it. */
final class GapScannerTest {

  @Test
  void theLastByteOutsideIsFound() {
    Random random = new Random(6);
    for (int round = 0; round < 3000; round++) {
      SymbolSet outside = SymbolSet.EMPTY;
      for (int i = random.nextInt(7); i > 0; i--) {
        outside = outside.or(SymbolSet.of(random.nextInt(256)));
      }
      byte[] input = new byte[1 + random.nextInt(1_200)];
      Arrays.fill(input, (byte) random.nextInt(256));
      for (int i = random.nextInt(4); i > 0; i--) {
        input[random.nextInt(input.length)] = (byte) random.nextInt(256);
      }
      if (!outside.isEmpty() && random.nextInt(3) > 0) {
        int[] last = {0};
        outside.forEach(symbol -> last[0] = symbol);
        input[random.nextInt(input.length)] = (byte) last[0];
      }
      int from = random.nextInt(input.length);
      int to = from + random.nextInt(input.length - from + 1);
      int expected = to - 1;
      while (expected >= from && !outside.contains(input[expected] & 0xff)) {
        expected--;
      }
      assertThat(new GapScanner(outside.complement()).lastOutside(input, from, to))
          .as("round %d", round)
          .isEqualTo(expected < from ? -1 : expected);
    }
  }
}
