package io.fsmrun.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.RuleSet.Component;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small values: rulesets, reports, flags, limits. */
class RuleSetTest {

  private static final Nfa ONE_STATE = new NfaBuilder().build();

  @Test
  void ruleIdsAscend() {
    List<Component> components = new ArrayList<>();
    components.add(new Component(2, ONE_STATE));
    components.add(new Component(5, ONE_STATE));
    RuleSet rules = new RuleSet(components);
    components.clear();
    assertThat(rules.size()).isEqualTo(2);
    assertThat(rules.automaton(1)).isSameAs(ONE_STATE);
    assertThat(rules.stateCount()).isEqualTo(2);
    assertThat(new RuleSet(List.of()).stateCount()).isZero();
    for (int second : new int[] {2, 1}) {
      List<Component> wrong =
          List.of(new Component(2, ONE_STATE), new Component(second, ONE_STATE));
      assertThatIllegalArgumentException().isThrownBy(() -> new RuleSet(wrong));
    }
  }

  @Test
  void reportsAreOrderedByEndThenRule() {
    List<Report> sorted =
        List.of(new Report(9, 0), new Report(1, 3), new Report(2, 3), new Report(1, 1L << 40));
    List<Report> shuffled =
        new ArrayList<>(List.of(sorted.get(3), sorted.get(2), sorted.get(0), sorted.get(1)));
    shuffled.sort(null);
    assertThat(shuffled).isEqualTo(sorted);
  }

  /** A final bit is needed only beside the absence of the bit without condition. */
  @Test
  void canonicalFlagsReportTheSameWithTheFewestBits() {
    for (int flags = 0; flags < 16; flags++) {
      int canonical = ReportFlags.canonical(flags);
      boolean here = (flags & ReportFlags.HERE) != 0;
      boolean back = (flags & ReportFlags.BACK) != 0;
      assertThat(canonical & 3).isEqualTo(flags & 3);
      assertThat((canonical & ReportFlags.FINAL_HERE) != 0)
          .isEqualTo(!here && (flags & ReportFlags.FINAL_HERE) != 0);
      assertThat((canonical & ReportFlags.FINAL_BACK) != 0)
          .isEqualTo(!back && (flags & ReportFlags.FINAL_BACK) != 0);
    }
  }

  @Test
  void aLimitSaysWhatItWasAndWhatWasSeen() {
    LimitExceededException e = new LimitExceededException("DFA states", 10, 11);
    assertThat(e).hasMessage("DFA states: 11, over the limit of 10");
    assertThat(e.limit()).isEqualTo(10);
    assertThat(e.seen()).isEqualTo(11);
  }
}
