package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.bytes.Members;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bytes of a set are marked up to where they may be looked at, and no others. */
final class MarkedWordsTest {

  private static final SymbolSet SET = SymbolSet.range('a', 'm').or(SymbolSet.range(0xf0, 0xff));

  @Test
  void marksWhatIsInTheSet() {
    Found scratch = new Found(new FactorTable(List.of(), ByteModel.prior()));
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      byte[] input = new byte[random.nextInt(300)];
      random.nextBytes(input);
      int from = random.nextInt(input.length + 1);
      int to = random.nextBoolean() ? input.length : from + random.nextInt(input.length - from + 1);
      MarkedWords words = MarkedWords.all(input, 0, from, to, scratch);
      words.mark(Members.of(SET));
      assertThat(words.masks()[0]).as("seed %d", seed).isZero();
      for (int slot = 1; slot < words.count(); slot++) {
        assertThat(words.masks()[slot]).as("seed %d", seed).isEqualTo(marks(input, words, slot));
      }
      assertThat(words.masks()[words.count()]).as("seed %d", seed).isZero();
    }
  }

  private static long marks(byte[] input, MarkedWords words, int slot) {
    long marks = 0;
    int first = words.index(slot);
    for (int i = first; i < Math.min(words.to(), first + Long.SIZE); i++) {
      marks |= SET.contains(input[i] & 0xff) ? 1L << i - first : 0;
    }
    return marks;
  }
}
