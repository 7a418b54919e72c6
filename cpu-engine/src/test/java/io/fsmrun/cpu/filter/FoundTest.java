package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Windows are counted in a part of the pieces only, for as many as they are. */
final class FoundTest {

  private static final byte[] INPUT = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'};

  @Test
  void countsAboutAsManyWindowsAsThereAre() {
    int key = WindowKeys.at(INPUT, 2, Integer.BYTES, 0);
    WindowTable table =
        new WindowTable(
            Integer.BYTES, 0, new WindowTable.Row[] {new WindowTable.Row(key, 0, 0, 0)}, null);
    Found found = new Found(new FactorTable(List.of(), ByteModel.prior()));
    int[] counts = new int[1];
    found.clear(counts);
    found.startPass(0);
    int[] rows = new int[2];
    for (int piece = 1; piece <= 10_000; piece++) {
      assertThat(found.keep(table, INPUT, new int[] {1, 2}, 2, rows)).isOne();
      if (piece == 10) {
        assertThat(counts[0]).as("of an input that has just begun").isEqualTo(piece);
      }
    }
    assertThat(counts[0]).isCloseTo(10_000, Percentage.withPercentage(2));
  }
}
