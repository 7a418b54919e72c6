package io.fsmrun.cli.profile;

import static io.fsmrun.cli.profile.Numbers.count;
import static io.fsmrun.cli.profile.Numbers.mean;
import static io.fsmrun.cli.profile.Numbers.percent;

import io.fsmrun.cli.html.Block;
import io.fsmrun.cli.html.Block.Table.Column;
import io.fsmrun.cli.html.HtmlPage;
import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.FlowCurve;
import io.fsmrun.profile.ConvergenceStudy.MergeOutcome;
import io.fsmrun.profile.ConvergenceStudy.Outlook;
import io.fsmrun.profile.ConvergenceStudy.RuleStudy;
import io.fsmrun.profile.ConvergenceStudy.SampleTaken;
import java.util.ArrayList;
import java.util.List;

/** The page that shows how and why a ruleset converges. */
public final class ProfilePage {

  private ProfilePage() {}

  /**
   * The page of a study.
   *
   * @param findings the study, with what readers want beside it
   * @return a page
   */
  public static HtmlPage of(Findings findings) {
    List<HtmlPage.Section> sections = new ArrayList<>();
    sections.add(frequencies(findings.study()));
    sections.add(cutoffs(findings));
    sections.add(curves(findings.study()));
    sections.add(slowest(findings));
    sections.add(reexecution(findings));
    sections.add(method(findings));
    return new HtmlPage(
        "Convergence of " + findings.name(), lead(findings), facts(findings), sections);
  }

  private static String lead(Findings findings) {
    ConvergenceStudy study = findings.study();
    MergeOutcome chosen = chosen(findings);
    long never = study.rules().stream().filter(rule -> rule.toOne().neverShare() == 1).count();
    return "With the chosen convergence sets ("
        + findings.cutoff()
        + ") a segment starts with "
        + count(chosen.mostSets())
        + " flows, where one flow for each state would be "
        + count(study.rules().stream().mapToInt(RuleStudy::states).max().orElse(0))
        + ". "
        + percent(chosen.machineMissRate())
        + " of the segments are predicted to need re-execution for some rule. "
        + (never == 0
            ? "Every rule came to one state under some string."
            : count(never) + " rules never came to one state.");
  }

  /** What the chosen merge strategy gives. */
  private static MergeOutcome chosen(Findings findings) {
    List<MergeOutcome> merges = findings.study().merges();
    return merges.stream()
        .filter(outcome -> outcome.strategy().toString().equals(findings.cutoff()))
        .findFirst()
        .orElseGet(merges::getLast);
  }

  private static List<HtmlPage.Fact> facts(Findings findings) {
    SampleTaken sample = findings.study().sample();
    List<HtmlPage.Fact> facts = new ArrayList<>();
    facts.add(new HtmlPage.Fact("rules", count(findings.study().profile().rules().size())));
    facts.add(new HtmlPage.Fact("refused", count(findings.refused())));
    facts.add(new HtmlPage.Fact("without a DFA, not profiled", count(findings.positionAutomata())));
    facts.add(new HtmlPage.Fact("states", count(findings.study().profile().rules().stateCount())));
    facts.add(new HtmlPage.Fact("merge strategy", findings.cutoff()));
    facts.add(new HtmlPage.Fact("strings a rule, at most", count(sample.stringsAsked())));
    facts.add(new HtmlPage.Fact("symbols a string", count(sample.lengthSymbols())));
    facts.add(new HtmlPage.Fact("seed", String.valueOf(sample.seed())));
    return facts;
  }

  private static HtmlPage.Section frequencies(ConvergenceStudy study) {
    return new HtmlPage.Section(
        "frequencies",
        "How often each partition was seen",
        List.of(
            new Block.Paragraph(
                "Every random string divides the states of a rule by the state that they end in. The"
                    + " more often one division comes up, the better it predicts the next string."),
            new Block.Bars(ProfilePlots.frequencyByRank(study), ""),
            new Block.Bars(ProfilePlots.mostFrequentShares(study), "")));
  }

  private static HtmlPage.Section cutoffs(Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    for (MergeOutcome outcome : findings.study().merges()) {
      rows.add(
          List.of(
              outcome.strategy().toString(),
              mean(outcome.meanSets()),
              count(outcome.mostSets()),
              percent(outcome.coverage()),
              percent(outcome.ruleMissRate()),
              percent(outcome.machineMissRate())));
    }
    return new HtmlPage.Section(
        "cutoffs",
        "Number of sets against cut-off",
        List.of(
            new Block.Paragraph(
                "Partitions are merged by refinement until the strings that converge under the result"
                    + " reach the cut-off. More sets fail more rarely and cost more flows; mfp is the"
                    + " most frequent partition alone."),
            new Block.Bars(ProfilePlots.setsByCutoff(findings.study()), ""),
            new Block.Table(
                "What each merge strategy gives; chosen: " + findings.cutoff(),
                List.of(
                    new Column("strategy", false),
                    new Column("sets, mean", true),
                    new Column("sets, most (R0)", true),
                    new Column("coverage", true),
                    new Column("re-execution, a rule", true),
                    new Column("re-execution, any rule", true)),
                rows)));
  }

