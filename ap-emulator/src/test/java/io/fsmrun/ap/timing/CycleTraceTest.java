package io.fsmrun.ap.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The heading of a trace, and its bound. */
class CycleTraceTest {

  private final List<String> lines = new ArrayList<>();

  private void run(int mostLines) {
    CycleAccount account =
        new CycleAccount(CycleParameters.published(), 1, new CycleTrace(mostLines, lines::add));
    account.add(PieceWork.of(SegmentWork.known(5)));
    account.add(PieceWork.of(SegmentWork.known(6)));
    account.finish();
  }

  @Test
  void saysFirstWhatTheFieldsAre() {
    run(4);
    assertThat(lines.get(0)).startsWith("# ").contains("ends before b");
    assertThat(lines.get(1)).isEqualTo("cycles\tpiece\tsegment\twhat");
    assertThat(lines).hasSize(2 + 4 + 1).noneMatch(line -> line.contains("left out"));
  }

  @Test
  void saysThatItStopsAndStillHowItEnds() {
    run(3);
    assertThat(lines.subList(2, lines.size()))
        .containsExactly(
            "0-5\t1\t1\tflow 1: symbols 0-5",
            "0-5\t1\t-\tsum 5 = 5 symbols",
            "5-11\t2\t1\tflow 1: symbols 0-6",
            "# more than 3 events; the rest is left out",
            "0-11\t-\t-\tall 11 = 11 symbols, for 11 symbols of input");
  }

  @Test
  void writesNothingWhereNothingIsWanted() {
    CycleTrace none = CycleTrace.none();
    assertThat(none.isOpen()).isFalse();
    none.event(0, 1, 1, 1, "x");
    none.end(CycleBreakdown.NONE, 0);
    assertThat(none.isOpen()).isFalse();
  }
}
