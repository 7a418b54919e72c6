package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import java.util.Optional;

/** Turns heads round: an automaton that reads the gap behind a head, then the head, backwards. */
final class HeadReverser {

  /** Wider gaps are not read backwards: each of their places would be a state. */
  private static final int WIDEST = 64;

  private HeadReverser() {}

  /**
   * Turns a head round.
   *
   * @param most the most states and edges
   * @return an automaton that is to be started at a piece, and reports where the head starts: if
   *     that is where the stream does, as what it reports at its end; or nothing if the gap is wide
   *     or takes any number of any bytes, or if it would be larger
   */
  static Optional<Nfa> reverse(Head head, long most) {
    Gap gap = head.gap();
    boolean endless = gap.max() == Gap.UNBOUNDED && gap.symbols().complement().isEmpty();
    if (endless || Math.max(gap.min(), gap.max()) > WIDEST || mostSize(head) > most) {
      return Optional.empty();
    }
    Nfa nfa = head.nfa();
    NfaBuilder builder = new NfaBuilder();
    for (int state = 1; state < nfa.stateCount(); state++) {
      builder.addState(nfa.symbols(state));
      builder.addFlags(state, nfa.isAlwaysEnabled(state) ? ReportFlags.HERE : ReportFlags.NONE);
    }
    for (int i = 0; i < nfa.successorCount(Nfa.START); i++) {
      builder.addFlags(nfa.successor(Nfa.START, i), ReportFlags.FINAL_HERE);
    }
    for (int state = 1; state < nfa.stateCount(); state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        builder.addEdge(nfa.successor(state, i), state);
      }
    }
    int last = Nfa.START;
    for (int length = 0; ; length++) {
      if (length >= gap.min()) {
        enter(nfa, last, builder);
      }
      boolean repeats = gap.max() == Gap.UNBOUNDED && length > gap.min();
      if (repeats || length == gap.max()) {
        if (repeats) {
          builder.addEdge(last, last);
        }
        return Optional.of(builder.build());
      }
      int next = builder.addState(gap.symbols());
      builder.addEdge(last, next);
      last = next;
    }
  }

  /** At least as many states and edges as a head has turned round. */
  private static long mostSize(Head head) {
    Nfa nfa = head.nfa();
    long ends = 0;
    for (int state = 1; state < nfa.stateCount(); state++) {
      ends += nfa.reportFlags(state) == ReportFlags.NONE ? 0 : 1;
    }
    // A place is a state and an edge, or two edges where it repeats.
    long places = 2L + Math.max(head.gap().min(), head.gap().max());
    return nfa.stateCount() + nfa.edgeCount() + places * (ends + 3);
  }

  /** Goes on from a place of the gap to where the head ends. */
  private static void enter(Nfa nfa, int from, NfaBuilder builder) {
    if ((nfa.reportFlags(Nfa.START) & ReportFlags.HERE) != 0) {
      builder.addFlags(from, ReportFlags.FINAL_HERE);
    }
    for (int state = 1; state < nfa.stateCount(); state++) {
      if ((nfa.reportFlags(state) & ReportFlags.HERE) != 0) {
        builder.addEdge(from, state);
      }
    }
  }
}