  private static HtmlPage.Section curves(ConvergenceStudy study) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "How many flows are left after so many symbols, on strings that took no part in the"
                + " choice. The whole machine has as many as the rule that has most: rules share"
                + " flows."));
    for (FlowCurve curve : study.curves()) {
      blocks.add(new Block.Lines(ProfilePlots.flows(curve), ""));
    }
    return new HtmlPage.Section("curves", "Convergence curves", blocks);
  }

  private static HtmlPage.Section slowest(Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (Findings.SlowRule slow : findings.slowest()) {
      RuleStudy rule = slow.study();
      rows.add(
          List.of(
              String.valueOf(rule.ruleId()),
              shortened(slow.text()),
              count(rule.states()),
              count(rule.sets()),
              symbols(rule, rule.toOne().median()),
              symbols(rule, rule.toOne().p95()),
              percent(rule.toOne().neverShare()),
              percent(rule.missRate())));
    }
    blocks.add(
        new Block.Table(
            "The rules that converge slowest",
            List.of(
                new Column("rule", true),
                new Column("text", false),
                new Column("states", true),
                new Column("sets", true),
                new Column("symbols to one state, median", true),
                new Column("95%", true),
                new Column("never", true),
                new Column("sets diverged", true)),
            rows));
    for (Findings.SlowRule slow : findings.slowest()) {
      if (!slow.why().isEmpty() || !slow.drawing().isEmpty()) {
        blocks.add(explained(slow));
      }
    }
    return new HtmlPage.Section("slowest", "The slowest rules, and why", blocks);
  }

  private static String symbols(RuleStudy rule, int symbols) {
    return rule.toOne().neverShare() == 1 ? "-" : count(symbols);
  }

  private static Block explained(Findings.SlowRule slow) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Paragraph(slow.text()));
    if (!slow.why().isEmpty()) {
      blocks.add(new Block.Paragraph(slow.why()));
    }
    if (!slow.drawing().isEmpty()) {
      blocks.add(new Block.Drawing(slow.drawing(), slow.drawingNote()));
      blocks.add(new Block.Listing("The machine in DOT, for Graphviz", slow.dot()));
    }
    return new Block.Folded(
        "Rule " + slow.study().ruleId() + ": " + shortened(slow.text()), blocks);
  }

  private static String shortened(String text) {
    int most = 60;
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
  }

  private static HtmlPage.Section reexecution(Findings findings) {
    MergeOutcome chosen = chosen(findings);
    return new HtmlPage.Section(
        "reexecution",
        "Predicted re-execution",
        List.of(
            new Block.Paragraph(
                "On "
                    + count(findings.study().sample().heldOutStrings())
                    + " strings that took no part in the choice, a set of a rule failed to converge"
                    + " in "
                    + percent(chosen.ruleMissRate())
                    + " of the cases, and a set of some rule in "
                    + percent(chosen.machineMissRate())
                    + " of the strings, with "
                    + findings.cutoff()
                    + ". A failed set costs something only where the true state is in it."),
            new Block.Bars(ProfilePlots.missesByCutoff(findings.study()), "")));
  }

  private static HtmlPage.Section method(Findings findings) {
    SampleTaken sample = findings.study().sample();
    Outlook outlook = findings.study().outlook();
    return new HtmlPage.Section(
        "method",
        "How it was profiled",
        List.of(
            new Block.Paragraph(
                "Symbols: " + sample.symbols() + ". Length: " + sample.lengthChosen() + "."),
            new Block.Paragraph(
                count(sample.stringsRun())
                    + " strings were run over all rules, at most "
                    + count(sample.stringsAsked())
                    + " a rule; "
                    + count(sample.stoppedEarly())
                    + " of "
                    + count(findings.profiled())
                    + " rules were stable before that. "
                    + sample.test()),
            new Block.Paragraph(
                "Would more strings change it? "
                    + outlook.verdict()
                    + findings.confirmation().map(found -> " " + found.sentence()).orElse("")),
            new Block.Paragraph(
                "After Zhuo 2022, sections 3.4.2 to 3.4.4: profiling with random strings, merging by"
                    + " partition refinement. The evaluated input is never looked at. The same seed"
                    + " gives the same page on any number of threads.")));
  }
}
