package io.fsmrun.ap.network;

/** The kinds of elements of an {@link AutomataNetwork}. */
public enum ElementKind {
  /** A state transition element: a state with the symbols on which it is entered. */
  STE,
  /** Counts the symbols on which its count port is driven, up to a target. */
  COUNTER,
  /** A boolean element: a function of what drives it on the same symbol. */
  GATE
}
