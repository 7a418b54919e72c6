package io.fsmrun.cli.profile;

import static io.fsmrun.cli.profile.Numbers.count;
import static io.fsmrun.cli.profile.Numbers.mean;
import static io.fsmrun.cli.profile.Numbers.percent;

import io.fsmrun.profile.ConvergenceStudy;
import io.fsmrun.profile.ConvergenceStudy.MergeOutcome;
import io.fsmrun.profile.ConvergenceStudy.SampleTaken;
import java.io.PrintStream;
import java.util.Locale;

/** A study in a few lines, for a terminal. */
public final class ProfileText {

  private static final int SLOWEST = 5;

  private ProfileText() {}

  /**
   * Prints what a reader wants to know first.
   *
   * @param findings the study
   * @param out where to
   */
  public static void print(Findings findings, PrintStream out) {
    ConvergenceStudy study = findings.study();
    SampleTaken sample = study.sample();
    line(
        out,
        "rules",
        String.format(
            Locale.ROOT,
            "%s (%s refused, %s without a DFA), %s states",
            count(study.profile().rules().size()),
            count(findings.refused()),
            count(findings.positionAutomata()),
            count(study.profile().rules().stateCount())));
    line(
        out,
        "strings",
        String.format(
            Locale.ROOT,
            "at most %s a rule, of %s symbols (%s), seed %d",
            count(sample.stringsAsked()),
            count(sample.lengthSymbols()),
            sample.lengthChosen(),
            sample.seed()));
    line(out, "symbols", sample.symbols());
    line(
        out,
        "stopped early",
        count(sample.stoppedEarly())
            + " of "
            + count(findings.profiled())
            + " rules. "
            + sample.test());
    line(out, "outlook", study.outlook().verdict());
    findings.confirmation().ifPresent(found -> line(out, "confirmation", found.sentence()));
    for (MergeOutcome outcome : study.merges()) {
      String strategy = outcome.strategy().toString();
      if (strategy.equals(findings.cutoff()) || isLandmark(strategy)) {
        line(
            out,
            "sets at " + strategy,
            text(outcome) + (strategy.equals(findings.cutoff()) ? " (chosen)" : ""));
      }
    }
    int shown = 0;
    for (Findings.SlowRule slow : findings.slowest()) {
      if (shown++ == SLOWEST) {
        break;
      }
      line(out, shown == 1 ? "slowest" : "", "rule " + slow.study().ruleId() + ": " + slow.why());
    }
  }

  private static boolean isLandmark(String strategy) {
    return strategy.equals("mfp") || strategy.equals("99%") || strategy.equals("100%");
  }

  private static String text(MergeOutcome outcome) {
    return String.format(
        Locale.ROOT,
        "%s a rule, most %s, covering %s; re-execution predicted for %s of (rule, segment), %s of segments",
        mean(outcome.meanSets()),
        count(outcome.mostSets()),
        percent(outcome.coverage()),
        percent(outcome.ruleMissRate()),
        percent(outcome.machineMissRate()));
  }

  private static void line(PrintStream out, String word, String text) {
    out.printf(Locale.ROOT, "%-13s %s%n", word, text);
  }
}
