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
      int count = random.nextInt(40);
      long[] marks = new long[count + 1];
      int at = 0;
      while (at < marks.length * Long.SIZE) {
        // Rows of about the length that is looked for, with gaps of one mark and more.
        for (int n = random.nextInt(140); n > 0 && at < marks.length * Long.SIZE; n--, at++) {
          marks[at / Long.SIZE] |= 1L << at;
        }
        at += 1 + random.nextInt(4);
      }
      int row = MarkRows.LEAST + random.nextInt(MarkRows.MOST - MarkRows.LEAST + 1);
      long[] starts = new long[count];
      MarkRows.starts(marks, count, row, starts);
      for (int place = 0; place < count * Long.SIZE; place++) {
        assertThat((starts[place / Long.SIZE] >>> place & 1) != 0)
            .as("seed %d, row of %d at %d", seed, row, place)
            .isEqualTo(isRow(marks, place, row));
      }
    }
  }

  private static boolean isRow(long[] marks, int from, int row) {
    for (int at = from; at < from + row; at++) {
      if ((marks[at / Long.SIZE] >>> at & 1) == 0) {
        return false;
      }
    }
    return true;
  }
}
