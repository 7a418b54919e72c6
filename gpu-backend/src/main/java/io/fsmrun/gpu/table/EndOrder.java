package io.fsmrun.gpu.table;

import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Puts reports in order of end, then rule, each once. Positions come in order; what ends at one of
 * them is held until the one after is past, since rules that look at the next byte report late.
 */
final class EndOrder {

  private final int[] ruleIds;
  private final ReportSink sink;
  private IntArrayList before = new IntArrayList();
  private IntArrayList here = new IntArrayList();
  private long position = -1;

  EndOrder(int[] ruleIds, ReportSink sink) {
    this.ruleIds = ruleIds;
    this.sink = sink;
  }

  /** All later reports are made at this position, at least the last one given. */
  void at(long next) {
    if (next == position) {
      return;
    }
    flush(before, position - 1);
    if (next == position + 1) {
      IntArrayList empty = before;
      before = here;
      here = empty;
    } else {
      flush(here, position);
    }
    position = next;
  }

  /** Adds what a state reports, before the end of the input is known. */
  void add(int[] reports) {
    for (int report : reports) {
      int flags = GroupDfa.flagsOf(report);
      if ((flags & ReportFlags.HERE) != 0) {
        here.add(GroupDfa.ruleOf(report));
      }
      if ((flags & ReportFlags.BACK) != 0 && position > 0) {
        before.add(GroupDfa.ruleOf(report));
      }
    }
  }

  /** Adds what a state reports because the input ends here. */
  void addFinal(int[] reports) {
    for (int report : reports) {
      int flags = GroupDfa.flagsOf(report);
      if ((flags & ReportFlags.FINAL_HERE) != 0) {
        here.add(GroupDfa.ruleOf(report));
      }
      if ((flags & ReportFlags.FINAL_BACK) != 0 && position > 0) {
        before.add(GroupDfa.ruleOf(report));
      }
    }
  }

  /** The input has ended. */
  void finish() {
    flush(before, position - 1);
    flush(here, position);
  }

  private void flush(IntArrayList rules, long end) {
    if (rules.isEmpty()) {
      return;
    }
    int[] sorted = rules.elements();
    int size = rules.size();
    if (size > 1) {
      Arrays.sort(sorted, 0, size);
    }
    int last = -1;
    for (int i = 0; i < size; i++) {
      if (sorted[i] != last) {
        last = sorted[i];
        sink.report(ruleIds[last], end);
      }
    }
    rules.clear();
  }
}
