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

  private final RuleCompiler compiler;
  private final ByteModel model;
  private final double maxCost;

  /**
   * A maker.
   *
   * @param compiler makes the automata
   * @param model which windows are rare
   * @param maxCost what searching for a piece may cost, in nanoseconds per byte
   */
  public PieceMaker(RuleCompiler compiler, ByteModel model, double maxCost) {
    this.compiler = compiler;
    this.model = model;
    this.maxCost = maxCost;
  }

  /** A stretch of nodes, the strings that it stands for, and what it costs to search for them. */
  private record Stretch(int from, int to, List<List<SymbolSet>> strings, double cost) {}

  /**
   * The factors of a piece.
   *
   * @param nodes its parts
   * @return at least one factor
   * @throws NotSearchableException if there is no window, or only frequent ones
   */
  List<Factor> piece(List<RegexNode> nodes) throws NotSearchableException {
    if (nodes.isEmpty()) {
      throw new NotSearchableException("nothing between two gaps, or at an end");
    }
    for (RegexNode node : nodes) {
      if (Nodes.hasAssertion(node)) {
        throw new NotSearchableException("an assertion in its middle");
      }
    }
    Stretch best = best(nodes);
    if (best == null) {
      throw new NotSearchableException("no window");
    }
    if (best.cost() > maxCost) {
      throw new NotSearchableException(
          "its rarest windows are too frequent: %.2f ns a byte".formatted(best.cost()));
    }
    List<RegexNode> before = nodes.subList(0, best.from());
    List<RegexNode> after = nodes.subList(best.to(), nodes.size());
    Optional<Nfa> ahead = automaton(List.of(Nodes.reverse(Nodes.concat(before))), before.isEmpty());
    Optional<Nfa> behind = automaton(after, after.isEmpty());
    List<Factor> factors = new ArrayList<>();
    for (List<SymbolSet> string : best.strings()) {
      factors.add(
          new Factor(ahead, string, behind, Nodes.maxLength(before), Nodes.maxLength(after)));
    }
    return factors;
  }

  private Optional<Nfa> automaton(List<RegexNode> nodes, boolean none)
      throws NotSearchableException {
    if (none) {
      return Optional.empty();
    }
    if (Nodes.maxLength(nodes) > MAX_STRING) {
      throw new NotSearchableException("too much beside its rarest window");
    }
    if (Nodes.positions(nodes) > FilterEngine.MAX_SIDE_POSITIONS) {
      throw new NotSearchableException("too many positions beside its rarest window");
    }
    return Optional.of(compiler.compilePart(Nodes.concat(nodes)));
  }

  /** The stretch that costs least, among those that cannot be made longer. */
  private Stretch best(List<RegexNode> nodes) {
    Stretch best = stretch(nodes, 0, nodes.size());
    if (best != null && best.cost() <= maxCost) {
      return best;
    }
    int from = 0;
    while (from < nodes.size()) {
      int to = from;
      while (to < nodes.size()
          && Nodes.strings(nodes.subList(from, to + 1), MAX_STRINGS, MAX_STRING) != null) {
        to++;
      }
      Stretch stretch = to == from ? null : stretch(nodes, from, to);
      if (stretch != null && (best == null || stretch.cost() < best.cost())) {
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
      cost += FilterEngine.windowNanos(string, model);
    }
    return cost < Double.POSITIVE_INFINITY ? new Stretch(from, to, strings, cost) : null;
  }
}
