package io.fsmrun.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.scan.Database;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {

  private static final int STREAMS = 500;

  /** Packets of a stream are told as one input: the match lies across both. */
  @Test
  void packetsOfAStreamFollowEachOther() throws InterruptedException {
    Database database = Database.compile("needle", "/x.{3}y/s");
    byte[] input = "..need".concat("le.x..").concat("zy....").getBytes(StandardCharsets.US_ASCII);
    OpenStreams.Figures figures = new OpenStreams(database, input, 3, 6).run(3);
    // Streams begin with the first, second and third packet, and go round: the third meets both.
    assertThat(figures.matches()).isEqualTo(4);
  }

  @Test
  void sizesAreThoseOfStreamsThatWait() throws InterruptedException {
    Database database = Database.compile("/abc.*def/s", "/[0-9]{3}x/", "hello");
    byte[] input = "abc..123..".repeat(100).getBytes(StandardCharsets.US_ASCII);
    OpenStreams.Figures figures = new OpenStreams(database, input, STREAMS, 100).run(2);
    assertThat(figures.medianBytes()).isBetween(1, 200).isLessThanOrEqualTo(figures.mostBytes());
    assertThat(figures.nanosPerPacket()).isPositive();
  }
}
