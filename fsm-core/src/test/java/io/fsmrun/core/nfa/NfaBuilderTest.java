package io.fsmrun.core.nfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolSet;
import org.junit.jupiter.api.Test;

/** What a builder keeps and what it drops. */
class NfaBuilderTest {

  private final NfaBuilder builder = new NfaBuilder();

  private int state(char symbol) {
    return builder.addState(SymbolSet.of(symbol));
  }

  @Test
  void anEmptyBuilderMakesTheStartAlone() {
    Nfa nfa = builder.build();
    assertThat(nfa.stateCount()).isEqualTo(1);
    assertThat(nfa.edgeCount()).isZero();
    assertThat(nfa.startConfiguration()).isEqualTo(StateSet.of(Nfa.START));
    assertThat(nfa.isDeterministic()).isFalse();
    assertThat(nfa.symbols(0)).isEqualTo(SymbolSet.EMPTY);
    assertThat(nfa.symbolClasses().count()).isEqualTo(1);
  }

  @Test
  void edgesAreSortedAndCountOnce() {
    int a = state('a');
    int b = state('b');
    builder.addFlags(a, ReportFlags.HERE);
    builder.addFlags(b, ReportFlags.BACK);
    builder.addEdge(Nfa.START, b);
    builder.addEdge(Nfa.START, a);
    builder.addEdge(Nfa.START, b);
    builder.addEdge(b, b);
    Nfa nfa = builder.build();
    assertThat(nfa.edgeCount()).isEqualTo(3);
    assertThat(nfa.successorCount(Nfa.START)).isEqualTo(2);
    assertThat(nfa.successor(Nfa.START, 0)).isEqualTo(a);
    assertThat(nfa.successor(Nfa.START, 1)).isEqualTo(b);
    assertThat(nfa.successorCount(a)).isZero();
    assertThat(nfa.successor(b, 0)).isEqualTo(b);
    assertThat(nfa.reportFlags(b)).isEqualTo(ReportFlags.BACK);
    assertThat(nfa.symbolClasses().count()).isEqualTo(3);
  }

  @Test
  void statesThatCannotBeEnteredAreDropped() {
    int unreachable = state('u');
    int kept = state('k');
    int never = builder.addState(SymbolSet.EMPTY);
    int behindNever = state('n');
    int emptyStart = builder.addState(SymbolSet.EMPTY);
    builder.setAlwaysEnabled(emptyStart);
    for (int state = 1; state < builder.stateCount(); state++) {
      builder.addFlags(state, ReportFlags.HERE);
    }
    builder.addEdge(unreachable, kept);
    builder.addEdge(Nfa.START, kept);
    builder.addEdge(Nfa.START, never);
    builder.addEdge(never, behindNever);
    builder.addEdge(emptyStart, behindNever);
    Nfa nfa = builder.build();
    assertThat(nfa.stateCount()).isEqualTo(2);
    assertThat(nfa.symbols(1)).isEqualTo(SymbolSet.of('k'));
    assertThat(nfa.edgeCount()).isEqualTo(1);
  }

  @Test
  void statesAfterWhichNothingReportsAreDropped() {
    int silent = state('s');
    int a = state('a');
    int b = state('b');
    int silentAfter = state('t');
    int toNever = state('v');
    int never = builder.addState(SymbolSet.EMPTY);
    builder.addEdge(Nfa.START, silent);
    builder.addEdge(silent, silent);
    builder.addEdge(Nfa.START, a);
    builder.addEdge(a, b);
    builder.addEdge(b, silentAfter);
    builder.addEdge(Nfa.START, toNever);
    builder.addEdge(toNever, never);
    builder.addFlags(b, ReportFlags.FINAL_BACK);
    builder.addFlags(never, ReportFlags.HERE);
    Nfa nfa = builder.build();
    assertThat(nfa.stateCount()).isEqualTo(3);
    assertThat(nfa.symbols(1)).isEqualTo(SymbolSet.of('a'));
    assertThat(nfa.symbols(2)).isEqualTo(SymbolSet.of('b'));
    assertThat(nfa.successorCount(2)).isZero();
  }

  @Test
  void theStartStaysEvenIfUseless() {
    int a = state('a');
    builder.setAlwaysEnabled(a);
    builder.addFlags(a, ReportFlags.HERE);
    Nfa nfa = builder.build();
    assertThat(nfa.stateCount()).isEqualTo(2);
    assertThat(nfa.isAlwaysEnabled(1)).isTrue();
    assertThat(nfa.isAlwaysEnabled(Nfa.START)).isFalse();
    assertThat(nfa.successorCount(Nfa.START)).isZero();
  }

  @Test
  void configurationsReportTheUnionCanonically() {
    int a = state('a');
    int b = state('b');
    builder.addEdge(Nfa.START, a);
    builder.addEdge(Nfa.START, b);
    builder.addFlags(a, ReportFlags.FINAL_HERE);
    builder.addFlags(b, ReportFlags.HERE | ReportFlags.FINAL_HERE | ReportFlags.FINAL_BACK);
    Nfa nfa = builder.build();
    assertThat(nfa.reportFlags(b)).isEqualTo(ReportFlags.HERE | ReportFlags.FINAL_BACK);
    assertThat(nfa.reportFlags(StateSet.of(a))).isEqualTo(ReportFlags.FINAL_HERE);
    assertThat(nfa.reportFlags(StateSet.of(a, b)))
        .isEqualTo(ReportFlags.HERE | ReportFlags.FINAL_BACK);
    assertThat(nfa.reportFlags(StateSet.EMPTY)).isEqualTo(ReportFlags.NONE);
  }

  @Test
  void refusesEdgesIntoTheStartAndTooManyEdges() {
    int a = state('a');
    assertThatIllegalArgumentException().isThrownBy(() -> builder.addEdge(a, Nfa.START));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.setAlwaysEnabled(Nfa.START));
    NfaBuilder limited = new NfaBuilder(2);
    int state = limited.addState(SymbolSet.ALL);
    limited.addEdge(Nfa.START, state);
    limited.addEdge(state, state);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> limited.addEdge(state, state))
        .satisfies(e -> assertThat(e.limit()).isEqualTo(2))
        .satisfies(e -> assertThat(e.seen()).isEqualTo(3));
  }
}
