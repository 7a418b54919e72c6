package io.fsmrun.cpu.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However many places there are, all writers write the same: each report where its bit is. */
final class BitWriterTest {

  private static final long FIRST = 3L << 32 | 5;
  private static final long SECOND = 3L << 32 | 9;

  @Test
  void writesAReportForEachBit() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int count = random.nextInt(70);
      long[] words = words(random, count);
      List<Long> expected = new ArrayList<>();
      for (int place = 0; place < count * Long.SIZE; place++) {
        add(expected, words, place, FIRST);
      }
      for (BitWriter writer : writers()) {
        long[] target = new long[7 + expected.size() + BitWriter.SLACK];
        int end = writer.write(words, count, expected.size(), FIRST, target, 7);
        assertThat(written(target, end)).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  @Test
  void writesThoseOfTwoRulesByPlace() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int count = random.nextInt(70);
      long[] words = words(random, count);
      long[] others = words(random, count);
      List<Long> expected = new ArrayList<>();
      for (int place = 0; place < count * Long.SIZE; place++) {
        add(expected, words, place, FIRST);
        add(expected, others, place, SECOND);
      }
      for (BitWriter writer : writers()) {
        long[] target = new long[7 + expected.size() + BitWriter.SLACK];
        int end = writer.write(words, others, count, expected.size(), FIRST, SECOND, target, 7);
        assertThat(written(target, end)).as("seed %d", seed).isEqualTo(expected);
      }
    }
  }

  private static List<BitWriter> writers() {
    return List.of(new ScalarBitWriter(), new VectorBitWriter());
  }

  /** Of some words nearly all bits are set, of others a few, of some none. */
  private static long[] words(Random random, int count) {
    long[] words = new long[count + 3];
    int kind = random.nextInt(4);
    for (int i = 0; i < words.length; i++) {
      long any = random.nextLong();
      words[i] =
          switch (kind) {
            case 0 -> any;
            case 1 -> any & random.nextLong() & random.nextLong() & random.nextLong();
            case 2 -> any | random.nextLong() | random.nextLong();
            default -> random.nextInt(3) == 0 ? -1 : 0;
          };
    }
    return words;
  }

  private static void add(List<Long> expected, long[] words, int place, long report) {
    if ((words[place / Long.SIZE] >>> place & 1) != 0) {
      expected.add(report + ((long) place << 32));
    }
  }

  private static List<Long> written(long[] target, int end) {
    List<Long> all = new ArrayList<>();
    for (int i = 7; i < end; i++) {
      all.add(target[i]);
    }
    return all;
  }
}
