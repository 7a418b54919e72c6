package io.fsmrun.cpu.start;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.ReportBuffer;

/** One rule on one stream. Mutable, for one thread. */
final class RuleWalk {

  private static final int FINAL_SHIFT = 2;
  private static final int NOW = ReportFlags.HERE | ReportFlags.BACK;

  private final int rule;
  private final ActiveStarts first;
  private final ActiveStarts later;
  private StartReports starts = new StartReports();

  RuleWalk(StartRule rule) {
    this.rule = rule.rule();
    first = new ActiveStarts(rule.first());
    later = new ActiveStarts(rule.later());
  }

  void reportTo(StartReports taker) {
    starts = taker;
  }

  void start() {
    first.clear();
    first.add(Nfa.START, 0);
    later.clear();
  }

  void scan(byte[] input, int from, int to, long position, ReportBuffer reports) {
    if (position == 0) {
      report(first, NOW, 0, 0, reports);
    }
    long at = position;
    for (int i = from; i < to; i++) {
      int symbol = input[i] & 0xff;
      // What begins here has one byte to pass before it starts.
      later.add(Nfa.START, ++at);
      first.step(symbol);
      later.step(symbol);
      report(first, NOW, 0, at, reports);
      report(later, NOW, 0, at, reports);
    }
  }

  void finish(long position, ReportBuffer reports) {
    int always = position == 0 ? NOW : 0;
    report(first, always, 0, position, reports);
    report(first, NOW, FINAL_SHIFT, position, reports);
    report(later, NOW, FINAL_SHIFT, position, reports);
  }

  private void report(
      ActiveStarts active, int mask, int shift, long position, ReportBuffer reports) {
    for (int i = 0; i < active.size(); i++) {
      int flags = active.flags(i) >> shift & mask;
      if (flags == 0) {
        continue;
      }
      if ((flags & ReportFlags.HERE) != 0) {
        add(position, active.start(i), reports);
      }
      if ((flags & ReportFlags.BACK) != 0) {
        add(position - 1, active.start(i), reports);
      }
    }
  }

  private void add(long end, long start, ReportBuffer reports) {
    reports.add(rule, end);
    starts.add(rule, end, start);
  }

  void save(BinaryWriter state) {
    first.save(state);
    later.save(state);
  }

  void restore(BinaryReader state, long position) {
    first.restore(state, position);
    later.restore(state, position);
  }
}
