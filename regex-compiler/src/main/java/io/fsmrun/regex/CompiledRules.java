package io.fsmrun.regex;

import io.fsmrun.core.engine.RuleSet;
import java.util.List;

/**
 * Rules in executable form. Immutable, shared by threads.
 *
 * @param source name of where the rules come from
 * @param ruleSet one automaton per accepted rule
 * @param refused the rules that were refused, by the parser or because they are too large, in order
 *     of line
 * @param notedFlags flags that were accepted and change nothing, each once
 */
public record CompiledRules(
    String source, RuleSet ruleSet, List<RefusedRule> refused, String notedFlags) {

  /** Copies the list. */
  public CompiledRules {
    refused = List.copyOf(refused);
  }

  /**
   * Number of rules whose DFA passed its limit, and which stayed position automata.
   *
   * @return 0 up to the number of rules
   */
  public int positionAutomata() {
    int count = 0;
    for (RuleSet.Component component : ruleSet.components()) {
      count += component.automaton().isDeterministic() ? 0 : 1;
    }
    return count;
  }
}
