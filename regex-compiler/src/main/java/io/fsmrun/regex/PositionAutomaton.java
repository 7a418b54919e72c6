package io.fsmrun.regex;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Builds the position automaton of "anything, then the rule" (specification, section 2; Glushkov
 * 1961).
 *
 * <p>Assertions cost states only where they stand. A position next to a condition is split by the
 * kind of its byte (newline, word, other), so that what lies before each place is known from the
 * state. A condition on the byte after the end of a match becomes one more state that consumes that
 * byte and reports one position back. A newline that must be the last byte becomes a state without
 * successors that reports only at the end of the input.
 */
final class PositionAutomaton {

  /**
   * The part of a position's state that covers one kind of byte; a whole position has them all in
   * one state.
   */
  private static final int NL = 0;

  private static final int LAST_NL = 1;
  private static final int WORD = 2;
  private static final int OTHER = 3;
  private static final int PIECES = 4;
  private static final int NONE = -1;

  private static final SymbolSet[] PIECE_SYMBOLS = {
    Contexts.NEWLINE, Contexts.NEWLINE, Contexts.WORD, Contexts.OTHER
  };
  private static final int[] BEFORE_KIND = {
    Contexts.BEFORE_NL, Contexts.BEFORE_NL, Contexts.BEFORE_WORD, Contexts.BEFORE_OTHER
  };

  private final PositionGraph graph;
  private final NfaBuilder builder;

  /**
   * Per position: its state if whole, and a state for each piece if split; {@link #NONE} where
   * there is none.
   */
  private final int[] wholeState;

  private final int[][] pieceStates;

  /** What may lie before the rule: pieces of "any byte", always enabled. */
  private final int[] prefixStates = new int[PIECES];

  private final Map<SymbolSet, Integer> lookaheads = new HashMap<>();
  private int finalNewline = NONE;

  private PositionAutomaton(PositionGraph graph, long edgeLimit) {
    this.graph = graph;
    this.builder = new NfaBuilder(edgeLimit);
    this.wholeState = new int[graph.positionCount()];
    this.pieceStates = new int[graph.positionCount()][];
  }

  /**
   * The automaton of a regex.
   *
   * @param regex a syntax tree
   * @param limits how large it may become
   * @return the automaton, without useless states
   * @throws io.fsmrun.core.engine.LimitExceededException if it becomes larger
   */
  static Nfa build(RegexNode regex, CompileLimits limits) {
    PositionGraph graph = new PositionGraph(regex, limits.positions(), limits.edges());
    return new PositionAutomaton(graph, limits.edges() * PIECES).build();
  }

  private Nfa build() {
    boolean[] split = positionsAtConditions();
    for (int p = 0; p < split.length; p++) {
      if (split[p]) {
        wholeState[p] = NONE;
        pieceStates[p] = addPieces(graph.symbols(p));
      } else {
        wholeState[p] = builder.addState(graph.symbols(p));
      }
    }
    addPrefix();
    for (Long2IntMap.Entry edge : graph.edges()) {
      int from = (int) (edge.getLongKey() >>> 32);
      connect(from, (int) edge.getLongKey(), edge.getIntValue());
    }
    PositionGraph.Ends last = graph.last();
    for (int i = 0; i < last.size(); i++) {
      accept(last.position(i), last.condition(i));
    }
    return builder.build();
  }

  private boolean[] positionsAtConditions() {
    boolean[] split = new boolean[graph.positionCount()];
    for (Long2IntMap.Entry edge : graph.edges()) {
      if (edge.getIntValue() != Contexts.ALWAYS) {
        split[(int) (edge.getLongKey() >>> 32)] = true;
        split[(int) edge.getLongKey()] = true;
      }
    }
    for (PositionGraph.Ends ends : Arrays.asList(graph.first(), graph.last())) {
      for (int i = 0; i < ends.size(); i++) {
        split[ends.position(i)] |= ends.condition(i) != Contexts.ALWAYS;
      }
    }
    return split;
  }

  private int[] addPieces(SymbolSet set) {
    int[] states = new int[PIECES];
    for (int piece = 0; piece < PIECES; piece++) {
      SymbolSet part = set.and(PIECE_SYMBOLS[piece]);
      states[piece] = part.isEmpty() ? NONE : builder.addState(part);
    }
    return states;
  }

  /** Starts and empty matches: the regex may begin at the edge of the input, or after any byte. */
  private void addPrefix() {
    for (int piece = 0; piece < PIECES; piece++) {
      prefixStates[piece] = NONE;
      if (piece != LAST_NL) {
        prefixStates[piece] = builder.addState(PIECE_SYMBOLS[piece]);
        builder.setAlwaysEnabled(prefixStates[piece]);
      }
    }
    PositionGraph.Ends first = graph.first();
    for (int i = 0; i < first.size(); i++) {
      start(first.position(i), first.condition(i));
    }
    report(Nfa.START, Contexts.allowedAfter(graph.nullable(), Contexts.BEFORE_START));
    for (int piece = 0; piece < PIECES; piece++) {
      if (prefixStates[piece] != NONE) {
        report(prefixStates[piece], Contexts.allowedAfter(graph.nullable(), BEFORE_KIND[piece]));
      }
    }
  }

