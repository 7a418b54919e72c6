package io.fsmrun.scan.planner;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.shift.ShiftChain;
import io.fsmrun.cpu.shift.ShiftEngine;
import io.fsmrun.scan.plan.PlannedRule;
import io.fsmrun.scan.plan.shift.ShiftRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides which rules are shifted bits rather than parts of an automaton: those that can be, where
 * that should cost less than an automaton that meets ever new sets of states because of them.
 */
final class ShiftChoice {

  /** Shifting is to cost so many times less than the automaton would alone. */
  private static final double BARGAIN = 1.5;

  private final LazyOptions options;
  private final ByteModel expected;

  /** The chains of the rules that can be that, as far as there is room, by index of the rule. */
  private final Map<Integer, List<ShiftChain>> chains = new HashMap<>();

  /**
   * A choice.
   *
   * @param rules those that the automaton would take
   * @param options of the automaton
   * @param expected what inputs are like
   */
  ShiftChoice(List<PlannedRule> rules, LazyOptions options, ByteModel expected) {
    this.options = options;
    this.expected = expected;
    long left = ShiftEngine.MOST_ELEMENTS;
    for (PlannedRule rule : rules) {
      List<ShiftChain> made = ShiftRules.chains(rule);
      long elements = ShiftEngine.elements(made);
      if (!made.isEmpty() && elements <= left) {
        left -= elements;
        chains.put(rule.index(), made);
      }
    }
  }

  /** The chains of all rules that can be shifted. */
  Map<Integer, List<ShiftChain>> all() {
    return chains;
  }

  /**
   * The chains of those that are to be shifted: all that can be, or those that are no strings,
   * whichever should cost less, if either is a bargain; or else none.
   *
   * @param automata of all rules that are left; at least one
   * @param others the rules that are searched for
   * @param watch passed every so often
   */
  Map<Integer, List<ShiftChain>> best(
      List<RuleAutomaton> automata, Set<Integer> others, Checkpoint watch) {
    chains.keySet().removeAll(others);
    Map<Integer, List<ShiftChain>> best = Map.of();
    if (chains.isEmpty()) {
      return best;
    }
    double least = automatonNanos(automata, best, watch) / BARGAIN;
    Map<Integer, List<ShiftChain>> noStrings = new HashMap<>(chains);
    noStrings.values().removeIf(ShiftRules::areStrings);
    for (Map<Integer, List<ShiftChain>> tried : List.of(noStrings, chains)) {
      double nanos = shiftNanos(tried);
      nanos += nanos < least ? automatonNanos(automata, tried, watch) : 0;
      if (nanos < least) {
        least = nanos;
        best = tried;
      }
    }
    return best;
  }

  private static double shiftNanos(Map<Integer, List<ShiftChain>> chains) {
    long elements = chains.values().stream().mapToLong(ShiftEngine::elements).sum();
    return elements == 0 ? 0 : ShiftEngine.nanos(elements);
  }

  private double automatonNanos(
      List<RuleAutomaton> automata, Map<Integer, List<ShiftChain>> without, Checkpoint watch) {
    List<RuleAutomaton> left = new ArrayList<>(automata);
    left.removeIf(automaton -> without.containsKey(automaton.rule()));
    return left.isEmpty() ? 0 : AutomatonForecast.nanos(left, options, expected, watch);
  }
}
