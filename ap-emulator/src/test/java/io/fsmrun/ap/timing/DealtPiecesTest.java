package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pieces of one segment on copies of the machine, added up by hand. */
class DealtPiecesTest {

  private final List<String> lines = new ArrayList<>();

  private CycleAccount account(int copies) {
    return new CycleAccount(CycleParameters.published(), copies, new CycleTrace(100, lines::add));
  }

  private static void addKnown(CycleAccount account, int... symbols) {
    for (int length : symbols) {
      account.add(PieceWork.of(SegmentWork.known(length)));
    }
  }

  /** 5 to copy 1, 3 to copy 2, 4 to copy 2 which is free at 3, 6 to copy 1 which is free at 5. */
  @Test
  void theCopyThatIsFreeFirstHasTheNextPiece() {
    CycleAccount account = account(2);
    addKnown(account, 5, 3, 4, 6);
    assertThat(account.cycles()).isEqualTo(11);
    assertThat(account.cyclesBy()).isEqualTo(new CycleBreakdown(11, 0, 0, 0, 0, 0, 0));
    assertThat(account.baselineCycles()).isEqualTo(18);
    assertThat(account.idealSpeedup()).isEqualTo(2);
    assertThat(lines)
        .contains("3-3\t3\t-\tgiven to copy 2", "3-7\t3\t1\tflow 1: symbols 0-4")
        .contains("5-5\t4\t-\tgiven to copy 1", "5-11\t4\t1\tflow 1: symbols 0-6");
  }

  @Test
  void oneCopyHasThemOneAfterTheOther() {
    CycleAccount account = account(1);
    addKnown(account, 5, 3, 4, 6);
    assertThat(account.cycles()).isEqualTo(18);
    assertThat(account.idealSpeedup()).isEqualTo(1);
    assertThat(lines).noneMatch(line -> line.contains("copy"));
  }

  /** 5 beside 3, then 4 + 1 for two segments of 4, then 2 beside 1: 5 + 5 + 2. */
  @Test
  void aPieceOfSeveralSegmentsWaitsForAllCopies() {
    CycleAccount account = account(2);
    addKnown(account, 5, 3);
    account.add(PieceWork.of(SegmentWork.known(4), SegmentWork.enumerated(4, LiveFlows.ONE)));
    addKnown(account, 2, 1);
    assertThat(account.cycles()).isEqualTo(12);
    assertThat(account.cyclesBy()).isEqualTo(new CycleBreakdown(11, 0, 0, 0, 1, 0, 0));
    assertThat(account.idealSpeedup()).isEqualTo(2);
  }

  /** A piece in three windows stays on its copy, while others are free: 5 + 5 + 5. */
  @Test
  void whatGoesOnWaitsForWhatCameBefore() {
    CycleAccount account = account(3);
    addKnown(account, 5);
    account.add(new PieceWork(false, List.of(SegmentWork.known(5))));
    account.add(new PieceWork(false, List.of(SegmentWork.known(5))));
    assertThat(account.cycles()).isEqualTo(15);
    addKnown(account, 15, 15);
    assertThat(account.cycles()).isEqualTo(15);
    assertThat(account.idealSpeedup()).isEqualTo(3);
    assertThat(lines).contains("10-15\t1\t1\tflow 1: symbols 0-5");
  }
}
