package io.fsmrun.cli;

import io.fsmrun.enumerative.compose.ReexecutionLevel;
import java.util.Locale;

/** The levels of re-execution, by the names that users type. */
enum Reexecution {
  BASIC(ReexecutionLevel.BASIC),
  LAST_CONCRETE(ReexecutionLevel.LAST_CONCRETE),
  OPPORTUNISTIC(ReexecutionLevel.OPPORTUNISTIC);

  private final ReexecutionLevel level;

  Reexecution(ReexecutionLevel level) {
    this.level = level;
  }

  ReexecutionLevel level() {
    return level;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
