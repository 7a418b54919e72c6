package io.fsmrun.profile;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * How one partition is made of those that random strings gave (Zhuo 2022, section 3.4.4;
 * specification, section 4).
 *
 * <p>Immutable, shared by threads.
 *
 * @param cutoff share of the strings that the merged partition must cover, above 0, at most 1; 0
 *     takes the most frequent partition as it is (MFP)
 * @param folding when partitions are folded into finer ones
 */
public record MergeStrategy(double cutoff, Folding folding) {

  /** When a partition that is coarser than another is counted as covered by it. */
  public enum Folding {
    /**
     * Before the choice: every partition is folded into the most frequent one that is finer, and
     * the sums decide which is taken first. As published.
     */
    FIRST,
    /**
     * After the choice: the most frequent partition is taken as counted, and what is coarser than
     * the choice is covered by it (ours). A rare fine partition cannot swallow a frequent coarse
     * one and become the choice.
     */
    LAST
  }

  /**
   * Checks the cut-off.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public MergeStrategy {
    if (!(cutoff >= 0 && cutoff <= 1)) {
      throw new IllegalArgumentException("cut-off " + cutoff + " is not from 0 to 1");
    }
  }

  /**
   * Takes the most frequent partition, and merges nothing.
   *
   * @return the strategy {@code mfp}
   */
  public static MergeStrategy mostFrequent() {
    return new MergeStrategy(0, Folding.LAST);
  }

  /**
   * Folds first, then refines from the most frequent partition down until enough is covered.
   *
   * @param cutoff share of the strings to cover, above 0, at most 1
   * @return the published strategy
   * @throws IllegalArgumentException if the cut-off is out of range
   */
  public static MergeStrategy covering(double cutoff) {
    if (!(cutoff > 0)) {
      throw new IllegalArgumentException("cut-off " + cutoff + " is not above 0");
    }
    return new MergeStrategy(cutoff, Folding.FIRST);
  }

  /**
   * Whether nothing is merged.
   *
   * @return true for {@code mfp}
   */
  public boolean isMostFrequent() {
    return cutoff == 0;
  }

  /**
   * The same with other folding.
   *
   * @param other when partitions are folded
   * @return a strategy
   */
  public MergeStrategy withFolding(Folding other) {
    return new MergeStrategy(cutoff, other);
  }

  /**
   * Reads what users type.
   *
   * @param text {@code mfp}, a percentage such as {@code 99%}, or a share such as {@code 0.99}
   * @return the strategy, which folds first
   * @throws IllegalArgumentException if it is none of these or out of range
   */
  public static MergeStrategy parse(String text) {
    String trimmed = text.trim().toLowerCase(Locale.ROOT);
    if (trimmed.equals("mfp")) {
      return mostFrequent();
    }
    boolean percent = trimmed.endsWith("%");
    String number = percent ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    try {
      BigDecimal value = new BigDecimal(number);
      double share = (percent ? value.movePointLeft(2) : value).doubleValue();
      if (share > 0 && share <= 1) {
        return covering(share);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is no merge strategy: give mfp, or a share such as 0.99 or 99%");
  }

  /** As users type it: {@code mfp}, or a percentage. */
  @Override
  public String toString() {
    return isMostFrequent()
        ? "mfp"
        : BigDecimal.valueOf(cutoff).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }
}
