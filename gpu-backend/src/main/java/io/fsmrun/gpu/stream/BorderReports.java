package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;

/**
 * Reports at the border of two pieces of input. Rules that look at the next byte report a position
 * late, so the end of one piece is reported by the next one too; what ends there is held back until
 * the other's reports are in, then ordered, each once.
 */
final class BorderReports {

  private final IntSortedSet held = new IntAVLTreeSet();

  private long heldEnd = -1;

  /** Reports at a position follow; those held for an earlier one are final. */
  void begin(long position, ReportSink sink) {
    if (heldEnd != position) {
      flush(sink);
      heldEnd = position;
    }
  }

  void add(int rule) {
    held.add(rule);
  }

  void flush(ReportSink sink) {
    for (int rule : held) {
      sink.report(rule, heldEnd);
    }
    held.clear();
  }
}
