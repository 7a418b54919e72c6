package io.fsmrun.enumerative;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.testkit.NaiveBackend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs in pieces, by hand: where pieces, windows and halves of windows meet. */
class PieceScanTest {

  private final List<Report> reports = new ArrayList<>();
  private final List<String> windows = new ArrayList<>();

  private static Dfa oneState(int flags) {
    return new Dfa(SymbolClasses.ofLabels(new int[256]), new char[1], new byte[] {(byte) flags}, 0);
  }

  private static RuleSet rules(int... flags) {
    List<RuleSet.Component> components = new ArrayList<>();
    for (int each : flags) {
      components.add(new RuleSet.Component(components.size() + 1, oneState(each)));
    }
    return new RuleSet(components);
  }

  private void scan(RuleSet rules, Pieces pieces, int windowBytes, int reportBudget)
      throws InterruptedException {
    RunListener listener =
        new RunListener() {
          @Override
          public void window(WindowActivity activity) {
            StringBuilder text = new StringBuilder();
            for (int s = 0; s < activity.plan().count(); s++) {
              assertThat(activity.plan().length(s)).isPositive();
              text.append(activity.plan().beginsPiece(s) ? "begins " : "goes on ");
            }
            windows.add(text.toString().strip());
          }
        };
    ParallelScan scan =
        new ParallelScan(
            new PreparedRuleSet(rules, new NaiveBackend()),
            new AnyStrategy(
                0, 2, AnyStrategy.Kind.STATES, FlowChecks.ALL, Sharing.CONNECTED_COMPONENTS),
            new RunOptions(1, windowBytes, reportBudget),
            pieces.splitter(),
            (rule, end) -> reports.add(new Report(rule, end)),
            listener);
    scan.write(pieces.input(), 0, pieces.input().length);
    scan.finish();
  }

  private static Pieces pieces(String text, Integer... ends) {
    byte[] input = text.getBytes(StandardCharsets.US_ASCII);
    return new Pieces(input, new TreeSet<>(List.of(ends)));
  }

  /** A rule that matches the empty string reports once where one piece ends and one begins. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void reportsOfTwoPiecesAtOnePlaceCountOnce(int windowBytes) throws InterruptedException {
    int before = ReportFlags.FINAL_BACK;
    scan(
        rules(ReportFlags.HERE, before, ReportFlags.FINAL_HERE),
        pieces("abcdef", 2, 3),
        windowBytes,
        100);
    assertThat(reports)
        .containsExactly(
            new Report(1, 0),
            new Report(1, 1),
            new Report(2, 1),
            new Report(1, 2),
            new Report(2, 2),
            new Report(3, 2),
            new Report(1, 3),
            new Report(3, 3),
            new Report(1, 4),
            new Report(1, 5),
            new Report(2, 5),
            new Report(1, 6),
            new Report(3, 6));
  }

  /** Where a piece ends with a window, or with the input, nothing goes on. */
  @Test
  void piecesThatEndWithAWindow() throws InterruptedException {
    scan(rules(ReportFlags.FINAL_HERE), pieces("abcdefgh", 4, 8), 4, 100);
    assertThat(reports).containsExactly(new Report(1, 4), new Report(1, 8));
    assertThat(windows).containsExactly("begins goes on", "begins goes on");
  }

  @Test
  void aPieceOverSeveralWindowsGoesOn() throws InterruptedException {
    scan(rules(ReportFlags.FINAL_HERE), pieces("abcdefgh", 7), 3, 100);
    assertThat(reports).containsExactly(new Report(1, 7), new Report(1, 8));
    assertThat(windows).containsExactly("begins goes on", "goes on goes on", "goes on begins");
  }

  /** A piece that ends in the middle of a window that is halved leaves nothing to the right. */
  @Test
  void windowsAreHalvedWhereAPieceEnds() throws InterruptedException {
    byte[] input = new byte[2800];
    Arrays.fill(input, 300, 2000, (byte) 's');
    Pieces pieces = new Pieces(input, new TreeSet<>(List.of(1, 700, 1400, 1500, 2100)));
    RuleSet rules = rules(ReportFlags.HERE | ReportFlags.FINAL_BACK, ReportFlags.FINAL_BACK);
    scan(rules, pieces, 1 << 20, 1);
    assertThat(reports).isEqualTo(pieces.reports(rules));
    assertThat(windows)
        .containsExactly(
            "begins begins goes on",
            "begins goes on",
            "begins goes on begins goes on",
            "begins goes on");
  }
}
