package io.fsmrun.bench.reproduce;

import java.util.ArrayList;
import java.util.List;

/** Tables as comma-separated values (RFC 4180), with a header and numbers in full precision. */
public final class Csv {

  private static final String LINE_END = "\r\n";

  private Csv() {}

  /**
   * A figure.
   *
   * @param figure which one
   * @return a line for each category, with what the thesis states beside ours
   */
  public static String of(Figure figure) {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>(List.of(figure.categoryLabel()));
    figure.series().forEach(s -> header.add(name(s)));
    rows.add(header);
    for (int row = 0; row < figure.categories().size(); row++) {
      List<String> cells = new ArrayList<>(List.of(figure.categories().get(row)));
      for (Figure.Series series : figure.series()) {
        cells.add(number(series.values().get(row)));
      }
      rows.add(cells);
    }
    return of(rows);
  }

  private static String name(Figure.Series series) {
    return series.name() + (series.origin() == Figure.Origin.PUBLISHED ? ", published" : "");
  }

  /**
   * Rows of cells.
   *
   * @param rows the first is the header
   * @return the text, each row ended
   */
  public static String of(List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        text.append(i == 0 ? "" : ",").append(quoted(row.get(i)));
      }
      text.append(LINE_END);
    }
    return text.toString();
  }

  private static String quoted(String cell) {
    boolean isPlain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  /**
   * A number in full precision.
   *
   * @param value the number
   * @return its shortest text that reads back the same; empty if it is not a number
   */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return isWhole ? Long.toString((long) value) : Double.toString(value);
  }
}
