package io.fsmrun.core.dfa;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolClasses;
import java.util.Arrays;

/**
 * Subset construction of a homogeneous automaton.
 *
 * <p>Homogeneity makes a step cheap: the states that may follow a set are gathered once per DFA
 * state, and each byte class then keeps those that it matches, one AND per word. Time O(D * (A * W
 * + K * W)) for D resulting states, K byte classes, W words of 64 states and A active states a set;
 * memory O(D * (W + K)).
 */
public final class Determinizer {

  /**
   * Up to this many states, successor rows are bit vectors; beyond, they would outgrow the edges
   * too far.
   */
  private static final int DENSE_STATES = 4096;

  private final Nfa nfa;
  private final int stateLimit;
  private final SymbolClasses classes;
  private final int wordCount;
  private final long[][] matchRows;
  private final long[][] successorRows;
  private final long[] alwaysEnabled;
  private final SetTable sets;
  private char[] table;

  private Determinizer(Nfa nfa, int stateLimit) {
    this.nfa = nfa;
    this.stateLimit = stateLimit;
    this.classes = nfa.symbolClasses();
    this.wordCount = (nfa.stateCount() + 63) >>> 6;
    this.matchRows = matchRows();
    this.alwaysEnabled = new long[wordCount];
    for (int state = 0; state < nfa.stateCount(); state++) {
      if (nfa.isAlwaysEnabled(state)) {
        alwaysEnabled[state >>> 6] |= 1L << state;
      }
    }
    this.successorRows = nfa.stateCount() <= DENSE_STATES ? successorRows() : null;
    this.sets = new SetTable(wordCount);
    this.table = new char[64 * classes.count()];
  }

  /**
   * The deterministic automaton that makes the same reports; not minimal.
   *
   * @param nfa a homogeneous automaton
   * @param stateLimit the most states, at most {@link Dfa#MAX_STATES}
   * @return the automaton; its states are numbered in the order of their discovery, from the start,
   *     0
   * @throws LimitExceededException if it has more states than the limit
   * @throws IllegalArgumentException if the limit is below 1 or above {@link Dfa#MAX_STATES}
   */
  public static Dfa determinize(Nfa nfa, int stateLimit) {
    if (stateLimit < 1 || stateLimit > Dfa.MAX_STATES) {
      throw new IllegalArgumentException(
          "state limit " + stateLimit + " is not in 1.." + Dfa.MAX_STATES);
    }
    return new Determinizer(nfa, stateLimit).run();
  }

  private long[][] matchRows() {
    long[][] rows = new long[classes.count()][wordCount];
    for (int c = 0; c < rows.length; c++) {
      int symbol = classes.representative(c);
      for (int state = 0; state < nfa.stateCount(); state++) {
        if (nfa.symbols(state).contains(symbol)) {
          rows[c][state >>> 6] |= 1L << state;
        }
      }
    }
    return rows;
  }

  private long[][] successorRows() {
    long[][] rows = new long[nfa.stateCount()][wordCount];
    for (int state = 0; state < rows.length; state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        int next = nfa.successor(state, i);
        rows[state][next >>> 6] |= 1L << next;
      }
    }
    return rows;
  }

  private Dfa run() {
    int classCount = classes.count();
    long[] current = new long[wordCount];
    long[] reachable = new long[wordCount];
    long[] next = new long[wordCount];
    current[0] = 1L << Nfa.START;
    sets.indexOf(current);
    for (int state = 0; state < sets.size(); state++) {
      if ((state + 1) * classCount > table.length) {
        table = Arrays.copyOf(table, Math.max(table.length * 2, (state + 1) * classCount));
      }
      sets.copyTo(state, current);
      gatherSuccessors(current, reachable);
      for (int c = 0; c < classCount; c++) {
        long[] row = matchRows[c];
        for (int w = 0; w < wordCount; w++) {
          next[w] = reachable[w] & row[w];
        }
        int target = sets.indexOf(next);
        if (sets.size() > stateLimit) {
          throw new LimitExceededException("DFA states", stateLimit, sets.size());
        }
        table[state * classCount + c] = (char) target;
      }
    }
    return new Dfa(classes, Arrays.copyOf(table, sets.size() * classCount), flags(), 0);
  }

  private void gatherSuccessors(long[] set, long[] into) {
    System.arraycopy(alwaysEnabled, 0, into, 0, wordCount);
    for (int w = 0; w < wordCount; w++) {
      for (long bits = set[w]; bits != 0; bits &= bits - 1) {
        int state = w * 64 + Long.numberOfTrailingZeros(bits);
        if (successorRows != null) {
          long[] row = successorRows[state];
          for (int v = 0; v < wordCount; v++) {
            into[v] |= row[v];
          }
        } else {
          for (int i = 0; i < nfa.successorCount(state); i++) {
            int next = nfa.successor(state, i);
            into[next >>> 6] |= 1L << next;
          }
        }
      }
    }
  }

  private byte[] flags() {
    byte[] flags = new byte[sets.size()];
    long[] set = new long[wordCount];
    for (int state = 0; state < flags.length; state++) {
      sets.copyTo(state, set);
      int union = ReportFlags.NONE;
      for (int w = 0; w < wordCount; w++) {
        for (long bits = set[w]; bits != 0; bits &= bits - 1) {
          union |= nfa.reportFlags(w * 64 + Long.numberOfTrailingZeros(bits));
        }
      }
      flags[state] = (byte) ReportFlags.canonical(union);
    }
    return flags;
  }
}
