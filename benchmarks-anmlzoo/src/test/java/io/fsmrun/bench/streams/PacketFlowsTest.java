package io.fsmrun.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanMode;
import io.fsmrun.scan.Database;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PacketFlowsTest {

  @Test
  void flowsAreSpreadOverTheData() {
    int[][] offsets = PacketFlows.packets(1_000, 4, 5, 3, 9);
    assertThat(offsets).hasNumberOfRows(4);
    for (int flow = 0; flow < 4; flow++) {
      assertThat(offsets[flow]).hasSize(6).startsWith((1_000 - 45) * flow / 4);
      for (int packet = 0; packet < 5; packet++) {
        assertThat(offsets[flow][packet + 1] - offsets[flow][packet]).isBetween(3, 9);
      }
    }
    assertThat(PacketFlows.packets(18, 1, 2, 9, 9)).isEqualTo(new int[][] {{0, 9, 18}});
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PacketFlows.packets(17, 1, 2, 9, 9))
        .withMessageContaining("17 bytes are too few");
  }

  @Test
  void reportsAreComparedFlowByFlow() throws Exception {
    byte[] data = "a needle, a nee".concat("dle$").getBytes(StandardCharsets.US_ASCII);
    // Both flows have a needle that lies in two packets; only the second one ends with a dollar.
    int[][] offsets = {{0, 4, 10}, {9, 15, 19}};
    try (HyperscanDatabase other =
            TestHyperscan.compile(HyperscanMode.STREAM, "needle", "^a", "dle\\$$");
        PacketFlows same =
            new PacketFlows(Database.compile("needle", "^a", "dle\\$$"), other, data, offsets);
        PacketFlows different =
            new PacketFlows(Database.compile("needle", "^a", "dle\\$"), other, data, offsets);
        PacketFlows wrong =
            new PacketFlows(Database.compile("needle", "^a", "e\\$x"), other, data, offsets)) {
      assertThat(same.firstDifference()).isEqualTo(-1);
      PacketFlows.Figures figures = same.run(0);
      assertThat(figures.matches()).isEqualTo(4);
      assertThat(figures.stateBytes()).isPositive();
      assertThat(figures.otherBytes()).isPositive();
      assertThat(same.firstDifference()).isEqualTo(-1);
      assertThat(different.firstDifference()).isEqualTo(-1);
      assertThat(wrong.firstDifference()).isEqualTo(1);
    }
  }
}
