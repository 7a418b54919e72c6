package io.fsmrun.bench;

import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportSink;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSets;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/** Reports in the order in which they came, packed: end in the upper bits, rule in the lower 20. */
final class ReportLog implements ReportSink {

  private static final int RULE_BITS = 20;

  private final LongArrayList reports = new LongArrayList();

  @Override
  public void report(int rule, long end) {
    reports.add(end << RULE_BITS | rule);
  }

  int size() {
    return reports.size();
  }

  /** These reports in order of end, then rule, each once. */
  ReportLog sorted() {
    long[] all = reports.toLongArray();
    Arrays.sort(all);
    ReportLog sorted = new ReportLog();
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        sorted.reports.add(all[i]);
      }
    }
    return sorted;
  }

  /** The reports of some rules only. */
  ReportLog of(IntSet rules) {
    ReportLog kept = new ReportLog();
    for (int i = 0; i < size(); i++) {
      if (rules.contains(unpack(i).rule())) {
        kept.reports.add(reports.getLong(i));
      }
    }
    return kept;
  }

  /** The reports of one rule only. */
  ReportLog of(int rule) {
    return of(IntSets.singleton(rule));
  }

  /** The first rule in whose reports two lists part, or 0 if they are equal. */
  int firstDifferingRule(ReportLog other) {
    int at = commonLength(other);
    if (at < size() && at < other.size()) {
      Report mine = unpack(at);
      Report theirs = other.unpack(at);
      return mine.compareTo(theirs) < 0 ? mine.rule() : theirs.rule();
    }
    return at < size() ? unpack(at).rule() : at < other.size() ? other.unpack(at).rule() : 0;
  }

  private int commonLength(ReportLog other) {
    int common = Math.min(size(), other.size());
    int at = 0;
    while (at < common && reports.getLong(at) == other.reports.getLong(at)) {
      at++;
    }
    return at;
  }

  /** Where two lists part, for messages; empty if they are equal. */
  String firstDifference(ReportLog other) {
    int at = commonLength(other);
    if (at == size() && at == other.size()) {
      return "";
    }
    return "number %d: %s / %s; %d / %d in all"
        .formatted(at, at(at), other.at(at), size(), other.size());
  }

  private String at(int index) {
    return index < size() ? unpack(index).toString() : "no more";
  }

  private Report unpack(int index) {
    long packed = reports.getLong(index);
    return new Report((int) (packed & (1 << RULE_BITS) - 1), packed >>> RULE_BITS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReportLog that && reports.equals(that.reports);
  }

  @Override
  public int hashCode() {
    return reports.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Math.min(size(), 50); i++) {
      out.append(unpack(i).rule()).append('@').append(unpack(i).end()).append(' ');
    }
    return out.append(size() > 50 ? "... " + size() + " in all" : "").toString();
  }
}
