package io.fsmrun.cli;

import java.util.Locale;

/** The strategies of the specification, by the names that users type. */
enum Mode {
  SEQUENTIAL,
  ENUMERATIVE,
  LBE,
  PAP,
  CSE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
