package io.fsmrun.cli;

import io.fsmrun.bench.reproduce.Figure;
import io.fsmrun.cli.plot.BarPlot;
import io.fsmrun.cli.plot.LinePlot;
import io.fsmrun.cli.plot.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Draws figures: ours beside what the thesis states. */
final class ReproduceCharts {

  private ReproduceCharts() {}

  /** A drawing. */
  sealed interface Drawn {

    /** Groups of bars. */
    record Bars(BarPlot plot) implements Drawn {}

    /** Lines. */
    record Lines(LinePlot plot) implements Drawn {}
  }

  /** The drawing of a figure; none if it is a table, or nothing in it is a number. */
  static Optional<Drawn> of(Figure figure) {
    boolean isDrawn = figure.series().stream().anyMatch(ReproduceCharts::isDrawn);
    if (!isDrawn) {
      return Optional.empty();
    }
    return switch (figure.shape()) {
      case TABLE -> Optional.empty();
      case BARS -> Optional.of(new Drawn.Bars(bars(figure, Scale.LINEAR)));
      case BARS_BY_POWERS_OF_TEN -> Optional.of(new Drawn.Bars(bars(figure, Scale.LOGARITHMIC)));
      case LINES -> Optional.of(new Drawn.Lines(lines(figure, Scale.LINEAR)));
      case LINES_OVER_POWERS_OF_TEN ->
          Optional.of(new Drawn.Lines(lines(figure, Scale.LOGARITHMIC)));
    };
  }

  /** The name of a series, which says whose it is. */
  static String name(Figure.Series series) {
    return series.origin() == Figure.Origin.PUBLISHED
        ? series.name() + ", published"
        : series.name();
  }

  private static boolean isDrawn(Figure.Series series) {
    return series.hasValues() && series.origin() != Figure.Origin.OURS_IN_TABLES;
  }

  private static String title(Figure figure) {
    return figure.label().isEmpty() ? figure.title() : figure.label() + ": " + figure.title();
  }

  private static BarPlot bars(Figure figure, Scale scale) {
    List<BarPlot.Series> series =
        figure.series().stream()
            .filter(ReproduceCharts::isDrawn)
            .map(s -> new BarPlot.Series(name(s), s.values()))
            .toList();
    return new BarPlot(title(figure), "", figure.valueLabel(), scale, figure.categories(), series);
  }

  /** Stated values are single points, which no line shows: they are in the table. */
  private static LinePlot lines(Figure figure, Scale xScale) {
    List<LinePlot.Line> lines = new ArrayList<>();
    for (Figure.Series series : figure.series()) {
      List<LinePlot.Point> points = new ArrayList<>();
      for (int i = 0; i < series.values().size(); i++) {
        double x = Double.parseDouble(figure.categories().get(i));
        double y = series.values().get(i);
        boolean isShown = xScale == Scale.LINEAR || x > 0;
        if (isShown && !Double.isNaN(y)) {
          points.add(new LinePlot.Point(x, y));
        }
      }
      if (series.origin() == Figure.Origin.OURS && !points.isEmpty()) {
        lines.add(new LinePlot.Line(series.name(), points));
      }
    }
    return new LinePlot(
        title(figure), figure.categoryLabel(), figure.valueLabel(), xScale, Scale.LINEAR, lines);
  }
}
