package io.fsmrun.cli.gpu;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.gpu.stream.StreamRule;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.scan.plan.PlanOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rules as a device needs them, which does not depend on the device.
 *
 * @param rules the rules that have position automata
 * @param others the other rules, by id, and why they have none
 */
record RulePositions(List<StreamRule> rules, Map<Integer, String> others) {

  /**
   * Compiles rules, several at once.
   *
   * @param options limits, and how many threads
   * @throws InterruptedException if the thread is interrupted
   */
  static RulePositions of(GpuRules given, PlanOptions options) throws InterruptedException {
    List<Rule> rules = given.rules().accepted();
    RuleCompiler compiler = new RuleCompiler(options.limits(), 1);
    StreamRule[] positions = new StreamRule[rules.size()];
    String[] reasons = new String[positions.length];
    Workers.run(
        options.threads(),
        positions.length,
        task -> {
          Rule rule = rules.get((int) task);
          if (given.options().containsKey(rule.id())) {
            reasons[(int) task] = "it has options that only the CPU knows";
            return;
          }
          try {
            Nfa automaton = compiler.compileToPositions(rule.tree());
            positions[(int) task] = new StreamRule(rule.id(), automaton);
          } catch (LimitExceededException e) {
            reasons[(int) task] = e.getMessage();
          }
        });
    List<StreamRule> made = new ArrayList<>();
    Map<Integer, String> others = new TreeMap<>();
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] == null) {
        others.put(rules.get(i).id(), reasons[i]);
      } else {
        made.add(positions[i]);
      }
    }
    return new RulePositions(made, others);
  }
}
