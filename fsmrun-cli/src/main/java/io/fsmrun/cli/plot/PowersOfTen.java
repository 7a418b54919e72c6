package io.fsmrun.cli.plot;

import java.util.stream.DoubleStream;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;

/**
 * Where a logarithmic axis begins and ends.
 *
 * @param least a power of ten
 * @param most a greater one
 */
record PowersOfTen(double least, double most) {

  /** Room for an error of rounding, so that a power of ten is not taken for more than it is. */
  private static final double EPSILON = 1e-9;

  /** A little more than the last power, so that its line is drawn. */
  private static final double HEADROOM = 1.02;

  /** The narrowest range around all values that have a place on such an axis. */
  private static PowersOfTen around(double[] positive) {
    if (positive.length == 0) {
      return new PowersOfTen(1, 10);
    }
    double low = Math.floor(Math.log10(DoubleStream.of(positive).min().orElse(1)) + EPSILON);
    double high = Math.ceil(Math.log10(DoubleStream.of(positive).max().orElse(10)) - EPSILON);
    return new PowersOfTen(Math.pow(10, low), Math.pow(10, Math.max(high, low + 1)));
  }

  private static double[] positive(DoubleStream values) {
    return values.filter(value -> value > 0 && Double.isFinite(value)).toArray();
  }

  /** The range for lines. */
  static ValueAxis axis(String label, DoubleStream values) {
    return around(positive(values)).axis(label);
  }

  /** The range for bars: the least has some height too. */
  static PowersOfTen below(DoubleStream values) {
    double[] positive = positive(values);
    PowersOfTen range = around(positive);
    boolean isFlat =
        DoubleStream.of(positive).anyMatch(value -> value <= range.least() * (1 + EPSILON));
    return isFlat ? new PowersOfTen(range.least() / 10, range.most()) : range;
  }

  /** An axis with one label a power of ten. */
  ValueAxis axis(String label) {
    TextLogAxis axis = new TextLogAxis(label);
    axis.setTickUnit(new NumberTickUnit(1, Charts.grouped(), 9));
    axis.setRange(least * (1 - EPSILON), most * HEADROOM);
    axis.setMinorTickMarksVisible(true);
    return axis;
  }
}
