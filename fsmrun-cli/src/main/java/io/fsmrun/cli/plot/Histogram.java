package io.fsmrun.cli.plot;

import java.util.List;

/**
 * Bars side by side.
 *
 * @param title above the plot
 * @param xLabel below the bars, with their unit
 * @param yLabel beside the vertical axis, with its unit
 * @param scale of the vertical axis
 * @param bars from left to right
 */
public record Histogram(String title, String xLabel, String yLabel, Scale scale, List<Bar> bars) {

  /**
   * A bar.
   *
   * @param label below it, unlike that of any other bar
   * @param count its height, 0 or more
   */
  public record Bar(String label, long count) {}

  /** Keeps a copy of the bars. */
  public Histogram {
    bars = List.copyOf(bars);
  }
}
