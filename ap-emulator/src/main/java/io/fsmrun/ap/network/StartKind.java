package io.fsmrun.ap.network;

/** When an STE is enabled without being driven by another element. */
public enum StartKind {
  /** Never. */
  NONE,
  /** On the first symbol of the input. */
  START_OF_DATA,
  /** On every symbol. */
  ALL_INPUT
}
