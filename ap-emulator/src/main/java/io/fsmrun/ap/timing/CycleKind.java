package io.fsmrun.ap.timing;

/** What cycles are spent on: the components of {@link CycleBreakdown}. */
enum CycleKind {
  SYMBOLS,
  SWITCHES,
  CHECKS,
  LOOKBACK,
  COMPOSITION,
  DECODING,
  REEXECUTION
}
