package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentRecordTest {

  private static List<String> piece(SegmentRecord record, int piece) {
    List<String> found = new ArrayList<>();
    for (int i = record.from(piece); i < record.to(piece); i++) {
      found.add(record.reports().end(i) + " " + record.reports().rule(i));
    }
    return found;
  }

  @Test
  void whatIsToldLateBelongsToTheBlockBeforeButNotToThePieceBefore() {
    SegmentRecord record = new SegmentRecord();
    for (int round = 0; round < 2; round++) {
      record.start(100, 1);
      record.begin(0, new byte[] {1});
      record.reports().add(7, 108);
      record.reports().add(5, 110);
      assertThat(record.endBlock(0, 100)).isTrue();
      record.reports().add(2, 110);
      record.reports().add(5, 110);
      record.reports().add(1, 120);
      assertThat(record.endBlock(2, 110)).isTrue();
      record.endPiece(null, new byte[][] {{2}});
      record.reports().add(9, 121);
      record.reports().add(0, 119);
      record.reports().add(0, 120);
      assertThat(record.endBlock(4, 120)).isTrue();
      record.endPiece(null, new byte[][] {{3}});
      record.reports().add(9, 131);
      assertThat(record.pieces()).isEqualTo(2);
      assertThat(record.size()).isEqualTo(7);
      assertThat(piece(record, 0)).containsExactly("108 7", "110 2", "110 5", "120 1");
      assertThat(piece(record, 1)).containsExactly("119 0", "120 0", "121 9");
      assertThat(record.beganIn(0, new byte[] {1})).isTrue();
      assertThat(record.beganIn(0, new byte[] {2})).isFalse();
      assertThat(record.state(0, 1)).containsExactly(3);
    }
  }
}
