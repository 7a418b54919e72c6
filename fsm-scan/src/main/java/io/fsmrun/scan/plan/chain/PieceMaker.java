package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RuleCompiler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes the factors of a piece: the strings to search for, and automata for what lies around them.
 *
 * <p>If the piece stands for few strings, those are its factors. Otherwise the stretch of it that
 * stands for few and has the rarest windows is searched for, and the rest is checked by an
 * automaton of one machine word on either side.
 */
public final class PieceMaker {

  private static final int MAX_STRINGS = 16;
  private static final int MAX_STRING = 256;

  /** A later piece is searched for if that costs no more, in nanoseconds per byte. */
  private static final double LATER_COST = 0.008;

  private static final int LATER_LENGTH = 4;

  private final RuleCompiler compiler;
  private final ByteModel model;
  private final double maxCost;
  private final Nanos nanos;

  /**
   * A maker.
   *
   * @param compiler makes the automata
   * @param model which windows are rare
   * @param maxCost what searching for a piece may cost, in nanoseconds per byte
   * @param nanos what searching for a string costs, in the same unit
   */
  PieceMaker(RuleCompiler compiler, ByteModel model, double maxCost, Nanos nanos) {
    this.nanos = nanos;
    this.compiler = compiler;
    this.model = model;
    this.maxCost = maxCost;
  }

  /** What searching for a string costs. */
  @FunctionalInterface
  interface Nanos {

    /** Nanoseconds per byte of input; infinite if the string cannot be searched for. */
    double of(List<SymbolSet> string, ByteModel model);
  }

  /** A stretch of nodes, the strings that it stands for, and what it costs to search for them. */
  private record Stretch(int from, int to, List<List<SymbolSet>> strings, double cost) {

    private boolean isWhole(List<RegexNode> nodes) {
      return from == 0 && to == nodes.size();
    }
  }

  /**
   * Nodes that are searched for.
   *
   * @param factors one of which must match
   * @param length how many nodes, from the first on, they stand for
   */
  record Piece(List<Factor> factors, int length) {}

  /**
   * The factors of a piece.
   *
   * @param nodes what comes up to the next gap
   * @param isFirst whether nothing comes before it, so that it must be found, whatever the cost; a
   *     later one is left to the tail if it is no bargain
   * @return the factors of the first few of the nodes, or nothing if a later piece is left to the
   *     tail
   * @throws NotSearchableException if the first piece has no window, or only frequent ones
   */
  Optional<Piece> piece(List<RegexNode> nodes, boolean isFirst) throws NotSearchableException {
    int count = 0;
    while (count < nodes.size() && !Nodes.hasAssertion(nodes.get(count))) {
      count++;
    }
    Stretch best = best(nodes.subList(0, count));
    if (!isFirst && (best == null || best.cost() > LATER_COST || !isWide(best))) {
      return Optional.empty();
    }
    if (best == null) {
      throw new NotSearchableException("no window");
    }
    if (best.cost() > maxCost) {
      throw new NotSearchableException(
          "its rarest windows are too frequent: %.2f ns a byte".formatted(best.cost()));
    }
    List<RegexNode> before = nodes.subList(0, best.from());
    if (!isSmall(before)) {
      if (isFirst) {
        throw new NotSearchableException("too much before its rarest window");
      }
      return Optional.empty();
    }
    int end = isSmall(nodes.subList(best.to(), count)) ? count : best.to();
    List<RegexNode> after = nodes.subList(best.to(), end);
    Optional<Nfa> ahead = automaton(List.of(Nodes.reverse(Nodes.concat(before))), before.isEmpty());
    Optional<Nfa> behind = automaton(after, after.isEmpty());
    List<Factor> factors = new ArrayList<>();
    for (List<SymbolSet> string : best.strings()) {
      factors.add(
          new Factor(ahead, string, behind, Nodes.maxLength(before), Nodes.maxLength(after)));
    }
    return Optional.of(new Piece(factors, end));
  }

  private static boolean isWide(Stretch stretch) {
    return stretch.strings().stream().allMatch(string -> string.size() >= LATER_LENGTH);
  }

  private static boolean isSmall(List<RegexNode> nodes) {
    return Nodes.maxLength(nodes) <= MAX_STRING
        && Nodes.positions(nodes) <= FilterEngine.MAX_SIDE_POSITIONS;
  }

  private Optional<Nfa> automaton(List<RegexNode> nodes, boolean none) {
    return none ? Optional.empty() : Optional.of(compiler.compilePart(Nodes.concat(nodes)));
  }

  /**
   * The automaton of what follows the last piece. It starts before that piece's last byte.
   *
   * @param nodes what follows
   * @return the automaton, without always-enabled states
   */
  Nfa tail(List<RegexNode> nodes) {
    List<RegexNode> parts = new ArrayList<>(nodes);
    parts.add(0, new RegexNode.Symbols(SymbolSet.ALL));
    if (parts.stream().noneMatch(Nodes::hasAssertion)) {
      return compiler.compilePart(Nodes.concat(parts));
    }
    // As if the last byte were the first of an input; an assertion that asks for the start of the
    // input never holds behind a byte, so this changes nothing else.
    parts.add(0, new RegexNode.Assertion(RegexNode.Assertion.Kind.START_OF_INPUT));
    return compiler.compileToPositions(Nodes.concat(parts));
  }

  /** The stretch that costs least, among those that cannot be made longer. */
  private Stretch best(List<RegexNode> nodes) {
    Stretch best = stretch(nodes, 0, nodes.size());
    if (nodes.isEmpty() || best != null && best.strings().size() == 1) {
      return best;
    }
    int from = 0;
    while (from < nodes.size()) {
      int to = from;
      while (to < nodes.size()
          && Nodes.strings(nodes.subList(from, to + 1), MAX_STRINGS, MAX_STRING) != null) {
        to++;
      }
      if (!isSmall(nodes.subList(0, from))) {
        return best;
      }
      Stretch stretch = to == from ? null : stretch(nodes, from, to);
      // The whole is checked without automata, so less of it has to be a bargain.
      if (stretch != null
          && (best == null || stretch.cost() < best.cost() * (best.isWhole(nodes) ? 0.5 : 1))) {
        best = stretch;
      }
      from = Math.max(from + 1, nextStart(nodes, from, to));
    }
    return best;
  }

  /** Past the choice that keeps a stretch from growing: from there on other nodes fit. */
  private static int nextStart(List<RegexNode> nodes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!(nodes.get(i) instanceof RegexNode.Symbols)) {
        return i + 1;
      }
    }
    return to;
  }

  private Stretch stretch(List<RegexNode> nodes, int from, int to) {
    List<List<SymbolSet>> strings = Nodes.strings(nodes.subList(from, to), MAX_STRINGS, MAX_STRING);
    if (strings == null) {
      return null;
    }
    double cost = 0;
    for (List<SymbolSet> string : strings) {
      cost += nanos.of(string, model);
    }
    return cost < Double.POSITIVE_INFINITY ? new Stretch(from, to, strings, cost) : null;
  }
}
