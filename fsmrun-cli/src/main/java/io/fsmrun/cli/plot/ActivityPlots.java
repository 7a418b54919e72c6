package io.fsmrun.cli.plot;

import io.fsmrun.ap.profile.ActivityPoint;
import io.fsmrun.ap.profile.ActivityProfile;
import io.fsmrun.ap.profile.CountRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The plots of an activity profile. */
public final class ActivityPlots {

  private ActivityPlots() {}

  /**
   * How the active set grows and shrinks along the input. One line if every point is one symbol,
   * else the most, the mean and the fewest of each stretch.
   *
   * @param profile what was counted, over at least one symbol
   * @param name what the plot is of
   * @param file where to, .png or .svg
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if there was no input, or the file ends otherwise
   */
  public static void activeSetOverTime(ActivityProfile profile, String name, Path file)
      throws IOException {
    List<ActivityPoint> timeline = profile.timeline();
    boolean single = timeline.stream().allMatch(point -> point.symbols() == 1);
    List<LinePlot.Line> lines =
        single
            ? List.of(line("active", timeline, ActivityPoint::mean))
            : List.of(
                line("most", timeline, ActivityPoint::max),
                line("mean", timeline, ActivityPoint::mean),
                line("fewest", timeline, ActivityPoint::min));
    Charts.line(
        new LinePlot(name + ": active set", "input (symbols)", "active elements", lines), file);
  }

  private static LinePlot.Line line(
      String name, List<ActivityPoint> timeline, ToDoubleFunction<ActivityPoint> value) {
    return new LinePlot.Line(
        name,
        timeline.stream()
            .map(point -> new LinePlot.Point(point.firstSymbol(), value.applyAsDouble(point)))
            .toList());
  }

  /**
   * How many symbols had active sets of which sizes.
   *
   * @param profile what was counted
   * @param name what the plot is of
   * @param file where to, .png or .svg
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if the file ends otherwise
   */
  public static void activeSetSizes(ActivityProfile profile, String name, Path file)
      throws IOException {
    histogram(
        name + ": sizes of the active set",
        "active elements on a symbol",
        "symbols",
        profile.activeSetHistogram(),
        file);
  }

  /**
   * How many elements were active how often.
   *
   * @param profile what was counted
   * @param name what the plot is of
   * @param file where to, .png or .svg
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if the file ends otherwise
   */
  public static void activations(ActivityProfile profile, String name, Path file)
      throws IOException {
    histogram(
        name + ": how often elements were active",
        "symbols on which an element was active",
        "elements",
        profile.activationHistogram(),
        file);
  }

  /**
   * How many elements were enabled how often.
   *
   * @param profile what was counted
   * @param name what the plot is of
   * @param file where to, .png or .svg
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if the file ends otherwise
   */
  public static void enables(ActivityProfile profile, String name, Path file) throws IOException {
    histogram(
        name + ": how often elements were enabled",
        "symbols on which an element was enabled",
        "elements",
        profile.enableHistogram(),
        file);
  }

  private static void histogram(
      String title, String xLabel, String yLabel, List<CountRange> ranges, Path file)
      throws IOException {
    List<Histogram.Bar> bars =
        ranges.stream().map(range -> new Histogram.Bar(range.label(), range.things())).toList();
    Charts.histogram(new Histogram(title, xLabel, yLabel, Scale.LOGARITHMIC, bars), file);
  }
}
