package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentRecordTest {

  private static List<String> piece(SegmentRecord record, int piece) {
    List<String> found = new ArrayList<>();
    PackedReports.Reader reader = record.reader(piece);
    while (reader.next()) {
      found.add(reader.end(reader.index()) + " " + reader.rule(reader.index()));
    }
    return found;
  }

  @Test
  void whatIsToldLateBelongsToTheBlockBeforeButNotToThePieceBefore() {
    SegmentRecord record = new SegmentRecord(10);
    ReportBuffer found = new ReportBuffer();
    for (int round = 0; round < 2; round++) {
      record.start(1);
      found.startBlock(100);
      GuessPolicy.Guess guess = new GuessPolicy.Guess(0, new byte[] {7}, 0);
      record.begin(0, guess, new byte[] {1});
      record.startPiece(100);
      found.add(7, 108);
      found.add(5, 110);
      assertThat(record.endBlock(found, 110)).isTrue();
      found.add(2, 110);
      found.add(5, 110);
      found.add(1, 120);
      assertThat(record.endBlock(found, 120)).isTrue();
      record.endPiece(found, null, new byte[][] {{2}});
      record.startPiece(120);
      found.add(9, 121);
      found.add(0, 119);
      found.add(0, 120);
      assertThat(record.endBlock(found, 130)).isTrue();
      record.endPiece(found, null, new byte[][] {{3}});
      record.startPiece(130);
      found.add(9, 131);
      assertThat(record.pieces()).isEqualTo(2);
      assertThat(record.size()).isEqualTo(7);
      assertThat(piece(record, 0)).containsExactly("108 7", "110 2", "110 5", "120 1");
      assertThat(piece(record, 1)).containsExactly("119 0", "120 0", "121 9");
      assertThat(record.guess(0)).isSameAs(guess);
      assertThat(record.beganIn(0, new byte[] {1})).isTrue();
      assertThat(record.beganIn(0, new byte[] {2})).isFalse();
      assertThat(record.state(0, 1)).containsExactly(3);
    }
  }
}
