package io.fsmrun.gpu.plan;

import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Reports that wait, in their order. It grows as it has to. For one thread. */
final class ReportQueue implements ReportSink {

  private final LongArrayList ends = new LongArrayList();
  private final IntArrayList rules = new IntArrayList();
  private int next;

  @Override
  public void report(int rule, long end) {
    if (next == ends.size()) {
      ends.clear();
      rules.clear();
      next = 0;
    }
    ends.add(end);
    rules.add(rule);
  }

  boolean isEmpty() {
    return next == ends.size();
  }

  int size() {
    return ends.size() - next;
  }

  long end() {
    return ends.getLong(next);
  }

  int rule() {
    return rules.getInt(next);
  }

  void advance() {
    next++;
  }
}
