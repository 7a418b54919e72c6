package io.fsmrun.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanMode;
import io.fsmrun.scan.Database;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ShortInputsTest {

  @Test
  void linesEndWithTheirNewlines() {
    assertThat(ShortInputs.lines("a\n\nbc\n".getBytes(StandardCharsets.US_ASCII)))
        .containsExactly(0, 2, 3, 6);
    assertThat(ShortInputs.lines("a\nb".getBytes(StandardCharsets.US_ASCII)))
        .containsExactly(0, 2, 3);
    assertThat(ShortInputs.lines(new byte[0])).containsExactly(0);
  }

  @Test
  void piecesCoverAllBytes() {
    int[] offsets = ShortInputs.pieces(1_000, 3, 9);
    assertThat(offsets).startsWith(0).endsWith(1_000);
    for (int i = 0; i + 2 < offsets.length; i++) {
      assertThat(offsets[i + 1] - offsets[i]).isBetween(3, 9);
    }
    assertThat(ShortInputs.pieces(6, 2, 2)).containsExactly(0, 2, 4, 6);
  }

  @Test
  void reportsAreComparedInputByInput() throws Exception {
    byte[] data = "need\nneedle\nab needle\nnab".getBytes(StandardCharsets.US_ASCII);
    try (HyperscanDatabase other = TestHyperscan.compile(HyperscanMode.BLOCK, "needle", "^ab");
        ShortInputs same =
            new ShortInputs(
                Database.compile("needle", "^ab"), other, data, ShortInputs.lines(data));
        ShortInputs different =
            new ShortInputs(Database.compile("needle", "ab"), other, data, new int[] {0, 4, 25})) {
      assertThat(same.firstDifference()).isEqualTo(-1);
      assertThat(same.run(0).matches()).isEqualTo(3);
      assertThat(different.firstDifference()).isEqualTo(1);
    }
  }
}
