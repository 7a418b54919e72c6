package io.fsmrun.cli;

import java.util.Locale;

/** The strategies of the specification, by the names that users type. */
enum Mode {
  SEQUENTIAL(true),
  ENUMERATIVE(false),
  LBE(false),
  PAP(false),
  CSE(true);

  private final boolean available;

  Mode(boolean available) {
    this.available = available;
  }

  boolean isAvailable() {
    return available;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
