package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.cpu.filter.Head;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RuleCompiler;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Makes the factors of a piece: the strings to search for, and automata for what lies around them.
 *
 * <p>If the piece stands for few strings, those are its factors. Otherwise the stretch of it that
 * stands for few and has the rarest windows is searched for, and the rest is checked by an
 * automaton of one machine word on either side.
 */
public final class PieceMaker {

  /** A later piece is searched for if that costs no more, in nanoseconds per byte. */
  private static final double LATER_COST = 0.008;

  /** A first piece that anything may follow is looked for on demand if it costs more. */
  private static final double OPENING_COST = 0.002;

  /**
   * So does a later piece where it is seldom waited for: behind a first one that costs so little.
   */
  private static final double WAITED_COST = 0.005;

  private static final double SELDOM_COST = 1e-4;

  private static final int LATER_LENGTH = 4;

  /** The same where a tail in its place would never be left once it was entered. */
  private static final double ENDLESS_COST = 0.02;

  /** What a window that needs a pass at every place adds to the cost of a piece. */
  private static final double NARROW_COST = 0.02;

  /** The same for a long stretch of one set. */
  private static final double STRETCH_COST = 0.01;

  private static final int MAX_HEAD = 256;

  /** What a window costs that other rules have, for each pair of them. */
  private static final double SHARED_COST = 2e-6;

  private final RuleCompiler compiler;
  private final ByteModel model;
  private final double maxCost;
  private final IntUnaryOperator shares;
  private final Stretches stretches;
  private final boolean demands;
  private final GapCosts gapCosts;

  /**
   * A maker.
   *
   * @param compiler makes the automata
   * @param stretches finds what is searched for, and which windows are rare
   * @param maxCost what searching for a piece may cost, in nanoseconds per byte
   * @param shares how many rules have a window
   * @param demands whether pieces may be looked for on demand
   */
  PieceMaker(
      RuleCompiler compiler,
      Stretches stretches,
      double maxCost,
      IntUnaryOperator shares,
      boolean demands) {
    this.stretches = stretches;
    this.demands = demands;
    this.compiler = compiler;
    this.model = stretches.model();
    this.gapCosts = new GapCosts(model);
    this.maxCost = maxCost;
    this.shares = shares;
  }

