package io.fsmrun.cli;

import java.util.Locale;

/** The back ends of the specification, by the names that users type. */
enum BackendName {
  AP,
  CPU,
  GPU;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
