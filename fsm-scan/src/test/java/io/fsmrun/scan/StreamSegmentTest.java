package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamSegmentTest {

  private static final int KIB = 1 << 10;

  private static List<Long> ends(int length, int firstBytes, int blockBytes) {
    long position = 7;
    StreamSegment segment = new StreamSegment(new byte[length], 0, length, position);
    List<Long> ends = new ArrayList<>();
    for (long at = position; at < segment.end(); ) {
      at = segment.pieceEnd(at, firstBytes, blockBytes);
      ends.add(at - position);
    }
    return ends;
  }

  @Test
  void piecesAreAsLongAsAllBeforeThem() {
    assertThat(ends(1024 * KIB, 128 * KIB, 64 * KIB))
        .containsExactly(128L * KIB, 256L * KIB, 512L * KIB, 1024L * KIB);
    assertThat(ends(700 * KIB, 128 * KIB, 64 * KIB))
        .containsExactly(128L * KIB, 256L * KIB, 512L * KIB, 700L * KIB);
  }

  @Test
  void shortSegmentsHaveTwoPiecesUnlessABlockIsLonger() {
    assertThat(ends(128 * KIB, 128 * KIB, 16 * KIB)).containsExactly(64L * KIB, 128L * KIB);
    assertThat(ends(40 * KIB, 128 * KIB, 64 * KIB)).containsExactly(40L * KIB);
    assertThat(ends(3, 1, 1)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void joinedPiecesAreOne() {
    StreamSegment segment = new StreamSegment(new byte[1_000], 0, 1_000, 50);
    assertThat(segment.pieceEnd(50, 100, 10)).isEqualTo(150);
    segment.joinPieces();
    assertThat(segment.pieceEnd(50, 100, 10)).isEqualTo(1_050);
  }
}
