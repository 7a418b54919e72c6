package io.fsmrun.bench.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Warps are as full over packets and flows as over one stream, whatever the lengths. */
final class WarpStudyTest {

  /** Literals, gaps, loops, and rules without a string to be gated by. */
  private static final List<String> RULES =
      List.of(
          "/beacon/",
          "/GET \\/[a-z]{1,40}\\.php/",
          "/user=.*pass=/s",
          "/key: [^\\n]*secret/",
          "/x(ab)+y/",
          "/[0-9]{3}-[0-9]{4}/",
          "/[a-f]x[a-f]+y/",
          "/^start/");

  private static final List<String> WORDS =
      List.of(
          "beacon",
          "GET /index.php",
          "user=",
          "pass=",
          "key: a",
          "secret",
          "xababy",
          "555-0123",
          "axfedy",
          "start",
          "\n",
          " ",
          "qwertz",
          "0123456789");

  @Test
  void packetsAndFlowsFillWarpsAsAStreamDoes() throws IOException {
    long[] offsets = PacketStudy.offsets(200, 5);
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder();
    int length = (int) offsets[offsets.length - 1];
    while (text.length() < length) {
      text.append(WORDS.get(random.nextInt(WORDS.size()))).append("..............");
    }
    byte[] data = text.substring(0, length).getBytes(StandardCharsets.US_ASCII);
    List<WarpStudy.Figures> all = new WarpStudy(RULES, data, offsets, 20).figures();
    WarpStudy.Figures stream = all.getFirst();
    assertThat(stream.lanes()).isGreaterThan(24);
    for (WarpStudy.Figures figures : all) {
      assertThat(figures.reports()).isPositive();
      assertThat(figures.deviationFrom(stream)).as("%s", figures).isCloseTo(0, within(0.06));
    }
  }

  @Test
  void aThreadAPacketWaitsForTheLongestOfItsWarp() {
    long[] offsets = new long[65];
    for (int i = 0; i < 64; i++) {
      offsets[i + 1] = offsets[i] + (i % 2 == 0 ? 100 : 300);
    }
    assertThat(WarpStudy.lanesOfThreads(offsets, false)).isCloseTo(32.0 * 2 / 3, within(1e-9));
    assertThat(WarpStudy.lanesOfThreads(offsets, true)).isCloseTo(32, within(1e-9));
  }
}
