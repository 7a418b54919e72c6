package io.fsmrun.cpu.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class StepKernelTest {

  @Property(tries = 200)
  void allKernelsGiveTheSame(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int rows) {
    Random random = new Random(seed);
    int words = rows * 8;
    long[] start = bits(random, words);
    long[] row = bits(random, words + 8);
    long[] finals = bits(random, words);
    long[] active = bits(random, words);
    long[] expected = new long[words];
    long[] ends = new long[words];
    for (int w = 0; w < words; w++) {
      long next = (active[w] << 1 | start[w]) & row[w + 8];
      ends[w] = next & finals[w];
      expected[w] = next & ~finals[w];
    }
    for (StepKernel kernel : new StepKernel[] {StepKernel.choose(true), StepKernel.choose(false)}) {
      long[] now = active.clone();
      long[] found = new long[words];
      long[] filled = new long[words / Long.SIZE + 1];
      kernel.step(now, start, row, 8, finals, found, filled);
      assertThat(now).isEqualTo(expected);
      assertThat(found).isEqualTo(ends);
      assertThat(filled).isEqualTo(filled(ends, 0, words));
      Arrays.fill(filled, 0);
      kernel.findFilled(row, 8, words, filled);
      assertThat(filled).isEqualTo(filled(row, 8, words));
    }
  }

  private static long[] bits(Random random, int words) {
    long[] bits = new long[words];
    for (int w = 0; w < words; w++) {
      long some = random.nextLong();
      bits[w] = random.nextInt(4) == 0 ? 0 : some & random.nextLong();
    }
    return bits;
  }

  private static long[] filled(long[] words, int at, int count) {
    long[] filled = new long[count / Long.SIZE + 1];
    for (int w = 0; w < count; w++) {
      if (words[at + w] != 0) {
        filled[w / Long.SIZE] |= 1L << w;
      }
    }
    return filled;
  }
}
