package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.regex.RegexNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds by which stretch of its nodes a piece had better be searched for: one that stands for few
 * strings, whose windows are rare. Remembers what was asked, as several ways to take a rule apart
 * ask for the same pieces. Mutable, for one thread at a time.
 */
final class Stretches {

  private static final int MAX_STRINGS = 16;

  /** So many they may be if a choice lists them, and all have wide windows. */
  private static final int MOST_LISTED = 1 << 10;

  private static final int MAX_STRING = 256;

  private final ByteModel model;
  private final Nanos nanos;
  private final Map<List<RegexNode>, Optional<Stretch>> known = new HashMap<>();

  /**
   * A finder that has been asked nothing.
   *
   * @param model which windows are rare
   * @param nanos what searching for a string costs
   */
  Stretches(ByteModel model, Nanos nanos) {
    this.model = model;
    this.nanos = nanos;
  }

  /** What searching for a string costs. */
  @FunctionalInterface
  interface Nanos {

    /** Nanoseconds per byte of input; infinite if the string cannot be searched for. */
    double of(List<SymbolSet> string, ByteModel model);
  }

  /** A stretch of nodes, the strings that it stands for, and what it costs to search for them. */
  record Stretch(int from, int to, List<List<SymbolSet>> strings, double cost) {

    private boolean isWhole(List<RegexNode> nodes) {
      return from == 0 && to == nodes.size();
    }
  }

  ByteModel model() {
    return model;
  }

  /**
   * What searching for a string costs.
   *
   * @return nanoseconds per byte of input; infinite if it cannot be searched for
   */
  double nanos(List<SymbolSet> string) {
    return nanos.of(string, model);
  }

  /**
   * The stretch that costs least, among those that cannot be made longer.
   *
   * @param nodes what comes up to the next gap, without assertions
   * @return the stretch, or null if none can be searched for; O(strings * nodes) if it is new
   */
  Stretch best(List<RegexNode> nodes) {
    Optional<Stretch> best = known.get(nodes);
    if (best == null) {
      best = Optional.ofNullable(find(nodes));
      known.put(List.copyOf(nodes), best);
    }
    return best.orElse(null);
  }

  private Stretch find(List<RegexNode> nodes) {
    Stretch best = null;
    int from = 0;
    while (from < nodes.size() && isSmall(nodes.subList(0, from))) {
      int to = from;
      List<List<SymbolSet>> strings = List.of(List.of());
      Stretch few = null;
      while (to < nodes.size()) {
        List<List<SymbolSet>> longer = longer(strings, nodes.get(to));
        if (longer == null) {
          break;
        }
        if (longer.size() > MAX_STRINGS && strings.size() <= MAX_STRINGS) {
          few = to == from ? null : stretch(from, to, strings);
        }
        strings = longer;
        to++;
      }
      boolean fits = to > from && (strings.size() <= MAX_STRINGS || areWide(strings));
      Stretch stretch = fits ? stretch(from, to, strings) : few;
      // The whole is checked without automata, so less of it has to be a bargain.
      if (stretch != null
          && (best == null || stretch.cost() < best.cost() * (best.isWhole(nodes) ? 0.5 : 1))) {
        best = stretch;
      }
      if (best != null && best.isWhole(nodes) && best.strings().size() == 1) {
        return best;
      }
      from = Math.max(from + 1, nextStart(nodes, from, stretch == null ? to : stretch.to()));
    }
    return best;
  }

  /** What strings and a node behind them stand for; null if they are too many. */
  private static List<List<SymbolSet>> longer(List<List<SymbolSet>> strings, RegexNode node) {
    if (strings.size() > MAX_STRINGS) {
      return Nodes.longer(strings, node, MOST_LISTED, MAX_STRING);
    }
    int listed = strings.size() == 1 ? Nodes.listed(node, MOST_LISTED) : 1;
    return Nodes.longer(strings, node, Math.max(MAX_STRINGS, listed), MAX_STRING);
  }

  /** Whether all have a window that needs no pass at every place. */
  private static boolean areWide(List<List<SymbolSet>> strings) {
    return strings.stream().allMatch(string -> FilterEngine.windowBytes(string) == Integer.BYTES);
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

  private Stretch stretch(int from, int to, List<List<SymbolSet>> strings) {
    double cost = 0;
    for (List<SymbolSet> string : strings) {
      cost += nanos.of(string, model);
    }
    return cost < Double.POSITIVE_INFINITY ? new Stretch(from, to, strings, cost) : null;
  }

  /** Whether nodes stand for so little that an automaton of one machine word checks them. */
  static boolean isSmall(List<RegexNode> nodes) {
    return Nodes.maxLength(nodes) <= MAX_STRING
        && Nodes.positions(nodes) <= FilterEngine.MAX_SIDE_POSITIONS;
  }
}
