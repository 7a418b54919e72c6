package io.fsmrun.gpu.plan;

import java.util.Locale;

/** What runs a rule of a ruleset that is scanned with a GPU. */
public enum GpuEngine {
  /** Bit streams, on the device. */
  STREAMS,
  /** Tables of DFAs, on the device. */
  TABLES,
  /** The CPU, beside the device. */
  HOST;

  /**
   * Its name as users read it.
   *
   * @return a word
   */
  public String userName() {
    return this == HOST ? "cpu" : "gpu-" + name().toLowerCase(Locale.ROOT);
  }
}
