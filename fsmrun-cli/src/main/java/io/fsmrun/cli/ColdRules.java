package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.regex.Rule;

/**
 * What is expected of rules before anything is measured, in a virtual machine that has compiled
 * nothing of itself yet. Roughly, by the length of their text, from 15 rulesets of 1 KB to 360 KB
 * on 16 cores and an H200: large rulesets take about as long on the way to the CPU as on the way to
 * the device, its driver included; small ones are on the CPU before a driver has started.
 *
 * @param textBytes length of the text of all rules
 */
record ColdRules(long textBytes) {

  /** Rules of less text are compiled for the CPU in less time than a device takes to start. */
  static final long LARGE_BYTES = 16 << 10;

  private static final double KILO = 1e3;

  static ColdRules of(GpuRules rules) {
    long bytes = 0;
    for (Rule rule : rules.rules().accepted()) {
      bytes += rule.pattern().length();
    }
    return new ColdRules(bytes);
  }

  /** Whether a device is likely to be ready as soon as the CPU. */
  boolean areLarge() {
    return textBytes >= LARGE_BYTES;
  }

  /** Seconds that compiling them for the CPU takes. */
  double cpuSeconds() {
    return 0.45 + 0.06 * Math.sqrt(textBytes / KILO);
  }

  /** Seconds in which a device should be ready for them; one that takes longer is a slow one. */
  double deviceSeconds() {
    return 0.75 + 0.05 * Math.sqrt(textBytes / KILO);
  }
}
