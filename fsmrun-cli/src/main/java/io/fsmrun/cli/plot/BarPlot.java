package io.fsmrun.cli.plot;

import java.util.List;

/**
 * Groups of bars side by side: one group for each category, in it one bar for each series.
 *
 * @param title above the plot
 * @param xLabel below the groups; empty if their labels say enough
 * @param yLabel beside the vertical axis, with its unit
 * @param scale of the vertical axis
 * @param categories labels of the groups, from left to right, each once
 * @param series at least one
 */
public record BarPlot(
    String title,
    String xLabel,
    String yLabel,
    Scale scale,
    List<String> categories,
    List<Series> series) {

  /**
   * One bar in each group.
   *
   * @param name in the legend, unlike that of any other series
   * @param values one for each category; not a number where there is no bar
   */
  public record Series(String name, List<Double> values) {

    /** Keeps a copy of the values. */
    public Series {
      values = List.copyOf(values);
    }
  }

  /**
   * Keeps copies of the lists.
   *
   * @throws IllegalArgumentException if a series has not one value for each category
   */
  public BarPlot {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    for (Series bars : series) {
      if (bars.values().size() != categories.size()) {
        throw new IllegalArgumentException(
            bars.values().size() + " values for " + categories.size() + " categories");
      }
    }
  }
}
