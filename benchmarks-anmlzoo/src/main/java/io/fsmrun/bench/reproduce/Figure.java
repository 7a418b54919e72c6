package io.fsmrun.bench.reproduce;

import java.util.List;

/**
 * A table or a figure: numbers by category and series.
 *
 * @param id such as {@code figure-3.10}; also the name of its files
 * @param label such as {@code Figure 3.10}; empty for what the paper does not have
 * @param title what it shows
 * @param note what a reader has to know to understand the numbers; may be empty
 * @param shape how it is drawn
 * @param categoryLabel what categories are
 * @param valueLabel what values are, with their unit
 * @param categories rows, from top to bottom, or places along the horizontal axis
 * @param series columns, or bars, or lines
 */
public record Figure(
    String id,
    String label,
    String title,
    String note,
    Shape shape,
    String categoryLabel,
    String valueLabel,
    List<String> categories,
    List<Series> series) {

  /** How a figure is drawn. */
  public enum Shape {
    /** Not at all. */
    TABLE,
    /** Bars by category. */
    BARS,
    /** Bars by category, on a logarithmic axis. */
    BARS_BY_POWERS_OF_TEN,
    /** Lines; categories are numbers. */
    LINES,
    /** Lines over a logarithmic horizontal axis; categories are numbers. */
    LINES_OVER_POWERS_OF_TEN
  }

  /**
   * A column of numbers.
   *
   * @param name unlike that of any other series of the figure
   * @param origin whose numbers
   * @param values one for each category; not a number where there is none
   */
  public record Series(String name, Origin origin, List<Double> values) {

    /** Copies the list. */
    public Series {
      values = List.copyOf(values);
    }

    /**
     * Whether there is any number.
     *
     * @return false if all values are missing
     */
    public boolean hasValues() {
      return values.stream().anyMatch(v -> !v.isNaN());
    }

    /**
     * Whether they are numbers of this program.
     *
     * @return true if the thesis does not state them
     */
    public boolean isOurs() {
      return origin != Origin.PUBLISHED;
    }
  }

  /** Whose numbers they are. */
  public enum Origin {
    /** Of this program. */
    OURS,
    /** Of this program, in tables only: a drawing with all of them could not be read. */
    OURS_IN_TABLES,
    /** Stated by the thesis. */
    PUBLISHED
  }

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if a series has not one value for each category
   */
  public Figure {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
    for (Series column : series) {
      if (column.values().size() != categories.size()) {
        throw new IllegalArgumentException(
            column.values().size() + " values for " + categories.size() + " categories");
      }
    }
  }

  /**
   * Whether there is any number of ours.
   *
   * @return false if nothing that it shows was done
   */
  public boolean hasOurs() {
    return series.stream().anyMatch(s -> s.isOurs() && s.hasValues());
  }

  /**
   * A number of ours.
   *
   * @param name of the series
   * @param category in which category
   * @return the number; not a number if there is none
   */
  public double ours(String name, String category) {
    int row = categories.indexOf(category);
    for (Series column : series) {
      if (row >= 0 && column.isOurs() && column.name().equals(name)) {
        return column.values().get(row);
      }
    }
    return Double.NaN;
  }
}
