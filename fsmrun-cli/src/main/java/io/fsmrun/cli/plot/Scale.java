package io.fsmrun.cli.plot;

/** How an axis grows. */
public enum Scale {
  /** In proportion. */
  LINEAR,
  /** By powers of ten; nothing at or below 0 is shown. */
  LOGARITHMIC
}
