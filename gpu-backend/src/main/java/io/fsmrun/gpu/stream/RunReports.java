package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Puts the reports of one packet, or of what there is of a flow, together with those known before
 * it, each once, by end, then rule. Those near its end are held back, if more may end there later.
 * Mutable, for one thread.
 */
final class RunReports {

  private static final long ALL = Long.MAX_VALUE;

  private final ReportSink sink;
  private final IntArrayList knownRules = new IntArrayList();
  private final LongArrayList knownEnds = new LongArrayList();
  private final IntArrayList heldRules = new IntArrayList();
  private final LongArrayList heldEnds = new LongArrayList();
  private int next;
  private long holdFrom = ALL;

  RunReports(ReportSink sink) {
    this.sink = sink;
  }

  /** Begins with nothing known; ends from {@code holdFrom} on are held back. */
  void begin(long holdFrom) {
    this.holdFrom = holdFrom;
    knownRules.clear();
    knownEnds.clear();
    heldRules.clear();
    heldEnds.clear();
    next = 0;
  }

  /** Holds nothing back. */
  void begin() {
    begin(ALL);
  }

  /** Adds a report that is known, in order, before any other. */
  void know(int rule, long end) {
    knownRules.add(rule);
    knownEnds.add(end);
  }

  /** Takes the next report. */
  void report(int rule, long end) {
    for (; next < knownRules.size(); next++) {
      long knownEnd = knownEnds.getLong(next);
      int knownRule = knownRules.getInt(next);
      if (knownEnd > end || knownEnd == end && knownRule > rule) {
        break;
      }
      if (knownEnd < end || knownRule < rule) {
        tell(knownRule, knownEnd);
      }
    }
    tell(rule, end);
  }

  /** After the last report. */
  void finish() {
    for (; next < knownRules.size(); next++) {
      tell(knownRules.getInt(next), knownEnds.getLong(next));
    }
  }

  private void tell(int rule, long end) {
    if (end < holdFrom) {
      sink.report(rule, end);
    } else {
      heldRules.add(rule);
      heldEnds.add(end);
    }
  }

  /** Rules of the reports held back, in order. */
  IntArrayList heldRules() {
    return heldRules;
  }

  /** Their ends. */
  LongArrayList heldEnds() {
    return heldEnds;
  }
}
