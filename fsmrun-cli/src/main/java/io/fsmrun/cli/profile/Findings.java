package io.fsmrun.cli.profile;

import io.fsmrun.core.state.Partition;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A study of a ruleset with what readers want to know beside it.
 *
 * @param study the study
 * @param name what the rules are called, such as the name of their file
 * @param refused number of rules that were not compiled
 * @param cutoff the merge strategy that was chosen, as users type it
 * @param slowest the rules that converge slowest, the slowest first
 * @param confirmation what more strings did change; empty if they were not run
 */
public record Findings(
    ConvergenceStudy study,
    String name,
    int refused,
    String cutoff,
    List<SlowRule> slowest,
    Optional<Confirmation> confirmation) {

  /** Copies the list. */
  public Findings {
    slowest = List.copyOf(slowest);
  }

  /**
   * What it changed to run more strings.
   *
   * @param strings strings that were run for every rule
   * @param changed rules whose convergence sets are others
   * @param rules rules that were profiled
   * @param mostSets the most sets of a rule, with these strings
   */
  public record Confirmation(int strings, int changed, int rules, int mostSets) {

    /**
     * Compares two choices.
     *
     * @param strings strings that the second was made from
     * @param few the choice of the study
     * @param many the choice from more strings
     * @return what changed
     */
    public static Confirmation of(int strings, ConvergenceProfile few, ConvergenceProfile many) {
      int changed = 0;
      int rules = 0;
      int mostSets = 0;
      for (int c = 0; c < few.partitions().size(); c++) {
        if (many.partitions().get(c).isPresent()) {
          Partition after = many.partitions().get(c).get().partition();
          rules++;
          mostSets = Math.max(mostSets, after.blockCount());
          changed += few.partitions().get(c).orElseThrow().partition().equals(after) ? 0 : 1;
        }
      }
      return new Confirmation(strings, changed, rules, mostSets);
    }

    /**
     * What this means.
     *
     * @return a sentence
     */
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "%,d strings were run for every rule: they give other convergence sets for %,d of %,d rules, and at most %,d"
              + " sets of a rule.",
          strings,
          changed,
          rules,
          mostSets);
    }
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