  private void start(int position, int condition) {
    if (wholeState[position] != NONE) {
      builder.setAlwaysEnabled(wholeState[position]);
      return;
    }
    for (int piece = 0; piece < PIECES; piece++) {
      int state = pieceStates[position][piece];
      if (state == NONE) {
        continue;
      }
      boolean[] from = new boolean[Contexts.BEFORE_KINDS];
      boolean fromAll = true;
      for (int before = 0; before < Contexts.BEFORE_KINDS; before++) {
        from[before] = mayEnter(condition, before, piece);
        fromAll &= from[before];
      }
      if (fromAll) {
        builder.setAlwaysEnabled(state);
        continue;
      }
      if (from[Contexts.BEFORE_START]) {
        builder.addEdge(Nfa.START, state);
      }
      for (int prefix = 0; prefix < PIECES; prefix++) {
        if (prefixStates[prefix] != NONE && from[BEFORE_KIND[prefix]]) {
          builder.addEdge(prefixStates[prefix], state);
        }
      }
    }
  }

  private void connect(int from, int to, int condition) {
    if (wholeState[from] != NONE) {
      connectState(wholeState[from], NONE, to, condition);
      return;
    }
    for (int piece = 0; piece < PIECES; piece++) {
      // After the last byte comes none, so the piece for a final newline leads nowhere.
      if (pieceStates[from][piece] != NONE && piece != LAST_NL) {
        connectState(pieceStates[from][piece], BEFORE_KIND[piece], to, condition);
      }
    }
  }

  private void connectState(int state, int before, int to, int condition) {
    if (wholeState[to] != NONE) {
      builder.addEdge(state, wholeState[to]);
      return;
    }
    for (int piece = 0; piece < PIECES; piece++) {
      int target = pieceStates[to][piece];
      if (target != NONE
          && (before == NONE ? piece != LAST_NL : mayEnter(condition, before, piece))) {
        builder.addEdge(state, target);
      }
    }
  }

  /**
   * Whether a condition lets a piece be entered after a kind of byte. The piece for a final newline
   * serves only where a newline must be the last byte: elsewhere the ordinary one covers it.
   */
  private static boolean mayEnter(int condition, int before, int piece) {
    return switch (piece) {
      case NL -> Contexts.allows(condition, before, Contexts.AFTER_NL);
      case LAST_NL ->
          Contexts.allows(condition, before, Contexts.AFTER_LAST_NL)
              && !Contexts.allows(condition, before, Contexts.AFTER_NL);
      case WORD -> Contexts.allows(condition, before, Contexts.AFTER_WORD);
      case OTHER -> Contexts.allows(condition, before, Contexts.AFTER_OTHER);
      default -> throw new IllegalArgumentException("piece " + piece);
    };
  }

  private void accept(int position, int condition) {
    if (wholeState[position] != NONE) {
      builder.addFlags(wholeState[position], ReportFlags.HERE);
      return;
    }
    for (int piece = 0; piece < PIECES; piece++) {
      int state = pieceStates[position][piece];
      if (state != NONE) {
        int after = Contexts.allowedAfter(condition, BEFORE_KIND[piece]);
        report(state, piece == LAST_NL ? after & 1 << Contexts.AFTER_END : after);
      }
    }
  }

  /** Lets a state report under a condition on what follows. */
  private void report(int state, int after) {
    if (after == Contexts.ANY_AFTER) {
      builder.addFlags(state, ReportFlags.HERE);
      return;
    }
    if ((after & 1 << Contexts.AFTER_END) != 0) {
      builder.addFlags(state, ReportFlags.FINAL_HERE);
    }
    SymbolSet next = SymbolSet.EMPTY;
    if ((after & 1 << Contexts.AFTER_NL) != 0) {
      next = next.or(Contexts.NEWLINE);
    } else if ((after & 1 << Contexts.AFTER_LAST_NL) != 0) {
      builder.addEdge(state, finalNewline());
    }
    if ((after & 1 << Contexts.AFTER_WORD) != 0) {
      next = next.or(Contexts.WORD);
    }
    if ((after & 1 << Contexts.AFTER_OTHER) != 0) {
      next = next.or(Contexts.OTHER);
    }
    if (!next.isEmpty()) {
      builder.addEdge(state, lookahead(next));
    }
  }

  private int lookahead(SymbolSet next) {
    return lookaheads.computeIfAbsent(
        next,
        set -> {
          int state = builder.addState(set);
          builder.addFlags(state, ReportFlags.BACK);
          return state;
        });
  }

  private int finalNewline() {
    if (finalNewline == NONE) {
      finalNewline = builder.addState(Contexts.NEWLINE);
      builder.addFlags(finalNewline, ReportFlags.FINAL_BACK);
    }
    return finalNewline;
  }
}
