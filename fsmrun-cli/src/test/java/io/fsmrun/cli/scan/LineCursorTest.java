package io.fsmrun.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineCursorTest {

  private static final int INPUT = 500;

  @Test
  void aNewlineIsTheLastByteOfItsLine() {
    LineCursor cursor = new LineCursor();
    cursor.next("ab\n\nc".getBytes(StandardCharsets.US_ASCII), 5);
    long[][] lines = {{0, 1, 0}, {1, 1, 1}, {3, 1, 3}, {4, 2, 1}, {5, 3, 1}};
    for (long[] expected : lines) {
      cursor.goTo(expected[0]);
      assertThat(cursor.line()).as("line of %d", expected[0]).isEqualTo(expected[1]);
      assertThat(cursor.column(expected[0])).as("column").isEqualTo(expected[2]);
    }
  }

  /** Any pieces, any offsets that grow, some a little before the piece: as counted byte by byte. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void piecesDoNotMatter(int seed) {
    Random random = new Random(seed);
    for (int run = 0; run < 200; run++) {
      byte[] input = new byte[INPUT];
      for (int i = 0; i < INPUT; i++) {
        input[i] = (byte) (random.nextInt(seed * 3) == 0 ? '\n' : 0x0b + 0x80 * random.nextInt(2));
      }
      LineCursor cursor = new LineCursor();
      byte[] piece = new byte[INPUT];
      int end = 0;
      for (int from = 0; from < INPUT; ) {
        int length = Math.min(INPUT - from, random.nextInt(40));
        System.arraycopy(input, from, piece, 0, length);
        cursor.next(piece, length);
        end = Math.max(end, from - random.nextInt(3));
        while (end <= from + length && random.nextInt(4) > 0) {
          check(cursor, input, end, seed);
          end += random.nextInt(12);
        }
        cursor.leave();
        from += length;
      }
    }
  }

  private static void check(LineCursor cursor, byte[] input, int end, int seed) {
    long line = 1;
    int start = 0;
    for (int i = 0; i < end - 1; i++) {
      if (input[i] == '\n') {
        line++;
        start = i + 1;
      }
    }
    cursor.goTo(end);
    assertThat(cursor.line()).as("seed %d, end %d", seed, end).isEqualTo(line);
    assertThat(cursor.column(end)).as("seed %d, end %d", seed, end).isEqualTo(end - start);
  }
}
