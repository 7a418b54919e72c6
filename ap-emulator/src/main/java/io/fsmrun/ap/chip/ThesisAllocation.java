package io.fsmrun.ap.chip;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How many half-cores the thesis gives to a segment of each benchmark (Zhuo 2022, table 3.1; the
 * half-cores are those of PAP's automata, Subramaniyan and Das, ISCA 2017). What a network really
 * needs is a {@link Placement}; the two differ, as the thesis counts states of DFAs.
 */
public enum ThesisAllocation {
  /** Rules with few wildcards {@code .*}. */
  DOTSTAR03("Dotstar03", 300, 19_038, 1, 16, 30, 100),
  /** Rules with more wildcards. */
  DOTSTAR06("Dotstar06", 300, 24_821, 1, 16, 30, 100),
  /** Rules with most wildcards. */
  DOTSTAR09("Dotstar09", 299, 29_442, 1, 16, 30, 99),
  /** Half a range of symbols a rule, on average. */
  RANGES05("Ranges05", 300, 13_391, 1, 16, 20, 100),
  /** One range of symbols a rule, on average. */
  RANGES1("Ranges1", 299, 13_324, 1, 16, 10, 100),
  /** Plain strings. */
  EXACT_MATCH("ExactMatch", 300, 13_212, 1, 16, 10, 100),
  /** Filters of TCP packet headers. */
  TCP("TCP", 733, 38_107, 1, 16, 30, 100),
  /** ANMLZoo's PowerEN. */
  POWER_EN("PowerEN", 2_860, 73_140, 1, 16, 20, 100),
  /** ANMLZoo's Dotstar. */
  DOTSTAR("Dotstar", 3_000, 119_468, 2, 8, 20, 100),
  /** ANMLZoo's Protomata. */
  PROTOMATA("Protomata", 2_340, 1_949_014, 2, 8, 20, 99),
  /** ANMLZoo's Snort. */
  SNORT("Snort", 3_379, 152_616, 3, 5, 10, 99),
  /** ANMLZoo's ClamAV. */
  CLAM_AV("ClamAV", 515, 185_181, 3, 5, 40, 99),
  /** ANMLZoo's Brill. The text of the table gives a cut-off of 100%, the specification 99%. */
  BRILL("Brill", 2_050, 256_349, 3, 5, 50, 99);

  private final String label;
  private final int machines;
  private final int states;
  private final int halfCoresPerSegment;
  private final int segments;
  private final int lookBack;
  private final int cutOffPercent;

  ThesisAllocation(
      String label,
      int machines,
      int states,
      int halfCoresPerSegment,
      int segments,
      int lookBack,
      int cutOffPercent) {
    this.label = label;
    this.machines = machines;
    this.states = states;
    this.halfCoresPerSegment = halfCoresPerSegment;
    this.segments = segments;
    this.lookBack = lookBack;
    this.cutOffPercent = cutOffPercent;
  }

  /**
   * The allocation of a benchmark.
   *
   * @param benchmark its name as the thesis writes it, in any case
   * @return the allocation
   * @throws IllegalArgumentException if the thesis has no such benchmark; the message lists those
   *     that it has
   */
  public static ThesisAllocation named(String benchmark) {
    String wanted = benchmark.toLowerCase(Locale.ROOT);
    for (ThesisAllocation allocation : values()) {
      if (allocation.label.toLowerCase(Locale.ROOT).equals(wanted)) {
        return allocation;
      }
    }
    throw new IllegalArgumentException(
        "the thesis has no benchmark '"
            + benchmark
            + "'; it has "
            + Arrays.stream(values()).map(a -> a.label).collect(Collectors.joining(", ")));
  }

  /**
   * The name of the benchmark.
   *
   * @return as the thesis writes it
   */
  public String label() {
    return label;
  }

  /**
   * Number of machines, one a rule.
   *
   * @return at least 1
   */
  public int machines() {
    return machines;
  }

  /**
   * States of all machines.
   *
   * @return at least 1
   */
  public int states() {
    return states;
  }

  /**
   * Half-cores that one segment takes.
   *
   * @return from 1 to 3
   */
  public int halfCoresPerSegment() {
    return halfCoresPerSegment;
  }

  /**
   * Segments that run side by side on one rank.
   *
   * @return from 5 to 16
   */
  public int segments() {
    return segments;
  }

  /**
   * Symbols that LBE looks back.
   *
   * @return from 10 to 50
   */
  public int lookBackSymbols() {
    return lookBack;
  }

  /**
   * The share of profiled strings that CSE's chosen partition must cover.
   *
   * @return 99 or 100, in percent
   */
  public int cutOffPercent() {
    return cutOffPercent;
  }
}
