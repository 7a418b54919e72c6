package io.fsmrun.cli;

import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RefusedRule;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says which rules were refused: the first ones with their carets, all of them by construct. */
final class RefusalPrinter {

  private static final int SHOWN = 10;

  private final PrintStream err;
  private final boolean all;

  RefusalPrinter(PrintStream err, boolean all) {
    this.err = err;
    this.all = all;
  }

  void print(CompiledRules rules, boolean quiet) {
    print(
        new Refusals(rules.source(), rules.notedFlags(), rules.refused(), rules.ruleSet().size()),
        quiet);
  }

  /**
   * What became of rules.
   *
   * @param source where they are from
   * @param notedFlags letters of flags that have no effect
   * @param refused those that were refused
   * @param accepted how many were accepted
   */
  record Refusals(String source, String notedFlags, List<RefusedRule> refused, int accepted) {}

  void print(Refusals rules, boolean quiet) {
    if (!quiet && !rules.notedFlags().isEmpty()) {
      err.println(rules.source() + ": flags noted without effect: " + rules.notedFlags());
    }
    Map<String, Integer> byConstruct = new TreeMap<>();
    int shown = 0;
    for (RefusedRule refused : rules.refused()) {
      byConstruct.merge(refused.construct(), 1, Integer::sum);
      if (all || shown < SHOWN) {
        err.println(refused.display(rules.source()));
        shown++;
      }
    }
    if (byConstruct.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder();
    byConstruct.forEach(
        (construct, count) ->
            line.append(line.isEmpty() ? "" : ", ").append(count).append(' ').append(construct));
    int refused = rules.refused().size();
    err.println(
        rules.source()
            + ": "
            + refused
            + " of "
            + (refused + rules.accepted())
            + " rules refused ("
            + line
            + ")"
            + (shown < refused ? "; --verbose shows all" : ""));
  }
}
