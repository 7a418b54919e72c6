package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports of elements become reports of rules: by end, then rule, each once. */
class RuleReportsTest {

  private static final int NINE = 0;
  private static final int NINE_AGAIN = 1;
  private static final int NINE_BACK = 2;
  private static final int TWO = 3;

  private final List<Report> got = new ArrayList<>();

  private RuleReports reports(List<Integer> atStart, List<Integer> onEmpty) {
    NetworkBuilder builder = new NetworkBuilder("n");
    String[] codes = {"9", "9", "9@-1", "2"};
    for (int i = 0; i < codes.length; i++) {
      builder.report(builder.ste("s" + i, SymbolSet.ALL), codes[i]);
    }
    AutomataNetwork network = builder.build();
    RuleOrigin rules = new RuleOrigin(Form.NFA, 2, 0, atStart, onEmpty);
    return new RuleReports(
        network, rules, (rule, end) -> got.add(new Report(rule, end)), () -> got.add(null));
  }

  @Test
  void backwardReportsAreSortedIn() {
    RuleReports reports = reports(List.of(), List.of());
    reports.report(NINE, 0);
    reports.report(TWO, 1);
    reports.report(NINE_BACK, 1);
    reports.report(NINE_BACK, 7);
    reports.report(TWO, 7);
    reports.report(NINE, 8);
    reports.finish(9);
    assertThat(got)
        .containsExactly(
            new Report(9, 1),
            new Report(2, 2),
            new Report(9, 7),
            new Report(2, 8),
            new Report(9, 9),
            null);
    assertThat(reports.reports()).isEqualTo(5);
  }

  @Test
  void eachOnceAndByRule() {
    RuleReports reports = reports(List.of(), List.of());
    reports.report(NINE, 4);
    reports.report(NINE_AGAIN, 4);
    reports.report(TWO, 4);
    reports.report(NINE_BACK, 5);
    reports.finish(6);
    assertThat(got).containsExactly(new Report(2, 5), new Report(9, 5), null);
  }

  @Test
  void matchesBeforeTheFirstSymbol() {
    RuleReports reports = reports(List.of(2, 9), List.of(2, 9, 11));
    reports.report(NINE_BACK, 0);
    reports.report(TWO, 0);
    reports.finish(1);
    assertThat(got).containsExactly(new Report(2, 0), new Report(9, 0), new Report(2, 1), null);
  }

  @Test
  void inputsWithoutReports() {
    reports(List.of(9), List.of(9, 11)).finish(3);
    assertThat(got).containsExactly(new Report(9, 0), null);
    got.clear();
    reports(List.of(9), List.of(9, 11)).finish(0);
    assertThat(got).containsExactly(new Report(9, 0), new Report(11, 0), null);
  }
}
