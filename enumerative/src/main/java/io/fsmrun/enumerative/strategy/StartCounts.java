package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;

/**
 * How many flows the ruleset machine starts a segment with, by the byte before it, as the static
 * optimisations of PAP are added one after the other. It depends on nothing else, so it is known
 * from the rules alone. Immutable.
 */
final class StartCounts {

  /** The optimisations in the order in which they are added. */
  enum Stage {
    ALL_STATES,
    RANGE,
    COMPONENTS,
    GROUP,
    PARENT
  }

  /** By stage and byte: flows of the components, and what they are together. */
  private final long[][] flows;

  private StartCounts(long[][] flows) {
    this.flows = flows;
  }

  /**
   * Counts; O(states * classes + edges), with nothing kept but the sums.
   *
   * @throws IllegalArgumentException if a component is of an unknown form
   */
  static StartCounts of(RuleSet rules, PapOptions options) {
    Gathering gathering = new Gathering(options);
    for (RuleSet.Component component : rules.components()) {
      switch (component.automaton()) {
        case Dfa dfa -> gathering.add(dfa);
        case Nfa nfa -> gathering.add(nfa);
        case Automaton other ->
            throw new IllegalArgumentException("an automaton of unknown form " + other.getClass());
      }
    }
    return new StartCounts(gathering.flows());
  }

  /** Machine flows after a byte, with the optimisations up to a stage; at least 1. */
  long flows(Stage stage, int symbol) {
    return Math.max(1, flows[row(stage)][symbol]);
  }

  private static int row(Stage stage) {
    return switch (stage) {
      case ALL_STATES -> 0;
      case RANGE -> 1;
      case COMPONENTS -> 2;
      case GROUP -> 3;
      case PARENT -> 4;
    };
  }

  /** The states that a deterministic automaton may be in after a byte; O(states). */
  static StateSet range(Dfa dfa, int symbol) {
    long[] words = new long[(dfa.stateCount() + 63) / 64];
    mark(dfa, dfa.classes().classOf(symbol), words);
    return StateSet.ofBits(words);
  }

  private static void mark(Dfa dfa, int symbolClass, long[] words) {
    for (int state = 0; state < dfa.stateCount(); state++) {
      int next = dfa.nextByClass(state, symbolClass);
      words[next >> 6] |= 1L << next;
    }
  }

  /** Sums and maxima over the components added so far. */
  private static final class Gathering {

    private static final int KINDS = 4;

    private final PapOptions options;

    /** By kind (all states, range, group, parent) and byte. */
    private final long[][] sum = new long[KINDS][SymbolSet.ALPHABET_SIZE];

    private final long[][] most = new long[KINDS][SymbolSet.ALPHABET_SIZE];

    Gathering(PapOptions options) {
      this.options = options;
    }

    /** Every flow of a DFA has one state, so nothing is saved beyond the range. */
    void add(Dfa dfa) {
      int[] counts = new int[dfa.classes().count()];
      for (int c = 0; c < counts.length; c++) {
        long[] words = new long[(dfa.stateCount() + 63) / 64];
        mark(dfa, c, words);
        for (long word : words) {
          counts[c] += Long.bitCount(word);
        }
      }
      for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
        int all = dfa.stateCount();
        int range = options.rangeGuidedCut() ? counts[dfa.classes().classOf(symbol)] : all;
        add(symbol, all, range, range, range);
      }
    }

    void add(Nfa nfa) {
      PapOptions ranges = new PapOptions(options.rangeGuidedCut(), true, false, false);
      PapOptions groups =
          new PapOptions(options.rangeGuidedCut(), true, options.activeStateGroup(), false);
      NfaStarts starts = new NfaStarts(nfa);
      SymbolClasses classes = nfa.symbolClasses();
      int[][] counts = new int[classes.count()][];
      for (int c = 0; c < counts.length; c++) {
        int symbol = classes.representative(c);
        counts[c] =
            new int[] {
              starts.count(symbol, ranges),
              starts.count(symbol, groups),
              starts.count(symbol, options)
            };
      }
      for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
        int[] of = counts[classes.classOf(symbol)];
        // The start of the automaton is no flow, but the flow from nothing is one.
        add(symbol, nfa.stateCount(), of[0], of[1], of[2]);
      }
    }

    private void add(int symbol, int... counts) {
      for (int kind = 0; kind < KINDS; kind++) {
        sum[kind][symbol] += counts[kind];
        most[kind][symbol] = Math.max(most[kind][symbol], counts[kind]);
      }
    }

    long[][] flows() {
      long[][] shared = options.connectedComponents() ? most : sum;
      return new long[][] {sum[0], sum[1], shared[1], shared[2], shared[3]};
    }
  }
}
