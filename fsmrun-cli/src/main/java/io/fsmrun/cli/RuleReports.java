package io.fsmrun.cli;

import io.fsmrun.ap.convert.ReportCodes;
import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Reports of a network that was made of rules, as reports of the rules: by end, then rule, each
 * once. A report says that a match ended with its symbol or one symbol before, so those of two
 * successive ends are kept back.
 */
final class RuleReports implements NetworkOutput {

  private final RuleOrigin rules;
  private final ReportSink sink;
  private final Runnable flush;
  private final int[] ruleOf;
  private final boolean[] isBack;
  private IntArrayList here = new IntArrayList();
  private IntArrayList next = new IntArrayList();

  /** The end of the matches in {@link #here}; below 0 before the input is known to have any. */
  private long end = -1;

  private long reports;

  /**
   * Reads the codes of a network.
   *
   * @param network made of rules
   * @param rules those
   * @param sink takes the reports
   * @param flush what to do after the last one
   */
  RuleReports(AutomataNetwork network, RuleOrigin rules, ReportSink sink, Runnable flush) {
    this.rules = rules;
    this.sink = sink;
    this.flush = flush;
    ruleOf = new int[network.size()];
    isBack = new boolean[network.size()];
    for (int element = 0; element < ruleOf.length; element++) {
      if (network.isReporting(element)) {
        ReportCodes.Match match = ReportCodes.parse(network.reportCode(element));
        ruleOf[element] = match.ruleId();
        isBack[element] = match.symbolsBack() > 0;
      }
    }
  }

  @Override
  public void report(int element, long symbol) {
    if (end < 0) {
      start(rules.matchAtStart());
    }
    if (symbol > end) {
      advance(symbol);
    }
    (isBack[element] ? here : next).add(ruleOf[element]);
  }

  private void start(Iterable<Integer> before) {
    end = 0;
    before.forEach(rule -> here.add(rule.intValue()));
  }

  /** No match that ends before {@code position} can come any more. */
  private void advance(long position) {
    hand(here, end);
    if (position > end + 1) {
      hand(next, end + 1);
    }
    IntArrayList empty = here;
    here = next;
    next = empty;
    end = position;
  }

  private void hand(IntArrayList matches, long at) {
    matches.sort(null);
    for (int i = 0; i < matches.size(); i++) {
      if (i == 0 || matches.getInt(i) != matches.getInt(i - 1)) {
        sink.report(matches.getInt(i), at);
        reports++;
      }
    }
    matches.clear();
  }

  @Override
  public void finish(long symbols) {
    if (end < 0) {
      start(symbols == 0 ? rules.matchEmptyInput() : rules.matchAtStart());
    }
    advance(end + 2);
    flush.run();
  }

  @Override
  public long reports() {
    return reports;
  }
}
