package io.fsmrun.cli.profile;

import java.util.Locale;

/** Numbers for readers, the same in every country. */
final class Numbers {

  private Numbers() {}

  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String mean(double value) {
    return String.format(Locale.ROOT, "%,.2f", value);
  }

  /** A share as a percentage, with as many digits as it needs to differ from 0 and 100. */
  static String percent(double share) {
    double percent = 100 * share;
    boolean edge = share > 0 && percent < 0.05 || share < 1 && percent > 99.95;
    return String.format(Locale.ROOT, edge ? "%.3f%%" : "%.1f%%", percent);
  }
}
