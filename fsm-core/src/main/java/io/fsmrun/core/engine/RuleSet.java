package io.fsmrun.core.engine;

import java.util.List;

/**
 * The ruleset machine: the disjoint union of the rules' automata, all of which advance on the same
 * byte (specification, section 2). Immutable, shared by threads.
 *
 * @param components one automaton per rule, by ascending rule id
 */
public record RuleSet(List<Component> components) {

  /**
   * The automaton of one rule.
   *
   * @param ruleId the rule's id, its 1-based line number
   * @param automaton its automaton
   */
  public record Component(int ruleId, Automaton automaton) {}

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if the rule ids do not ascend
   */
  public RuleSet {
    components = List.copyOf(components);
    for (int i = 1; i < components.size(); i++) {
      if (components.get(i - 1).ruleId() >= components.get(i).ruleId()) {
        throw new IllegalArgumentException(
            "rule "
                + components.get(i).ruleId()
                + " follows rule "
                + components.get(i - 1).ruleId());
      }
    }
  }

  /**
   * Number of rules.
   *
   * @return 0 or more
   */
  public int size() {
    return components.size();
  }

  /**
   * The automaton of a component.
   *
   * @param component index from 0
   * @return its automaton
   */
  public Automaton automaton(int component) {
    return components.get(component).automaton();
  }

  /**
   * Number of states of all components.
   *
   * @return the sum
   */
  public long stateCount() {
    long sum = 0;
    for (Component component : components) {
      sum += component.automaton().stateCount();
    }
    return sum;
  }
}
