package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of marks start where a look at each mark says so. */
final class MarkRowsTest {

  @Test
  void findsEveryRow() {
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      int count = 1 + random.nextInt(40);
      long[] marks = new long[count + 1];
      int at = Long.SIZE;
      while (at < marks.length * Long.SIZE) {
        // Rows of about the length that is looked for, with gaps of one mark and more.
        for (int n = random.nextInt(140); n > 0 && at < marks.length * Long.SIZE; n--, at++) {
          marks[at / Long.SIZE] |= 1L << at;
        }
        at += 1 + random.nextInt(random.nextBoolean() ? 4 : 300);
      }
      int length = MarkRows.LEAST + random.nextInt(MarkRows.MOST - MarkRows.LEAST + 1);
      MarkRows.Row row = new MarkRows.Row(length, random.nextBoolean(), random.nextBoolean());
      long[] starts = new long[count];
      int[] words = new int[count + MarkRows.SLACK];
      int found = MarkRows.find(marks, count, row, starts, words);
      int next = 0;
      for (int word = 1; word < count; word++) {
        long expected = 0;
        for (int place = word * Long.SIZE; place < (word + 1) * Long.SIZE; place++) {
          expected |= isRow(marks, place, row) ? 1L << place : 0;
        }
        if (expected != 0) {
          assertThat(next).as("seed %d", seed).isLessThan(found);
          assertThat(words[next++]).as("seed %d", seed).isEqualTo(word);
          assertThat(starts[word])
              .as("seed %d, %s in word %d", seed, row, word)
              .isEqualTo(expected);
        }
      }
      assertThat(found).as("seed %d", seed).isEqualTo(next);
    }
  }

  private static boolean isRow(long[] marks, int from, MarkRows.Row row) {
    for (int at = from; at < from + row.marks(); at++) {
      if (!isMarked(marks, at)) {
        return false;
      }
    }
    return !(row.begins() && isMarked(marks, from - 1))
        && !(row.ends() && isMarked(marks, from + row.marks()));
  }

  private static boolean isMarked(long[] marks, int at) {
    return (marks[at / Long.SIZE] >>> at & 1) != 0;
  }
}
