package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Collects the series of a figure, and adds the stated values beside them. For one thread. */
final class FigureBuilder {

  private final String id;
  private final String label;
  private final String title;
  private final List<String> categories;
  private final List<Figure.Series> series = new ArrayList<>();
  private Figure.Shape shape = Figure.Shape.BARS;
  private String categoryLabel = "benchmark";
  private String valueLabel = "";
  private String note = "";

  FigureBuilder(String id, String label, String title, List<String> categories) {
    this.id = id;
    this.label = label;
    this.title = title;
    this.categories = categories;
  }

  FigureBuilder shape(Figure.Shape choice) {
    shape = choice;
    return this;
  }

  FigureBuilder axes(String category, String value) {
    categoryLabel = category;
    valueLabel = value;
    return this;
  }

  FigureBuilder note(String text) {
    note = text;
    return this;
  }

  /** Adds numbers of ours. */
  FigureBuilder ours(String name, ToDoubleFunction<String> value) {
    return add(name, Figure.Origin.OURS, value);
  }

  /** Adds numbers of ours that are not drawn. */
  FigureBuilder inTables(String name, ToDoubleFunction<String> value) {
    return add(name, Figure.Origin.OURS_IN_TABLES, value);
  }

  private FigureBuilder add(String name, Figure.Origin origin, ToDoubleFunction<String> value) {
    series.add(
        new Figure.Series(
            name, origin, categories.stream().map(c -> value.applyAsDouble(c)).toList()));
    return this;
  }

  /** The figure, with a series of stated values after each of ours that has some. */
  Figure build() {
    List<Figure.Series> all = new ArrayList<>();
    for (Figure.Series ours : series) {
      all.add(ours);
      Figure.Series stated =
          new Figure.Series(
              ours.name(),
              Figure.Origin.PUBLISHED,
              categories.stream().map(c -> stated(ours.name(), c)).toList());
      if (stated.hasValues()) {
        all.add(stated);
      }
    }
    return new Figure(id, label, title, note, shape, categoryLabel, valueLabel, categories, all);
  }

  private double stated(String name, String category) {
    for (Published published : Published.all()) {
      if (published.figure().equals(id)
          && published.series().equals(name)
          && published.category().equals(category)) {
        return published.value();
      }
    }
    return Double.NaN;
  }

  /** The mean of the numbers that are there; not a number if there is none. */
  static double mean(List<Double> values) {
    OptionalDouble mean =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).average();
    return mean.orElse(Double.NaN);
  }

  /** The greatest of the numbers that are there; not a number if there is none. */
  static double most(List<Double> values) {
    OptionalDouble most =
        values.stream().mapToDouble(Double::doubleValue).filter(v -> !Double.isNaN(v)).max();
    return most.orElse(Double.NaN);
  }
}
