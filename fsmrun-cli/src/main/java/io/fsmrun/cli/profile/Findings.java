package io.fsmrun.cli.profile;

import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import java.util.List;

/**
 * A study of a ruleset with what readers want to know beside it.
 *
 * @param study the study
 * @param name what the rules are called, such as the name of their file
 * @param refused number of rules that were not compiled
 * @param cutoff the merge strategy that was chosen, as users type it
 * @param slowest the rules that converge slowest, the slowest first
 */
public record Findings(
    ConvergenceStudy study, String name, int refused, String cutoff, List<SlowRule> slowest) {

  /** Copies the list. */
  public Findings {
    slowest = List.copyOf(slowest);
  }

  /**
   * A rule that converges slowly, and why.
   *
   * @param study how it converges
   * @param text the rule as it was written
   * @param why which states stay apart and what brings them together, in a sentence
   * @param drawing its machine, an svg element; empty if it was not drawn
   * @param dot its machine in Graphviz's language; empty if it was not drawn
   * @param drawingNote what the drawing leaves out; empty if nothing
   */
  public record SlowRule(
      RuleStudy study, String text, String why, String drawing, String dot, String drawingNote) {}

  /**
   * Number of deterministic rules.
   *
   * @return those that were profiled
   */
  public int profiled() {
    return study.rules().size();
  }

  /**
   * Number of rules that stayed position automata, which have no convergence sets.
   *
   * @return those that were not profiled
   */
  public int positionAutomata() {
    return study.profile().rules().size() - study.rules().size();
  }
}
