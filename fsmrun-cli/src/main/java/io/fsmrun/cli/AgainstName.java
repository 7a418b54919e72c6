package io.fsmrun.cli;

import java.util.Locale;

/** What a benchmark compares with, by the names that users type. */
enum AgainstName {
  HYPERSCAN;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
