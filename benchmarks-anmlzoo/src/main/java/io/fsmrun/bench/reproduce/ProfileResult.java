package io.fsmrun.bench.reproduce;

import java.util.List;

/**
 * What profiling a ruleset found out. A value.
 *
 * @param rules number of rules that have convergence sets
 * @param mfpMean share of the strings that gave a rule's most frequent partition, the mean over
 *     rules, 0 to 1
 * @param mfpLeast the least of any rule
 * @param mfpOneInHundred one rule in a hundred has no more
 * @param choices one for each merge strategy
 * @param seconds that profiling took
 */
public record ProfileResult(
    int rules,
    double mfpMean,
    double mfpLeast,
    double mfpOneInHundred,
    List<Choice> choices,
    double seconds) {

  /** Copies the list. */
  public ProfileResult {
    choices = List.copyOf(choices);
  }

  /**
   * What a merge strategy chose.
   *
   * @param merge its name
   * @param meanSets convergence sets, the mean over rules
   * @param mostSets the most of any rule: the flows of the machine at the start
   * @param coverage share of the strings covered, the mean over rules, 0 to 1
   */
  public record Choice(String merge, double meanSets, int mostSets, double coverage) {}
}
