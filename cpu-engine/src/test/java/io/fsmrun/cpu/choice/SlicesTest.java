package io.fsmrun.cpu.choice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class SlicesTest {

  /** The bytes of each slice of a block, each twice as long as the one before at first. */
  private static int[] lengths(int bytes, int first) {
    int[] lengths = new int[Integer.SIZE];
    int count = 0;
    int at = 0;
    for (int slice = first; at < bytes; slice *= 2) {
      int end = Slices.end(at, bytes, slice);
      lengths[count++] = end - at;
      at = end;
    }
    assertThat(at).isEqualTo(bytes);
    return Arrays.copyOf(lengths, count);
  }

  @Test
  void slicesCoverABlockAndGetLonger() {
    assertThat(lengths(200, 16)).containsExactly(16, 32, 64, 88);
    assertThat(lengths(1, 16)).containsExactly(1);
    assertThat(lengths(24, 16)).containsExactly(24);
    assertThat(lengths(25, 16)).containsExactly(16, 9);
  }

  /** A slice of few bytes is too short for lanes. */
  @Test
  void noLongBlockEndsWithAShortSlice() {
    for (int bytes = 1; bytes <= 1 << 18; bytes += 61) {
      int[] lengths = lengths(bytes, Slices.LATER);
      assertThat(lengths[lengths.length - 1]).isGreaterThan(Math.min(bytes - 1, Slices.LATER / 2));
    }
  }
}
