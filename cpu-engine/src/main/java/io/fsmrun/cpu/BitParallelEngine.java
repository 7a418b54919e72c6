package io.fsmrun.cpu;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;

/**
 * A position automaton as bit vectors: a row of matching states per byte class, a row of successors
 * per state. A step costs O(words * (1 + active states)).
 */
final class BitParallelEngine implements Engine {

  private final Nfa nfa;
  private final int wordCount;
  private final byte[] classOf;
  private final long[][] matchRows;
  private final long[][] startRows;
  private final long[][] successorRows;
  private final long[] reporting;
  private final boolean[] classStarts;

  BitParallelEngine(Nfa nfa) {
    this.nfa = nfa;
    this.wordCount = (nfa.stateCount() + 63) >>> 6;
    SymbolClasses classes = nfa.symbolClasses();
    this.classOf = classes.toByteArray();
    this.matchRows = new long[classes.count()][wordCount];
    this.startRows = new long[classes.count()][wordCount];
    this.successorRows = new long[nfa.stateCount()][wordCount];
    this.reporting = new long[wordCount];
    this.classStarts = new boolean[classes.count()];
    for (int state = 0; state < nfa.stateCount(); state++) {
      int word = state >>> 6;
      long bit = 1L << state;
      reporting[word] |= nfa.reportFlags(state) != ReportFlags.NONE ? bit : 0;
      for (int i = 0; i < nfa.successorCount(state); i++) {
        int next = nfa.successor(state, i);
        successorRows[state][next >>> 6] |= 1L << next;
      }
      for (int c = 0; c < matchRows.length; c++) {
        if (nfa.symbols(state).contains(classes.representative(c))) {
          matchRows[c][word] |= bit;
          if (nfa.isAlwaysEnabled(state)) {
            startRows[c][word] |= bit;
            classStarts[c] = true;
          }
        }
      }
    }
  }

  @Override
  public Automaton automaton() {
    return nfa;
  }

  @Override
  public Session newSession() {
    return new BitParallelSession(this);
  }

  int wordCount() {
    return wordCount;
  }

  /** One step; {@code next} is overwritten. Returns whether any state is active after it. */
  boolean step(long[] active, int symbol, long[] next) {
    int symbolClass = classOf[symbol] & 0xff;
    long[] match = matchRows[symbolClass];
    for (int w = 0; w < wordCount; w++) {
      next[w] = 0;
    }
    for (int w = 0; w < wordCount; w++) {
      for (long bits = active[w]; bits != 0; bits &= bits - 1) {
        long[] row = successorRows[w * 64 + Long.numberOfTrailingZeros(bits)];
        for (int v = 0; v < wordCount; v++) {
          next[v] |= row[v];
        }
      }
    }
    long[] start = startRows[symbolClass];
    long any = 0;
    for (int w = 0; w < wordCount; w++) {
      next[w] = (next[w] & match[w]) | start[w];
      any |= next[w];
    }
    return any != 0;
  }

  /**
   * With nothing active: the first position from {@code from} on whose byte activates a state, or
   * {@code to}.
   */
  int skipIdle(byte[] input, int from, int to) {
    int p = from;
    while (p < to && !classStarts[classOf[input[p] & 0xff] & 0xff]) {
      p++;
    }
    return p;
  }

  int flags(long[] active) {
    int flags = ReportFlags.NONE;
    for (int w = 0; w < wordCount; w++) {
      for (long bits = active[w] & reporting[w]; bits != 0; bits &= bits - 1) {
        flags |= nfa.reportFlags(w * 64 + Long.numberOfTrailingZeros(bits));
      }
    }
    return flags;
  }
}
