package io.fsmrun.gpu.plan;

import java.util.Locale;

/** Which engines of the device a plan may use. */
public enum EngineWish {
  /** Those that are expected to be fastest. */
  AUTO,
  /** Bit streams only. */
  STREAMS,
  /** Tables for all rules that have one, bit streams for the rest. */
  TABLES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