  /** What a piece is to its chain. */
  enum Role {
    /** Nothing comes before it, so it must be found. */
    FIRST,
    /** It is left to the tail if it is no bargain. */
    LATER,
    /** As that, but a tail in its place would never be left once it was entered. */
    BEFORE_ENDLESS,
    /** A tail in its place would be entered on most inputs, and never be left. */
    AFTER_ANYTHING
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
   * @param role what it is to the chain
   * @param onDemand whether it may be looked for on demand: anything may lie before it, and behind
   *     it anything or another piece
   * @param first what finding the first piece costs, if this is a later one
   * @return the factors of the first few of the nodes, or nothing if a later piece is left to the
   *     tail
   * @throws NotSearchableException if the first piece has no window, or only frequent ones
   */
  Optional<Piece> piece(List<RegexNode> nodes, Role role, boolean onDemand, double first)
      throws NotSearchableException {
    int count = searchable(nodes);
    Stretches.Stretch best = stretches.best(nodes.subList(0, count));
    boolean bargain =
        best != null
            && (role == Role.FIRST ? best.cost() <= OPENING_COST : isBargain(best, role))
            && !(onDemand && demands && isFoundByByte(best));
    boolean waits =
        role != Role.FIRST && first <= SELDOM_COST && best != null && best.cost() > WAITED_COST;
    Optional<List<Factor>> demanded =
        (!bargain || waits) && onDemand && demands ? DemandedPieces.of(nodes) : Optional.empty();
    if (demanded.isPresent()) {
      return Optional.of(new Piece(demanded.get(), nodes.size()));
    }
    if (role != Role.FIRST && !bargain) {
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
    if (!Stretches.isSmall(before)) {
      if (role == Role.FIRST) {
        throw new NotSearchableException("too much before its rarest window");
      }
      return Optional.empty();
    }
    int end = checked(nodes, best.to(), count);
    List<RegexNode> after = nodes.subList(best.to(), end);
    Optional<Nfa> ahead = automaton(List.of(Nodes.reverse(Nodes.concat(before))), before.isEmpty());
    Optional<Nfa> behind = automaton(after, after.isEmpty());
    List<Factor> factors = new ArrayList<>();
    for (List<SymbolSet> string : best.strings()) {
      factors.add(
          new Factor(
              ahead, string, behind, Nodes.maxLength(before), Nodes.maxLength(after), false));
    }
    return Optional.of(new Piece(factors, end));
  }

  /**
   * Up to which node a piece is checked where it is found: all that can be, unless that may end in
   * many places and a tail, which begins at each of them, has to follow anyway.
   */
  private static int checked(List<RegexNode> nodes, int from, int count) {
    List<RegexNode> after = nodes.subList(from, count);
    boolean endsOnce = Nodes.minLength(after) == Nodes.maxLength(after);
    return Stretches.isSmall(after) && (endsOnce || count == nodes.size()) ? count : from;
  }

  /**
   * Whether a piece that is not the first is searched for, rather than left to the tail.
   *
   * @param nodes what comes up to the next gap
   */
  boolean isSearchedFor(List<RegexNode> nodes, Role role) {
    Stretches.Stretch best = stretches.best(nodes.subList(0, searchable(nodes)));
    return best != null && isBargain(best, role);
  }

  /**
   * The part of places that a piece is found at, or more.
   *
   * @param nodes what comes up to the next gap
   */
  double foundPart(List<RegexNode> nodes) {
    Stretches.Stretch best = stretches.best(nodes.subList(0, searchable(nodes)));
    return best == null ? 1 : part(best.strings().stream());
  }

  /** The same of a piece that was made. */
  double foundPartOf(List<Factor> piece) {
    return part(piece.stream().map(Factor::string));
  }

  /** The same, rather too much than too little: what a sample tells of windows counts. */
  double mostFoundPartOf(List<Factor> piece) {
    double sum = 0;
    for (Factor factor : piece) {
      sum += FilterEngine.foundPart(factor.string(), model);
    }
    return Math.min(1, sum);
  }

  private double part(Stream<List<SymbolSet>> strings) {
    double sum = strings.mapToDouble(s -> model.probability(s, 0, s.size())).sum();
    return Math.min(1, sum);
  }

  private boolean isBargain(Stretches.Stretch stretch, Role role) {
    return switch (role) {
      case FIRST, AFTER_ANYTHING -> stretch.cost() <= maxCost;
      case BEFORE_ENDLESS -> stretch.cost() <= ENDLESS_COST;
      case LATER -> sharedCost(stretch) <= LATER_COST && isWide(stretch);
    };
  }

  /** Whether a string of a stretch has no window, so that single bytes are looked for. */
  private static boolean isFoundByByte(Stretches.Stretch stretch) {
    return stretch.strings().stream().anyMatch(string -> FilterEngine.windowBytes(string) == 0);
  }

  private static boolean isWide(Stretches.Stretch stretch) {
    return stretch.strings().stream().allMatch(string -> string.size() >= LATER_LENGTH);
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

  /**
   * The automaton of what comes before the first piece that is searched for.
   *
   * @param nodes what comes before, without the gap
   * @return the automaton
   * @throws NotSearchableException if it is large, or its end depends on what comes behind
   */
  Nfa head(List<RegexNode> nodes) throws NotSearchableException {
    if (Nodes.positions(nodes) > MAX_HEAD) {
      throw new NotSearchableException("too much before its rarest window");
    }
    Nfa nfa = compiler.compileToPositions(Nodes.concat(nodes));
    if (!Head.isFit(nfa)) {
      throw new NotSearchableException("an assertion before a gap");
    }
    return nfa;
  }

  /**
   * What searching for a piece costs, with what its windows cost that other rules have too: what
   * many rules look for is likely to be frequent where they are used.
   *
   * @param nodes what comes up to the next gap
   * @return nanoseconds per byte; infinite if it cannot be searched for
   */
  double searchCost(List<RegexNode> nodes) {
    Stretches.Stretch best = stretches.best(nodes.subList(0, searchable(nodes)));
    if (best == null) {
      return Double.POSITIVE_INFINITY;
    }
    double cost = sharedCost(best);
    for (List<SymbolSet> string : best.strings()) {
      if (FilterEngine.isFoundByRun(string, model)) {
        cost += STRETCH_COST;
      } else if (FilterEngine.windowBytes(string) < Integer.BYTES) {
        cost += NARROW_COST;
      }
    }
    return cost;
  }

  /**
   * What a piece costs for being found, however it is searched for.
   *
   * @param nodes what comes up to the next gap
   * @return nanoseconds per byte; infinite if it cannot be searched for
   */
  double findCost(List<RegexNode> nodes) {
    Stretches.Stretch best = stretches.best(nodes.subList(0, searchable(nodes)));
    return best == null ? Double.POSITIVE_INFINITY : best.cost();
  }

  /**
   * The windows by which a piece would be found.
   *
   * @param nodes what comes up to the next gap
   * @return a number for each
   */
  IntList windows(List<RegexNode> nodes) {
    Stretches.Stretch best = stretches.best(nodes.subList(0, searchable(nodes)));
    IntList windows = new IntArrayList();
    if (best != null) {
      best.strings().forEach(string -> windows.add(FilterEngine.rarestWindow(string, model)));
    }
    return windows;
  }

  /** The nodes before the first assertion. */
  private static int searchable(List<RegexNode> nodes) {
    int count = 0;
    while (count < nodes.size() && !Nodes.hasAssertion(nodes.get(count))) {
      count++;
    }
    return count;
  }

  private double sharedCost(Stretches.Stretch stretch) {
    double cost = stretch.cost();
    for (List<SymbolSet> string : stretch.strings()) {
      double others = Math.max(0, shares.applyAsInt(FilterEngine.rarestWindow(string, model)) - 1);
      cost += others * others * SHARED_COST;
    }
    return cost;
  }

  GapCosts gapCosts() {
    return gapCosts;
  }

  /**
   * What a first piece costs that is looked for on demand.
   *
   * @param nodes what comes up to the next gap
   * @return nanoseconds per byte; infinite if it cannot be looked for so
   */
  double demandCost(List<RegexNode> nodes) {
    return demands ? DemandedPieces.cost(nodes, model) : Double.POSITIVE_INFINITY;
  }

  /**
   * What the factors of a piece cost for being found; those that are looked for on demand are
   * frequent.
   */
  double findingCost(List<Factor> piece) {
    double cost = 0;
    for (Factor factor : piece) {
      cost += factor.onDemand() ? 1 : stretches.nanos(factor.string());
    }
    return cost;
  }
}
