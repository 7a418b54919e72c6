package io.fsmrun.enumerative;

import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.report.ReportSink;
import java.util.Arrays;

/**
 * Puts the ends that each component found in a window in order of end, then rule.
 *
 * <p>A counting sort by end, O(reports + window), stable, so that components keep their order. Ends
 * at the last two positions of a window are held back: the next byte, or the end of the input, may
 * still add reports there ({@link ReportFlags#BACK}).
 */
final class ReportMerger {

  private static final int HELD_ONE_BACK = 1;
  private static final int HELD_HERE = 2;

  /** With fewer reports than one in so many positions, sorting them takes less than counting. */
  private static final int FEW = 16;

  private final RuleSet rules;
  private final ReportSink sink;
  private final byte[] held;
  private long reports;

  ReportMerger(RuleSet rules, ReportSink sink) {
    this.rules = rules;
    this.sink = sink;
    this.held = new byte[rules.size()];
    for (int c = 0; c < held.length; c++) {
      int flags = rules.automaton(c).reportFlags(rules.automaton(c).startConfiguration());
      held[c] = (byte) ((flags & ReportFlags.HERE) != 0 ? HELD_HERE : 0);
    }
  }

  long reports() {
    return reports;
  }

  /**
   * A list for the ends of a component in the next window, with those held back: positions -1 and 0
   * of it.
   */
  ReportEnds startWindow(int component, ReportBudget budget) {
    ReportEnds ends = new ReportEnds(budget);
    if ((held[component] & HELD_ONE_BACK) != 0) {
      ends.add(-1);
    }
    if ((held[component] & HELD_HERE) != 0) {
      ends.add(0);
    }
    return ends;
  }

  /**
   * Reports a window, except for its last two positions unless it is the last.
   *
   * @param ends per component, the ends relative to the window, from -1 to its length
   * @param base offset of the window in the input
   * @param length its length
   * @param last whether the input ends here
   */
  void report(ReportEnds[] ends, long base, int length, boolean last) {
    int keepFrom = last ? Integer.MAX_VALUE : length - 1;
    long total = 0;
    for (int c = 0; c < ends.length; c++) {
      held[c] = 0;
      int kept = 0;
      while (kept < ends[c].size() && ends[c].get(kept) < keepFrom) {
        kept++;
      }
      total += kept;
      for (int i = kept; i < ends[c].size(); i++) {
        held[c] |= (byte) (ends[c].get(i) == length ? HELD_HERE : HELD_ONE_BACK);
      }
    }
    if (total < length / FEW) {
      reportFew(ends, base, keepFrom, (int) total);
    } else {
      reportMany(ends, base, length, keepFrom);
    }
    reports += total;
  }

  /** Sorts the reports. */
  private void reportFew(ReportEnds[] ends, long base, int keepFrom, int total) {
    long[] sorted = new long[total];
    int count = 0;
    for (int c = 0; c < ends.length; c++) {
      for (int i = 0; i < ends[c].size() && ends[c].get(i) < keepFrom; i++) {
        sorted[count++] = (long) ends[c].get(i) << Integer.SIZE | c;
      }
    }
    Arrays.sort(sorted);
    for (long report : sorted) {
      int end = (int) (report >> Integer.SIZE);
      sink.report(rules.components().get((int) report).ruleId(), base + end);
    }
  }

  /** Counts the reports of each position, and deals them out. */
  private void reportMany(ReportEnds[] ends, long base, int length, int keepFrom) {
    int[] slots = new int[Math.max(0, length) + 3];
    for (ReportEnds own : ends) {
      for (int i = 0; i < own.size() && own.get(i) < keepFrom; i++) {
        slots[own.get(i) + 2]++;
      }
    }
    for (int i = 1; i < slots.length; i++) {
      slots[i] += slots[i - 1];
    }
    int[] sorted = new int[slots[slots.length - 1]];
    int[] offsets = slots.clone();
    for (int c = 0; c < ends.length; c++) {
      for (int i = 0; i < ends[c].size() && ends[c].get(i) < keepFrom; i++) {
        sorted[slots[ends[c].get(i) + 1]++] = c;
      }
    }
    for (int end = -1; end <= length; end++) {
      for (int i = offsets[end + 1]; i < offsets[end + 2]; i++) {
        sink.report(rules.components().get(sorted[i]).ruleId(), base + end);
      }
    }
  }
}
