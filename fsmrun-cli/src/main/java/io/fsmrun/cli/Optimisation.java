package io.fsmrun.cli;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What can be switched off, by the names that users type. */
enum Optimisation {
  CONVERGENCE,
  DEACTIVATION,
  RANGE_GUIDED_CUT,
  CONNECTED_COMPONENTS,
  ACTIVE_STATE_GROUP,
  COMMON_PARENT,
  JOIN;

  /** Those that a strategy has. */
  static Set<Optimisation> of(Mode mode) {
    return switch (mode) {
      case SEQUENTIAL -> EnumSet.noneOf(Optimisation.class);
      case ENUMERATIVE -> EnumSet.of(CONVERGENCE);
      case LBE -> EnumSet.of(CONVERGENCE, DEACTIVATION);
      case PAP -> EnumSet.complementOf(EnumSet.of(JOIN));
      case CSE -> EnumSet.of(CONVERGENCE, DEACTIVATION, JOIN);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
