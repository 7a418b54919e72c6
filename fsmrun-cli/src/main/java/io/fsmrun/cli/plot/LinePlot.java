package io.fsmrun.cli.plot;

import java.util.List;

/**
 * Lines over a common axis.
 *
 * @param title above the plot
 * @param xLabel below the horizontal axis, with its unit
 * @param yLabel beside the vertical axis, with its unit
 * @param xScale of the horizontal axis
 * @param yScale of the vertical axis
 * @param lines at least one
 */
public record LinePlot(
    String title, String xLabel, String yLabel, Scale xScale, Scale yScale, List<Line> lines) {

  /**
   * A point of a line.
   *
   * @param x along the horizontal axis
   * @param y along the vertical axis
   */
  public record Point(double x, double y) {}

  /**
   * A line.
   *
   * @param name in the legend, unlike that of any other line
   * @param points by ascending x
   */
  public record Line(String name, List<Point> points) {

    /** Keeps a copy of the points. */
    public Line {
      points = List.copyOf(points);
    }
  }

  /** Keeps a copy of the lines. */
  public LinePlot {
    lines = List.copyOf(lines);
  }

  /**
   * Lines with axes in proportion.
   *
   * @param title above the plot
   * @param xLabel below the horizontal axis, with its unit
   * @param yLabel beside the vertical axis, with its unit
   * @param lines at least one
   */
  public LinePlot(String title, String xLabel, String yLabel, List<Line> lines) {
    this(title, xLabel, yLabel, Scale.LINEAR, Scale.LINEAR, lines);
  }
}
