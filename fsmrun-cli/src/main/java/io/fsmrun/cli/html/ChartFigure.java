package io.fsmrun.cli.html;

import io.fsmrun.cli.plot.BarPlot;
import io.fsmrun.cli.plot.LinePlot;
import io.fsmrun.cli.plot.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a page has of a chart.
 *
 * @param title above it
 * @param description for those who do not see it
 * @param note below it; may be empty
 * @param json for the script that draws it
 * @param numbers all of them, as a table
 */
record ChartFigure(
    String title, String description, String note, String json, Block.Table numbers) {

  private static final Comparator<Place> BY_PLACE =
      Comparator.comparingDouble(Place::x).thenComparingInt(Place::occurrence);

  /** A row of the table of a line chart. A line may have several points at one place. */
  private record Place(double x, int occurrence) {}

  static ChartFigure of(Block.Lines block) {
    LinePlot plot = block.plot();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("kind", "lines");
    data.put("xLabel", plot.xLabel());
    data.put("yLabel", plot.yLabel());
    data.put("xLog", plot.xScale() == Scale.LOGARITHMIC);
    data.put("yLog", plot.yScale() == Scale.LOGARITHMIC);
    data.put("lines", plot.lines().stream().map(ChartFigure::data).toList());
    String names = plot.lines().stream().map(LinePlot.Line::name).collect(Collectors.joining(", "));
    String description =
        "Line chart: %s. Across: %s%s. Up: %s%s. Lines: %s. The numbers are in the table that follows."
            .formatted(
                plot.title(),
                plot.xLabel(),
                growth(plot.xScale()),
                plot.yLabel(),
                growth(plot.yScale()),
                names);
    return new ChartFigure(plot.title(), description, block.note(), json(data), numbers(plot));
  }

  static ChartFigure of(Block.Bars block) {
    BarPlot plot = block.plot();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("kind", "bars");
    data.put("xLabel", plot.xLabel());
    data.put("yLabel", plot.yLabel());
    data.put("yLog", plot.scale() == Scale.LOGARITHMIC);
    data.put("categories", plot.categories());
    data.put("series", plot.series().stream().map(ChartFigure::data).toList());
    String names =
        plot.series().stream().map(BarPlot.Series::name).collect(Collectors.joining(", "));
    String description =
        "Bar chart: %s. Groups: %s. Up: %s%s. Bars of each group: %s. The numbers are in the table that follows."
            .formatted(
                plot.title(),
                String.join(", ", plot.categories()),
                plot.yLabel(),
                growth(plot.scale()),
                names);
    return new ChartFigure(plot.title(), description, block.note(), json(data), numbers(plot));
  }

  private static String growth(Scale scale) {
    return scale == Scale.LOGARITHMIC ? ", by powers of ten" : "";
  }

  private static Map<String, Object> data(LinePlot.Line line) {
    List<List<Double>> points =
        line.points().stream()
            .map(point -> Arrays.asList(orNull(point.x()), orNull(point.y())))
            .toList();
    return Map.of("name", line.name(), "points", points);
  }

  private static Map<String, Object> data(BarPlot.Series series) {
    // A list that may hold null: a value that is no number leaves a gap.
    List<Double> values = new ArrayList<>();
    series.values().forEach(value -> values.add(orNull(value)));
    return Map.of("name", series.name(), "values", values);
  }

  /** JSON has no way to write what is no number, and none to write what is infinite. */
  private static Double orNull(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  private static String json(Map<String, Object> data) {
    return JsonMapper.shared().writeValueAsString(data);
  }

  private static Block.Table numbers(LinePlot plot) {
    int lines = plot.lines().size();
    Map<Place, String[]> rows = new TreeMap<>(BY_PLACE);
    for (int i = 0; i < lines; i++) {
      Map<Double, Integer> seen = new HashMap<>();
      for (LinePlot.Point point : plot.lines().get(i).points()) {
        Place place = new Place(point.x(), seen.merge(point.x(), 1, Integer::sum));
        rows.computeIfAbsent(place, p -> empty(lines))[i] = Numbers.text(point.y());
      }
    }
    List<Block.Table.Column> columns = new ArrayList<>();
    columns.add(new Block.Table.Column(plot.xLabel(), true));
    plot.lines().forEach(line -> columns.add(new Block.Table.Column(line.name(), true)));
    List<List<String>> cells = new ArrayList<>();
    rows.forEach(
        (place, values) -> {
          List<String> row = new ArrayList<>(List.of(Numbers.text(place.x())));
          row.addAll(Arrays.asList(values));
          cells.add(row);
        });
    return new Block.Table(caption(plot.title(), plot.yLabel()), columns, cells);
  }

  private static String[] empty(int cells) {
    String[] row = new String[cells];
    Arrays.fill(row, "");
    return row;
  }

  private static Block.Table numbers(BarPlot plot) {
    List<Block.Table.Column> columns = new ArrayList<>();
    columns.add(new Block.Table.Column(plot.xLabel(), false));
    plot.series().forEach(series -> columns.add(new Block.Table.Column(series.name(), true)));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < plot.categories().size(); i++) {
      List<String> row = new ArrayList<>(List.of(plot.categories().get(i)));
      for (BarPlot.Series series : plot.series()) {
        row.add(Numbers.text(series.values().get(i)));
      }
      rows.add(row);
    }
    return new Block.Table(caption(plot.title(), plot.yLabel()), columns, rows);
  }

  private static String caption(String title, String unit) {
    return unit.isEmpty() ? title : title + " (" + unit + ")";
  }
}
