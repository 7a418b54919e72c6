package io.fsmrun.cli;

import java.util.Locale;

/** What is done with reports. */
enum ReportMode {
  /** Nothing is said of them. */
  NONE,
  /** Their number stands in the summary. */
  COUNT,
  /** Each is a line on standard output. */
  TSV,
  /** Each is a line on standard output, as VASim writes those of networks. */
  VASIM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
