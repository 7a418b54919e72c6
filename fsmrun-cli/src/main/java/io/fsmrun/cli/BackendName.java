package io.fsmrun.cli;

import java.util.Locale;

/** The back ends of the specification, by the names that users type. */
enum BackendName {
  AP,
  CPU,
  GPU,

  /** Of the last two the one that is likely to be faster. */
  AUTO;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
