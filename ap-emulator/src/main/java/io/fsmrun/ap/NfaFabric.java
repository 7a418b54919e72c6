package io.fsmrun.ap;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.ActiveMask;
import io.fsmrun.core.symbol.SymbolClasses;

/**
 * A position automaton, one bit (one STE) per state.
 *
 * <p>Match rows: one bit vector per byte class says which states match. A step enables the
 * successors of the active states and those that are always enabled, and keeps the ones whose bit
 * is set in the row of the symbol.
 */
final class NfaFabric implements Fabric {

  private final Nfa nfa;
  private final byte[] classOf;
  private final long[][] matchRows;
  private final long[][] startRows;
  private final int[][] successors;
  private final ReportRow reports;
  private final boolean canStart;

  NfaFabric(Nfa nfa) {
    this.nfa = nfa;
    SymbolClasses classes = nfa.symbolClasses();
    this.classOf = classes.toByteArray();
    int words = (nfa.stateCount() + 63) >>> 6;
    this.matchRows = new long[classes.count()][words];
    this.startRows = new long[classes.count()][words];
    this.successors = new int[nfa.stateCount()][];
    this.reports = new ReportRow(nfa.stateCount(), nfa::reportFlags);
    boolean anyStart = false;
    for (int state = 0; state < successors.length; state++) {
      successors[state] = new int[nfa.successorCount(state)];
      for (int i = 0; i < successors[state].length; i++) {
        successors[state][i] = nfa.successor(state, i);
      }
      anyStart |= nfa.isAlwaysEnabled(state);
      for (int c = 0; c < matchRows.length; c++) {
        if (nfa.symbols(state).contains(classes.representative(c))) {
          matchRows[c][state >>> 6] |= 1L << state;
          startRows[c][state >>> 6] |= nfa.isAlwaysEnabled(state) ? 1L << state : 0;
        }
      }
    }
    this.canStart = anyStart;
  }

  @Override
  public int stateCount() {
    return nfa.stateCount();
  }

  @Override
  public void step(ActiveMask active, int symbol, ActiveMask next) {
    int symbolClass = classOf[symbol] & 0xff;
    long[] match = matchRows[symbolClass];
    long[] start = startRows[symbolClass];
    for (int w = 0; w < start.length; w++) {
      next.orWord(w, start[w]);
    }
    for (int w = active.nextWord(0); w >= 0; w = active.nextWord(w + 1)) {
      for (long bits = active.word(w); bits != 0; bits &= bits - 1) {
        for (int successor : successors[w * 64 + Long.numberOfTrailingZeros(bits)]) {
          next.orWord(successor >>> 6, match[successor >>> 6] & 1L << successor);
        }
      }
    }
  }

  @Override
  public int reportFlags(ActiveMask active) {
    return reports.flags(active);
  }

  @Override
  public boolean isSettled(ActiveMask active) {
    return !canStart && active.nextWord(0) < 0;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public int next(int state, int symbol) {
    throw new UnsupportedOperationException("a state has several successors");
  }

  @Override
  public int reportFlags(int state) {
    return reports.flags(state);
  }

  @Override
  public boolean isSettled(int state) {
    return false;
  }
}
