package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;

/**
 * A position automaton of at most 64 states besides its start, as one machine word: what comes
 * before or after a factor's string. A step costs O(active states). Immutable.
 */
final class BitNfa {

  /** The most states besides the start. */
  static final int MAX_STATES = Long.SIZE;

  private final long first;
  private final long accepting;
  private final boolean acceptsNothing;
  private final long[] successors;
  private final long[] match;
  private final byte[] classOf;

  /**
   * Takes an automaton over.
   *
   * @param nfa at most {@value #MAX_STATES} states besides the start, none always enabled
   * @param classOf classes of all symbols, at least as fine as the automaton's
   * @param representatives a symbol of each class
   */
  BitNfa(Nfa nfa, byte[] classOf, int[] representatives) {
    this.classOf = classOf;
    this.successors = new long[nfa.stateCount() - 1];
    this.match = new long[representatives.length];
    this.first = targets(nfa, Nfa.START);
    this.acceptsNothing = nfa.reportFlags(Nfa.START) != ReportFlags.NONE;
    long accept = 0;
    for (int state = 1; state < nfa.stateCount(); state++) {
      long bit = 1L << state - 1;
      successors[state - 1] = targets(nfa, state);
      accept |= nfa.reportFlags(state) != ReportFlags.NONE ? bit : 0;
      for (int c = 0; c < representatives.length; c++) {
        match[c] |= nfa.symbols(state).contains(representatives[c]) ? bit : 0;
      }
    }
    this.accepting = accept;
  }

  private static long targets(Nfa nfa, int state) {
    long bits = 0;
    for (int i = 0; i < nfa.successorCount(state); i++) {
      bits |= 1L << nfa.successor(state, i) - 1;
    }
    return bits;
  }

  boolean acceptsNothing() {
    return acceptsNothing;
  }

  /** The states that a first symbol leads to; 0 if none. */
  long start(int symbol) {
    return first & match[classOf[symbol] & 0xff];
  }

  long step(long active, int symbol) {
    long next = 0;
    for (long bits = active; bits != 0; bits &= bits - 1) {
      next |= successors[Long.numberOfTrailingZeros(bits)];
    }
    return next & match[classOf[symbol] & 0xff];
  }

  boolean accepts(long active) {
    return (active & accepting) != 0;
  }
}
