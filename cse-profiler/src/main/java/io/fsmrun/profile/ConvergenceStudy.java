package io.fsmrun.profile;

import java.util.List;

/**
 * All that profiling found out about a ruleset: the chosen convergence sets, and how and why the
 * rules converge.
 *
 * <p>A value, shared by threads.
 *
 * @param profile the chosen partitions, from which a strategy is made
 * @param sample which strings were run, and why no more
 * @param rules one for each deterministic component, in the order of components
 * @param merges how many sets each merge strategy gives, and what it covers, from {@code mfp} to
 *     {@code 100%}
 * @param curves live flows along the string, of single rules and of the whole machine
 * @param outlook what more strings would change
 */
public record ConvergenceStudy(
    ConvergenceProfile profile,
    SampleTaken sample,
    List<RuleStudy> rules,
    List<MergeOutcome> merges,
    List<FlowCurve> curves,
    Outlook outlook) {

  /** Copies the lists. */
  public ConvergenceStudy {
    rules = List.copyOf(rules);
    merges = List.copyOf(merges);
    curves = List.copyOf(curves);
  }

  /**
   * Which strings were run.
   *
   * @param stringsAsked the most strings per rule
   * @param stringsRun strings run over all rules together
   * @param stoppedEarly rules whose frequencies were stable before all strings were run
   * @param test the test of stability, in words
   * @param lengthSymbols symbols per string
   * @param lengthChosen how the length was found, in words
   * @param symbols what the strings are made of, in words
   * @param heldOutStrings strings that all rules read alike and that took no part in the choice
   * @param seed of the random strings
   */
  public record SampleTaken(
      int stringsAsked,
      long stringsRun,
      int stoppedEarly,
      String test,
      int lengthSymbols,
      String lengthChosen,
      String symbols,
      int heldOutStrings,
      long seed) {}

  /**
   * How one rule converges.
   *
   * @param component index of its component
   * @param ruleId its rule
   * @param states states of its automaton
   * @param strings strings run for it
   * @param stable whether its frequencies were stable before all strings were run
   * @param frequencies its most frequent partitions, the most frequent first, at most 10
   * @param distinctPartitions number of different partitions seen
   * @param unseen estimated probability that a further string gives a partition not seen yet
   *     (Good-Turing), 0 to 1
   * @param sets convergence sets chosen
   * @param coverage share of the strings under which every chosen set converges, 0 to 1
   * @param toOne symbols until all its states were in one
   * @param missRate share of the held-out strings under which some chosen set diverges, 0 to 1
   */
  public record RuleStudy(
      int component,
      int ruleId,
      int states,
      int strings,
      boolean stable,
      List<PartitionShare> frequencies,
      int distinctPartitions,
      double unseen,
      int sets,
      double coverage,
      SymbolsToOne toOne,
      double missRate) {

    /** Copies the list. */
    public RuleStudy {
      frequencies = List.copyOf(frequencies);
    }
  }

  /**
   * How often a partition was seen.
   *
   * @param blocks its blocks
   * @param share share of the strings, 0 to 1
   */
  public record PartitionShare(int blocks, double share) {}

  /**
   * Symbols until all states of a rule were in one, over the strings.
   *
   * @param median half of the strings that got there took at most so many
   * @param p95 95% of them took at most so many
   * @param max the most that any took
   * @param neverShare share of the strings that did not get there, 0 to 1; if it is 1, the others
   *     are 0
   */
  public record SymbolsToOne(int median, int p95, int max, double neverShare) {}

  /**
   * What a merge strategy gives for the whole ruleset.
   *
   * @param strategy which one
   * @param meanSets convergence sets, the mean over the rules
   * @param mostSets the most of any rule: the flows of the machine at the start (R0)
   * @param coverage share of the strings covered, the mean over the rules, 0 to 1
   * @param ruleMissRate share of held-out strings under which a rule's set diverges, the mean over
   *     the rules, 0 to 1
   * @param machineMissRate share of held-out strings under which some rule's set diverges: the
   *     predicted share of segments that take re-execution, 0 to 1
   */
  public record MergeOutcome(
      MergeStrategy strategy,
      double meanSets,
      int mostSets,
      double coverage,
      double ruleMissRate,
      double machineMissRate) {}

  /**
   * Live flows along a string.
   *
   * @param of what the flows are, in words, such as "one flow a state, whole machine"
   * @param points by ascending symbols
   */
  public record FlowCurve(String of, List<Point> points) {

    /** Copies the list. */
    public FlowCurve {
      points = List.copyOf(points);
    }

    /**
     * Live flows after a number of symbols: percentiles over strings, or over rules and strings.
     *
     * @param symbols symbols consumed, from 0
     * @param p50 the median
     * @param p90 the 90th percentile
     * @param p99 the 99th percentile
     * @param max the most
     */
    public record Point(int symbols, double p50, double p90, double p99, double max) {}
  }

  /**
   * What more strings would change.
   *
   * @param strings the larger number of strings that is asked about, such as 10,000
   * @param rulesThatMayChange the estimated number of rules whose choice the further strings would
   *     change
   * @param expectedNewPartitions partitions that the further strings are expected to bring, over
   *     all rules
   * @param verdict what this means, in a sentence
   */
  public record Outlook(
      int strings, int rulesThatMayChange, double expectedNewPartitions, String verdict) {}
}
