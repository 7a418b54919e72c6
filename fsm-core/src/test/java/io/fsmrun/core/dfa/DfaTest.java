package io.fsmrun.core.dfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a table must be, and what is read from it. */
class DfaTest {

  private static final SymbolClasses TWO = SymbolClasses.of(List.of(SymbolSet.of('a')));

  private static Dfa dfa(char... table) {
    byte[] flags = new byte[table.length / 2];
    flags[flags.length - 1] = ReportFlags.HERE;
    return new Dfa(TWO, table, flags, 0);
  }

  @Test
  void stepsAndReports() {
    Dfa dfa = dfa((char) 0, (char) 1, (char) 1, (char) 1);
    assertThat(dfa.stateCount()).isEqualTo(2);
    assertThat(dfa.isDeterministic()).isTrue();
    assertThat(dfa.start()).isZero();
    assertThat(dfa.startConfiguration()).isEqualTo(StateSet.of(0));
    assertThat(dfa.next(0, 'a')).isEqualTo(1);
    assertThat(dfa.next(0, 'b')).isZero();
    assertThat(dfa.next(0, 255)).isZero();
    assertThat(dfa.nextByClass(0, 1)).isEqualTo(1);
    assertThat(dfa.isAbsorbing(0)).isFalse();
    assertThat(dfa.isAbsorbing(1)).isTrue();
    assertThat(dfa.reportFlags(1)).isEqualTo(ReportFlags.HERE);
    assertThat(dfa.reportFlags(StateSet.of(1))).isEqualTo(ReportFlags.HERE);
    assertThatIllegalArgumentException().isThrownBy(() -> dfa.reportFlags(StateSet.of(0, 1)));
    assertThatIllegalArgumentException().isThrownBy(() -> dfa.reportFlags(StateSet.EMPTY));
  }

  @Test
  void refusesTablesThatDoNotFit() {
    byte[] one = new byte[1];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Dfa(TWO, new char[0], new byte[0], 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Dfa(TWO, new char[1], one, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Dfa(TWO, new char[4], one, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Dfa(TWO, new char[2], one, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Dfa(TWO, new char[2], one, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Dfa(TWO, new char[] {0, 1}, one, 0));
    int tooMany = Dfa.MAX_STATES + 1;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Dfa(TWO, new char[tooMany * 2], new byte[tooMany], 0));
  }

  @Test
  void takesTheMostStates() {
    char[] table = new char[Dfa.MAX_STATES * 2];
    table[0] = Dfa.MAX_STATES - 1;
    Dfa dfa = new Dfa(TWO, table, new byte[Dfa.MAX_STATES], Dfa.MAX_STATES - 1);
    assertThat(dfa.next(0, 'b')).isEqualTo(Dfa.MAX_STATES - 1);
    assertThat(dfa.start()).isEqualTo(Dfa.MAX_STATES - 1);
  }

  @Test
  void equalityCoversTableFlagsClassesAndStart() {
    char[] table = {0, 1, 1, 0};
    Dfa dfa = new Dfa(TWO, table.clone(), new byte[] {0, 1}, 0);
    assertThat(new Dfa(TWO, table.clone(), new byte[] {0, 1}, 0))
        .isEqualTo(dfa)
        .hasSameHashCodeAs(dfa);
    assertThat(new Dfa(TWO, table.clone(), new byte[] {0, 1}, 1)).isNotEqualTo(dfa);
    assertThat(new Dfa(TWO, table.clone(), new byte[] {1, 0}, 0)).isNotEqualTo(dfa);
    assertThat(new Dfa(TWO, new char[] {0, 1, 1, 1}, new byte[] {0, 1}, 0)).isNotEqualTo(dfa);
    SymbolClasses other = SymbolClasses.of(List.of(SymbolSet.of('b')));
    assertThat(new Dfa(other, table.clone(), new byte[] {0, 1}, 0)).isNotEqualTo(dfa);
  }

  /**
   * {@code a} and then {@code n} bytes: 2 to the n + 1 states, and the start, when deterministic.
   */
  private static Nfa window(int n) {
    NfaBuilder builder = new NfaBuilder();
    int state = builder.addState(SymbolSet.of('a'));
    builder.setAlwaysEnabled(state);
    for (int i = 0; i < n; i++) {
      int next = builder.addState(SymbolSet.ALL);
      builder.addEdge(state, next);
      state = next;
    }
    builder.addFlags(state, ReportFlags.HERE);
    return builder.build();
  }

  @Test
  void determinizingStopsAtItsLimit() {
    Nfa nfa = window(4);
    int states = Determinizer.determinize(nfa, 100).stateCount();
    assertThat(states).isEqualTo(33);
    assertThat(Determinizer.determinize(nfa, states).stateCount()).isEqualTo(states);
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> Determinizer.determinize(nfa, states - 1))
        .satisfies(e -> assertThat(e.limit()).isEqualTo(states - 1))
        .satisfies(e -> assertThat(e.seen()).isEqualTo(states));
    assertThatIllegalArgumentException().isThrownBy(() -> Determinizer.determinize(nfa, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Determinizer.determinize(nfa, Dfa.MAX_STATES + 1));
  }

  @Test
  void determinizingTellsThatTableEntriesRunOut() {
    assertThatExceptionOfType(LimitExceededException.class)
        .isThrownBy(() -> Determinizer.determinize(window(17), Dfa.MAX_STATES))
        .satisfies(e -> assertThat(e.seen()).isEqualTo(Dfa.MAX_STATES + 1));
  }

  /** The start is like the set with nothing active, so the minimal automaton has one state less. */
  @Test
  void determinizesAndMinimizesManyStates() {
    Dfa dfa = Determinizer.determinize(window(13), Dfa.MAX_STATES);
    assertThat(dfa.stateCount()).isEqualTo((1 << 14) + 1);
    Dfa minimal = Minimizer.minimize(dfa);
    assertThat(minimal.stateCount()).isEqualTo(1 << 14);
    assertThat(minimal.classes().count()).isEqualTo(2);
  }
}
