package io.fsmrun.profile;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.enumerative.strategy.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The predicted convergence sets of a ruleset.
 *
 * @param rules the ruleset
 * @param partitions per component, its partition; empty for a position automaton
 */
public record ConvergenceProfile(RuleSet rules, List<Optional<ConvergencePartition>> partitions) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there is not one entry per component
   */
  public ConvergenceProfile {
    partitions = List.copyOf(partitions);
    if (partitions.size() != rules.size()) {
      throw new IllegalArgumentException(
          partitions.size() + " partitions of " + rules.size() + " components");
    }
  }

  /**
   * The strategy that these predictions are for.
   *
   * @param segments number of segments, from 1
   * @return convergence-set enumeration
   */
  public ConvergenceSetEnumeration strategy(int segments) {
    return strategy(segments, FlowChecks.ALL, Sharing.CONNECTED_COMPONENTS);
  }

  /**
   * The strategy that these predictions are for, with its optimisations chosen.
   *
   * @param segments number of segments, from 1
   * @param checks which flows are let go of
   * @param sharing how flows share the machine, and whether they are joined
   * @return convergence-set enumeration
   */
  public ConvergenceSetEnumeration strategy(int segments, FlowChecks checks, Sharing sharing) {
    return new ConvergenceSetEnumeration(flowPlans(), segments, checks, sharing);
  }

  /**
   * The flows that convergence-set enumeration carries: one per convergence set, and two for a
   * position automaton.
   *
   * @return one plan per component
   */
  public List<FlowPlan> flowPlans() {
    List<FlowPlan> plans = new ArrayList<>();
    for (int c = 0; c < partitions.size(); c++) {
      Optional<ConvergencePartition> partition = partitions.get(c);
      plans.add(
          partition.isPresent()
              ? new ConvergenceSetFlows(
                  partition.get().partition(), partition.get().order().toIntArray())
              : new BracketFlows(rules.automaton(c).stateCount()));
    }
    return plans;
  }
}
