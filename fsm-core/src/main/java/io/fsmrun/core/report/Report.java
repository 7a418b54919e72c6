package io.fsmrun.core.report;

import java.util.Comparator;

/**
 * Some match of a rule ends at an offset (specification, section 1).
 *
 * @param rule the rule's id: its 1-based line number in the rules file
 * @param end the number of bytes consumed when the match ends, from 0
 */
public record Report(int rule, long end) implements Comparable<Report> {

  private static final Comparator<Report> ORDER =
      Comparator.comparingLong(Report::end).thenComparingInt(Report::rule);

  /** Orders by end, then by rule. */
  @Override
  public int compareTo(Report other) {
    return ORDER.compare(this, other);
  }
}
