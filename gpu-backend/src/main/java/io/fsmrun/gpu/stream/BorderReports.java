package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;

/**
 * Reports at the border of two windows. Rules that look at the next byte report a position late, so
 * the end of one window is reported by the next one too; what ends there is held back until the
 * other's reports are in, then ordered, each once.
 */
final class BorderReports {

  private final IntSortedSet held = new IntAVLTreeSet();
  private long heldEnd = -1;
  private ReportSink sink;

  /** The window after the position begins: only reports at it are held, those before are final. */
  void begin(long position, ReportSink into) {
    sink = into;
    if (heldEnd != position) {
      flush(into);
      heldEnd = position;
    }
  }

  void report(int rule, long end) {
    if (end == heldEnd) {
      held.add(rule);
    } else {
      flush(sink);
      heldEnd = end;
      held.add(rule);
    }
  }

  void flush(ReportSink into) {
    for (int rule : held) {
      into.report(rule, heldEnd);
    }
    held.clear();
  }
}
