package io.fsmrun.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fingerprints of rulesets. */
class RuleSetFingerprintTest {

  private static Dfa dfa(int symbol, int next, int flags, int start) {
    SymbolClasses classes = SymbolClasses.of(List.of(SymbolSet.of(symbol)));
    char[] table = {0, (char) next, 0, 1};
    return new Dfa(classes, table, new byte[] {0, (byte) flags}, start);
  }

  private static Nfa nfa(int symbol, boolean always, boolean edge) {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(SymbolSet.of(symbol));
    builder.addFlags(state, ReportFlags.HERE);
    if (always) {
      builder.setAlwaysEnabled(state);
    }
    builder.addEdge(Nfa.START, state);
    if (edge) {
      builder.addEdge(state, state);
    }
    return builder.build();
  }

  private static RuleSetFingerprint of(int id, Automaton automaton) {
    return RuleSetFingerprint.of(new RuleSet(List.of(new RuleSet.Component(id, automaton))));
  }

  @Test
  void sameAutomataSamePrint() {
    assertThat(of(3, dfa('a', 1, 1, 0))).isEqualTo(of(3, dfa('a', 1, 1, 0)));
    assertThat(of(3, nfa('a', true, true))).isEqualTo(of(3, nfa('a', true, true)));
    assertThat(of(3, dfa('a', 1, 1, 0))).hasSameHashCodeAs(of(3, dfa('a', 1, 1, 0)));
  }

  @Test
  void everyPartCounts() {
    List<RuleSetFingerprint> prints = new ArrayList<>();
    prints.add(RuleSetFingerprint.of(new RuleSet(List.of())));
    prints.add(of(3, dfa('a', 1, 1, 0)));
    prints.add(of(4, dfa('a', 1, 1, 0)));
    prints.add(of(3, dfa('b', 1, 1, 0)));
    prints.add(of(3, dfa('a', 0, 1, 0)));
    prints.add(of(3, dfa('a', 1, 2, 0)));
    prints.add(of(3, dfa('a', 1, 1, 1)));
    prints.add(of(3, nfa('a', true, true)));
    prints.add(of(3, nfa('b', true, true)));
    prints.add(of(3, nfa('a', false, true)));
    prints.add(of(3, nfa('a', true, false)));
    Set<RuleSetFingerprint> different = new HashSet<>(prints);
    assertThat(different).hasSameSizeAs(prints);
    assertThat(prints).extracting(RuleSetFingerprint::toString).doesNotHaveDuplicates();
  }

  @Test
  void canBeWrittenDown() {
    RuleSetFingerprint print = of(3, dfa('a', 1, 1, 0));
    assertThat(RuleSetFingerprint.ofBytes(print.toBytes())).isEqualTo(print);
    assertThat(print.toString()).matches("[0-9a-f]{12}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RuleSetFingerprint.ofBytes(new byte[31]))
        .withMessageContaining("31");
  }
}
