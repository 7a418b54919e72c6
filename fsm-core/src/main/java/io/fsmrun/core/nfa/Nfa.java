package io.fsmrun.core.nfa;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * A homogeneous nondeterministic automaton: every edge into a state carries that state's symbol
 * set, and there are no empty edges. Position (Glushkov) automata have this form, and it is what
 * the Automata Processor runs, one state per STE (specification, section 2).
 *
 * <p>State 0 is the start: it is active before the first byte only, accepts no symbol, and its
 * successors are the states that the Automata Processor calls start-of-data. A state marked {@code
 * alwaysEnabled} may be entered at any byte, whatever is active (the Automata Processor's all-input
 * start). One step on symbol {@code c}:
 *
 * <pre>
 *   next = { q : c in symbols(q), and q is always enabled or a successor of an active state }
 * </pre>
 *
 * <p>Immutable, shared by threads. Edges are stored row by row, sorted.
 */
public final class Nfa implements Automaton {

  /** The start state. */
  public static final int START = 0;

  private final SymbolSet[] symbols;
  private final boolean[] alwaysEnabled;
  private final byte[] flags;
  private final int[] edgeStart;
  private final int[] edges;

  Nfa(SymbolSet[] symbols, boolean[] alwaysEnabled, byte[] flags, int[] edgeStart, int[] edges) {
    this.symbols = symbols;
    this.alwaysEnabled = alwaysEnabled;
    this.flags = flags;
    this.edgeStart = edgeStart;
    this.edges = edges;
  }

  @Override
  public int stateCount() {
    return symbols.length;
  }

  @Override
  public StateSet startConfiguration() {
    return StateSet.of(START);
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public int reportFlags(StateSet configuration) {
    int union = ReportFlags.NONE;
    for (int i = 0; i < configuration.size(); i++) {
      union |= flags[configuration.get(i)];
    }
    return ReportFlags.canonical(union);
  }

  /**
   * Number of edges, the implied ones into always-enabled states not counted.
   *
   * @return 0 or more
   */
  public int edgeCount() {
    return edges.length;
  }

  /**
   * The symbols on which a state is entered.
   *
   * @param state a state
   * @return its symbol set; empty for the start
   */
  public SymbolSet symbols(int state) {
    return symbols[state];
  }

  /**
   * Whether a state may be entered at any byte.
   *
   * @param state a state
   * @return true for an all-input start
   */
  public boolean isAlwaysEnabled(int state) {
    return alwaysEnabled[state];
  }

  /**
   * What a state reports while it is active.
   *
   * @param state a state
   * @return bits of {@link ReportFlags}
   */
  public int reportFlags(int state) {
    return flags[state];
  }

  /**
   * Number of successors of a state.
   *
   * @param state a state
   * @return 0 or more
   */
  public int successorCount(int state) {
    return edgeStart[state + 1] - edgeStart[state];
  }

  /**
   * A successor of a state.
   *
   * @param state a state
   * @param index from 0, below the number of successors
   * @return the successor
   */
  public int successor(int state, int index) {
    return edges[edgeStart[state] + index];
  }

  /**
   * The coarsest byte classes that keep all symbol sets apart.
   *
   * @return the classes; O(256) per distinct symbol set
   */
  public SymbolClasses symbolClasses() {
    Set<SymbolSet> distinct = new LinkedHashSet<>(Arrays.asList(symbols));
    return SymbolClasses.of(distinct);
  }

  @Override
  public void describeTo(IntConsumer sink) {
    for (int state = 0; state < symbols.length; state++) {
      for (int word = 0; word < SymbolSet.ALPHABET_SIZE / Long.SIZE; word++) {
        long bits = symbols[state].word(word);
        sink.accept((int) bits);
        sink.accept((int) (bits >>> Integer.SIZE));
      }
      sink.accept(flags[state] << 1 | (alwaysEnabled[state] ? 1 : 0));
      sink.accept(successorCount(state));
      for (int i = 0; i < successorCount(state); i++) {
        sink.accept(successor(state, i));
      }
    }
  }
}
