package io.fsmrun.ap.convert;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.NetworkLimits;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import java.util.ArrayList;
import java.util.List;

/**
 * One network for a ruleset. Position automata are taken state by state; deterministic automata
 * one-hot, a state split into an STE for each set of symbols on which it is entered, and without
 * the states from which nothing is ever reported.
 *
 * <p>The STE of state 3 of rule 17 is {@code 17_3}; further STEs of a split state are {@code
 * 17_3_1} and on. Report codes are those of {@link ReportCodes}. An STE has one report; a state
 * that reports both here and one symbol back has an STE beside its own, {@code 17_3_back}, with the
 * same symbols and the same elements that drive it.
 *
 * <p>A network reports with symbols, so it cannot report before the first one. Which rules do is
 * said beside it ({@link Result}).
 */
public final class RuleNetworks {

  private RuleNetworks() {}

  /**
   * A network and what it cannot say.
   *
   * @param network the network
   * @param rulesThatMatchAtStart the rules with a match that ends at position 0 on every input,
   *     ascending
   * @param rulesThatMatchEmptyInput the rules with a match on the empty input: those above and
   *     those that match at its end only, ascending
   */
  public record Result(
      AutomataNetwork network,
      List<Integer> rulesThatMatchAtStart,
      List<Integer> rulesThatMatchEmptyInput) {

    /** Copies the lists. */
    public Result {
      rulesThatMatchAtStart = List.copyOf(rulesThatMatchAtStart);
      rulesThatMatchEmptyInput = List.copyOf(rulesThatMatchEmptyInput);
    }
  }

  /**
   * The network of a ruleset.
   *
   * @param networkId the id of the network
   * @param rules the rules
   * @param limits how much the network may hold
   * @return the network; O(states and edges) for position automata, O(states * 256) for
   *     deterministic ones
   * @throws io.fsmrun.core.engine.LimitExceededException if it passes a limit
   * @throws IllegalArgumentException if an automaton is of no known form
   */
  public static Result of(String networkId, RuleSet rules, NetworkLimits limits) {
    NetworkBuilder builder = new NetworkBuilder(networkId, limits);
    List<Integer> atStart = new ArrayList<>();
    List<Integer> onEmpty = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      Automaton automaton = component.automaton();
      RuleElements elements = new RuleElements(builder, component.ruleId());
      switch (automaton) {
        case Nfa nfa -> new NfaElements(nfa, elements).add();
        case Dfa dfa -> new DfaElements(dfa, elements).add();
        default ->
            throw new IllegalArgumentException(
                "no network for a " + automaton.getClass().getName());
      }
      int flags = automaton.reportFlags(automaton.startConfiguration());
      if ((flags & ReportFlags.HERE) != 0) {
        atStart.add(component.ruleId());
      }
      if ((flags & (ReportFlags.HERE | ReportFlags.FINAL_HERE)) != 0) {
        onEmpty.add(component.ruleId());
      }
    }
    return new Result(builder.build(), atStart, onEmpty);
  }
}
