package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.testkit.ReferenceEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scans with two components that diverge in different segments: what is run again, and counted. */
class ReexecutionTest {

  private static final int REEXECUTED = 3;

  /** Two states, kept by all bytes but one, which exchanges them, and one that leads to 0. */
  private static Dfa exchanging(char exchange, char reset) {
    int[] labels = new int[256];
    labels[exchange] = 1;
    labels[reset] = 2;
    SymbolClasses classes = SymbolClasses.ofLabels(labels);
    char[] table = new char[6];
    for (int state = 0; state < 2; state++) {
      table[3 * state] = (char) state;
      table[3 * state + classes.classOf(exchange)] = (char) (1 - state);
      table[3 * state + classes.classOf(reset)] = 0;
    }
    return new Dfa(classes, table, new byte[] {0, 1}, 0);
  }

  private final RuleSet rules =
      new RuleSet(
          List.of(
              new RuleSet.Component(1, exchanging('s', 'r')),
              new RuleSet.Component(2, exchanging('S', 'R'))));
  private final SpySession.Spies spies = new SpySession.Spies();
  private final List<Report> reports = new ArrayList<>();
  private final List<WindowActivity> windows = new ArrayList<>();

  private RunStatistics scan(byte[] input, ReexecutionLevel level, InputSplitter splitter)
      throws InterruptedException {
    ConvergenceSetFlows oneSet = new ConvergenceSetFlows(Partition.coarsest(2));
    RunListener listener =
        new RunListener() {
          @Override
          public void window(WindowActivity activity) {
            windows.add(activity);
          }
        };
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, spies),
            new ConvergenceSetEnumeration(List.of(oneSet, oneSet), 4),
            new RunOptions(1, 1 << 20, 1 << 20, level, 1, PrefixReplay.WHOLE),
            splitter,
            (rule, end) -> reports.add(new Report(rule, end)),
            listener);
    scan.write(input, 0, input.length);
    return scan.finish();
  }

  private static byte[] bytes(String segments) {
    return segments.replace(" ", "").getBytes(StandardCharsets.US_ASCII);
  }

  private String stretches(int component) {
    StringBuilder text = new StringBuilder();
    for (SpySession.Run run : spies.runs(component)) {
      text.append(text.isEmpty() ? "" : " ").append(run.from()).append('-').append(run.to());
    }
    return text.toString();
  }

  /**
   * Four segments of three bytes. The first component diverges in the last segment, the second
   * everywhere: each runs again what its own level asks for. The first run of each is that of the
   * first segment.
   */
  @ParameterizedTest
  @CsvSource({
    "BASIC,         0-3 3-6 6-9 9-12, 3",
    "LAST_CONCRETE, 0-3 3-4 6-9 9-12, 2",
    "OPPORTUNISTIC, 0-3 3-4 6-9 9-12, 2",
  })
  void eachComponentIsExecutedByItself(ReexecutionLevel level, String stretches, int count)
      throws Exception {
    byte[] input = bytes("sSs rsk sSs kSs");
    RunStatistics statistics = scan(input, level, InputSplitter.NONE);
    assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(stretches(0)).isEqualTo(stretches);
    assertThat(stretches(1)).isEqualTo("0-3 3-6 6-9 9-12");
    assertThat(statistics.rules().get(0).reexecuted()).isEqualTo(count);
    assertThat(statistics.rules().get(1).reexecuted()).isEqualTo(REEXECUTED);
    // A segment counts once, however many components run it again.
    assertThat(statistics.reexecutedSegments()).isEqualTo(REEXECUTED);
    assertThat(statistics.reexecutedSymbols()).isEqualTo(3 * REEXECUTED);
    assertThat(statistics.reexecutionRate()).isEqualTo((count + REEXECUTED) / 6.0);
  }

  /** One converges in segment 3, the other in segment 2: different segments are run again. */
  @Test
  void componentsDivergeInDifferentSegments() throws Exception {
    byte[] input = bytes("sSs sSR rSs kSs");
    RunStatistics statistics = scan(input, ReexecutionLevel.OPPORTUNISTIC, InputSplitter.NONE);
    assertThat(reports).isEqualTo(ReferenceEngine.reports(rules, input));
    assertThat(stretches(0)).isEqualTo("0-3 3-6 6-7 9-12");
    assertThat(stretches(1)).isEqualTo("0-3 3-6 6-9 9-12");
    assertThat(statistics.rules().get(0).reexecuted()).isEqualTo(1);
    assertThat(statistics.rules().get(1).reexecuted()).isEqualTo(2);
    List<SegmentActivity> segments = windows.getFirst().segments();
    // Segment 2 of the first component is replayed whole: its one set never became one state.
    assertThat(segments).extracting(SegmentActivity::reexecuted).containsExactly(0, 0, 3, 3);
    assertThat(segments).extracting(SegmentActivity::replayed).containsExactly(0, 3, 1, 0);
    assertThat(segments)
        .extracting(SegmentActivity::replayWaited)
        .containsExactly(false, false, true, false);
    // The second component executes segment 3, and then evaluates segment 4 again.
    assertThat(segments).extracting(SegmentActivity::evaluated).containsExactly(0, 1, 1, 2);
  }

  /** Every piece is composed by itself: one that diverges costs the next nothing. */
  @Test
  void piecesAreComposedOneByOne() throws Exception {
    byte[] input = bytes("ssss srsr ssss");
    RunStatistics statistics =
        scan(
            input,
            ReexecutionLevel.BASIC,
            new Pieces(input, new TreeSet<>(List.of(4, 8))).splitter());
    assertThat(statistics.rules().get(0).reexecuted()).isEqualTo(6);
    assertThat(windows.getFirst().segments())
        .extracting(SegmentActivity::reexecuted)
        .containsExactly(0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1);
    assertThat(stretches(0)).startsWith("0-1 4-5 8-9 1-2 2-3 3-4 5-6");
  }
}
