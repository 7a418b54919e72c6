package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge, judged by hand. */
class ReferenceEngineTest {

  /** Rule {@code ab} anywhere, as a position automaton. */
  private static Nfa ab() {
    NfaBuilder builder = new NfaBuilder();
    int a = builder.addState(SymbolSet.of('a'));
    int b = builder.addState(SymbolSet.of('b'));
    builder.setAlwaysEnabled(a);
    builder.addEdge(a, b);
    builder.addFlags(b, ReportFlags.HERE);
    return builder.build();
  }

  private static Dfa oneState(int flags) {
    return new Dfa(SymbolClasses.ofLabels(new int[256]), new char[1], new byte[] {(byte) flags}, 0);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void runsAPositionAutomaton() {
    assertThat(ReferenceEngine.ends(ab(), bytes("xabaab"))).containsExactly(3, 6);
    assertThat(ReferenceEngine.run(ab(), Set.of(), bytes("xaba"), 1, 3)).containsExactly(2);
    assertThat(ReferenceEngine.run(ab(), Set.of(1), bytes("b"), 0, 1)).containsExactly(2);
    assertThat(ReferenceEngine.endsOfPiece(ab(), Set.of(1), bytes("babx"), 0, 3))
        .containsExactly(1, 3);
  }

  @Test
  void runsATable() {
    Dfa dfa =
        new Dfa(
            SymbolClasses.of(List.of(SymbolSet.of('a'))),
            new char[] {0, 1, 0, 1},
            new byte[] {0, ReportFlags.HERE},
            0);
    assertThat(ReferenceEngine.ends(dfa, bytes("abaa"))).containsExactly(1, 3, 4);
    assertThat(ReferenceEngine.run(dfa, Set.of(0, 1), bytes("a"), 0, 1)).containsExactly(1);
  }

  /** A state that is never left, over two bytes: positions 0, 1 and 2. */
  @ParameterizedTest
  @CsvSource({"0, ''", "1, 0 1 2", "2, 0 1", "4, 2", "8, 1", "12, 1 2", "6, 0 1 2", "15, 0 1 2"})
  void flagsMeanWhatTheySay(int flags, String ends) {
    StringBuilder seen = new StringBuilder();
    ReferenceEngine.ends(oneState(flags), new byte[2]).forEach(end -> seen.append(end).append(' '));
    assertThat(seen.toString().trim()).isEqualTo(ends);
  }

  @ParameterizedTest
  @CsvSource({"0, ''", "1, 0", "2, ''", "4, 0", "8, ''"})
  void emptyInputHasOnePosition(int flags, String ends) {
    StringBuilder seen = new StringBuilder();
    ReferenceEngine.ends(oneState(flags), new byte[0]).forEach(end -> seen.append(end).append(' '));
    assertThat(seen.toString().trim()).isEqualTo(ends);
  }

  @Test
  void rulesetsReportByEndThenRule() {
    RuleSet rules =
        new RuleSet(
            List.of(
                new RuleSet.Component(3, ab()),
                new RuleSet.Component(7, oneState(ReportFlags.FINAL_BACK | ReportFlags.FINAL_HERE)),
                new RuleSet.Component(8, ab())));
    assertThat(ReferenceEngine.reports(rules, bytes("ab")))
        .containsExactly(new Report(7, 1), new Report(3, 2), new Report(7, 2), new Report(8, 2));
  }
}
