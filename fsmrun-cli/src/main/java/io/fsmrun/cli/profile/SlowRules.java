package io.fsmrun.cli.profile;

import io.fsmrun.cli.html.MachineDrawing;
import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.ApartStates;
import io.fsmrun.profile.ConvergenceExplainer;
import io.fsmrun.profile.ConvergencePartition;
import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import io.fsmrun.profile.SymbolChoice;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Picks the rules that converge slowest, and says why. */
public final class SlowRules {

  /** Those that came to one state most rarely, then those that took longest. */
  private static final Comparator<RuleStudy> SLOWEST =
      Comparator.comparingDouble((RuleStudy rule) -> rule.toOne().neverShare())
          .thenComparingInt(rule -> rule.toOne().p95())
          .thenComparingInt(rule -> rule.toOne().max())
          .thenComparingInt(RuleStudy::sets)
          .reversed()
          .thenComparingInt(RuleStudy::ruleId);

  /** Machines that are drawn; each makes the page larger. */
  private static final int DRAWN = 6;

  private static final int MOST_NODES = 40;

  private SlowRules() {}

  /**
   * The slowest rules of a study.
   *
   * @param study the study
   * @param symbols what its strings were made of
   * @param rules the rules as they were written
   * @param most how many at most
   * @return the slowest first
   */
  public static List<Findings.SlowRule> of(
      ConvergenceStudy study, SymbolChoice symbols, Rules rules, int most) {
    Map<Integer, String> texts = new HashMap<>();
    for (Rule rule : rules.accepted()) {
      texts.put(rule.id(), rule.line());
    }
    RuleSet machines = study.profile().rules();
    ConvergenceExplainer explainer = new ConvergenceExplainer(machines, symbols);
    List<Findings.SlowRule> slowest = new ArrayList<>();
    for (RuleStudy rule : study.rules().stream().sorted(SLOWEST).limit(most).toList()) {
      ConvergencePartition choice =
          study.profile().partitions().get(rule.component()).orElseThrow();
      String why =
          explainer
              .explain(rule.component(), choice)
              .map(ApartStates::sentence)
              .orElseGet(() -> together(rule));
      String text = texts.getOrDefault(rule.ruleId(), "");
      slowest.add(
          slowest.size() < DRAWN && machines.automaton(rule.component()) instanceof Dfa dfa
              ? drawn(rule, text, why, dfa, choice.partition())
              : new Findings.SlowRule(rule, text, why, "", "", ""));
    }
    return slowest;
  }

  private static String together(RuleStudy rule) {
    return String.format(
        Locale.ROOT,
        "all its states are one set: 95%% of the strings bring them together within %,d symbols",
        rule.toOne().p95());
  }

  private static Findings.SlowRule drawn(
      RuleStudy rule, String text, String why, Dfa dfa, Partition sets) {
    MachineDrawing.Drawing drawing = MachineDrawing.of(dfa, sets::blockOf, MOST_NODES);
    return new Findings.SlowRule(rule, text, why, drawing.svg(), drawing.dot(), drawing.note());
  }
}
