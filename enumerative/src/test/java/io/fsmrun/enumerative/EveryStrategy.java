package io.fsmrun.enumerative;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.enumerative.strategy.PapEnumeration;
import io.fsmrun.enumerative.strategy.PapOptions;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.enumerative.strategy.SpeculativeEnumeration;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.enumerative.strategy.WholePieces;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every strategy with every switch that is its own, by names for messages. For tests. */
public final class EveryStrategy {

  private static final List<Boolean> OFF_AND_ON = List.of(false, true);

  private EveryStrategy() {}

  /**
   * One of each strategy, with what is usual and what is most unlike it.
   *
   * @param rules the ruleset
   * @param sets the flows of convergence-set enumeration
   * @param segments number of segments
   * @return strategies by name
   */
  public static Map<String, Strategy> some(
      RuleSet rules, List<? extends FlowPlan> sets, int segments) {
    Map<String, Strategy> found = new LinkedHashMap<>();
    Sharing joined = new Sharing(true, 2);
    found.put("enumerative", new StateEnumeration(segments));
    found.put("lbe of 3", new LookBackEnumeration(segments, 3));
    found.put("lbe of 1000", new LookBackEnumeration(segments, 1000));
    found.put("lbe of 1 predicting 1", speculation(segments, 1, 1, FlowChecks.ALL));
    for (PapOptions options : List.of(PapOptions.ALL, PapOptions.NONE)) {
      found.put("pap " + options, new PapEnumeration(rules, segments, options, FlowChecks.ALL));
    }
    found.put("cse", new ConvergenceSetEnumeration(sets, segments));
    found.put("cse joined", new ConvergenceSetEnumeration(sets, segments, FlowChecks.ALL, joined));
    return found;
  }

  /**
   * All switches, each combination with both checks on, and some without.
   *
   * @param rules the ruleset
   * @param segments number of segments
   * @return strategies by name
   */
  public static Map<String, Strategy> all(RuleSet rules, int segments) {
    Map<String, Strategy> found = new LinkedHashMap<>();
    for (boolean convergence : OFF_AND_ON) {
      for (boolean deactivation : OFF_AND_ON) {
        FlowChecks checks = new FlowChecks(convergence, deactivation);
        found.put("enumerative " + checks, new StateEnumeration(segments, checks));
        found.put("lbe " + checks, new LookBackEnumeration(segments, 2, checks));
        found.put("predicting " + checks, speculation(segments, 2, 2, checks));
        found.put("pap " + checks, new PapEnumeration(rules, segments, PapOptions.ALL, checks));
        addSets(found, rules, segments, checks);
      }
    }
    for (int symbols : new int[] {0, 1, 1000}) {
      found.put("lbe of " + symbols, new LookBackEnumeration(segments, symbols));
      for (int most = 1; most <= 3; most++) {
        String name = "lbe of " + symbols + " predicting " + most;
        found.put(name, speculation(segments, symbols, most, FlowChecks.ALL));
      }
    }
    for (boolean cut : OFF_AND_ON) {
      for (boolean components : OFF_AND_ON) {
        for (boolean group : OFF_AND_ON) {
          for (boolean parent : OFF_AND_ON) {
            PapOptions options = new PapOptions(cut, components, group, parent);
            found.put(
                "pap " + options, new PapEnumeration(rules, segments, options, FlowChecks.ALL));
          }
        }
      }
    }
    return found;
  }

  /** One set of all states, or a set for each, joined or not. */
  private static void addSets(
      Map<String, Strategy> found, RuleSet rules, int segments, FlowChecks checks) {
    for (boolean finest : OFF_AND_ON) {
      for (int joinAfter : new int[] {1, 4, Sharing.NEVER}) {
        Strategy cse =
            new ConvergenceSetEnumeration(
                sets(rules, finest), segments, checks, new Sharing(true, joinAfter));
        String name = "cse " + checks + ", finest " + finest + ", joined after " + joinAfter;
        found.put(name, cse);
        found.put(name + ", pieces of 5 whole", new WholePieces(cse, 5));
      }
    }
  }

  private static List<FlowPlan> sets(RuleSet rules, boolean finest) {
    List<FlowPlan> flows = new ArrayList<>();
    for (RuleSet.Component component : rules.components()) {
      int states = component.automaton().stateCount();
      Partition partition = finest ? Partition.finest(states) : Partition.coarsest(states);
      flows.add(
          component.automaton().isDeterministic()
              ? new ConvergenceSetFlows(partition)
              : new BracketFlows(states));
    }
    return flows;
  }

  /** The lowest states are thought the least likely, which is mostly wrong. */
  private static Strategy speculation(int segments, int symbols, int most, FlowChecks checks) {
    return new SpeculativeEnumeration(segments, symbols, most, (component, state) -> state, checks);
  }
}
