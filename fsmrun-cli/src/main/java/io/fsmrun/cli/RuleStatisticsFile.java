package io.fsmrun.cli;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.enumerative.RuleStatistics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A table of what a run did for each rule: fields divided by tabs, written whole or not at all. */
final class RuleStatisticsFile {

  private static final String HEADING =
      "rule\tstates\tenumerated\tr0Mean\tr0Max\trtMean\trtMax\tsymbolsToOneMax\tneverOne\treexecuted\n";

  private final OutputFile file;

  private RuleStatisticsFile(OutputFile file) {
    this.file = file;
  }

  /**
   * A file, checked before any long work starts.
   *
   * @param file where to write; null writes nothing
   */
  static RuleStatisticsFile at(Path file) throws UserErrorException {
    return new RuleStatisticsFile(OutputFile.atOrNull(file));
  }

  /** Writes a line for each rule, in the order of the ruleset. */
  void write(RuleSet rules, List<RuleStatistics> statistics)
      throws UserErrorException, InterruptedException {
    if (file == null) {
      return;
    }
    StringBuilder text = new StringBuilder(HEADING);
    for (int c = 0; c < statistics.size(); c++) {
      RuleSet.Component component = rules.components().get(c);
      text.append(line(component, statistics.get(c)));
    }
    file.write(out -> out.write(text.toString().getBytes(StandardCharsets.US_ASCII)));
  }

  private static String line(RuleSet.Component component, RuleStatistics rule) {
    return String.format(
        Locale.ROOT,
        "%d\t%d\t%d\t%.3f\t%d\t%.3f\t%d\t%d\t%d\t%d\n",
        component.ruleId(),
        component.automaton().stateCount(),
        rule.enumerated(),
        rule.r0Mean(),
        rule.r0Max(),
        rule.rtMean(),
        rule.rtMax(),
        rule.symbolsToOneMax(),
        rule.neverOne(),
        rule.reexecuted());
  }
}
