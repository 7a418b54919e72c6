package io.fsmrun.cli.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.awt.Stroke;
import java.awt.geom.Line2D;
import java.io.IOException;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Draws charts on a light ground into files. No display is needed, but a font is. The name of the
 * file says what it becomes: {@code .png} or {@code .svg}. It is only written once the chart is
 * complete.
 */
public final class Charts {

  /** As many labels as have room below the bars without lying over each other. */
  private static final int MOST_LEVEL_LABELS = 14;

  /** Where a logarithmic axis starts, so that a count of 1 has a bar too. */
  private static final double BELOW_ONE = 0.5;

  /** Dark to light in brightness too, so that lines differ in grey. */
  private static final List<Paint> LINES =
      List.of(
          new Color(0x1b4f8a),
          new Color(0xd1581c),
          new Color(0x7fa6c9),
          new Color(0x5a8f3c),
          new Color(0x7a3b69),
          new Color(0x555555));

  private static final List<float[]> DASHES =
      List.of(
          new float[0],
          new float[] {8, 4},
          new float[] {2, 3},
          new float[] {11, 4, 2, 4},
          new float[] {16, 5},
          new float[] {5, 2});

  /** Neighbours differ in brightness, so that they differ in grey. */
  private static final List<Paint> BARS =
      List.of(
          new Color(0x1b4f8a),
          new Color(0xe07b39),
          new Color(0xa9c8e6),
          new Color(0x4b7a2b),
          new Color(0xf3d27a),
          new Color(0x7a3b69),
          new Color(0x9a9a9a));

  /** Lines of up to so many points show them. */
  private static final int MOST_MARKED_POINTS = 40;

  private static final int MOST_DASHED_POINTS = 500;

  /** As many letters as have room side by side, if all labels were as long as the longest. */
  private static final int MOST_LEVEL_LETTERS = 100;

  private static final Color GRID = new Color(0xdddddd);
  private static final Color TEXT = new Color(0x202020);

  static {
    // Turned text as text; else the library draws its outlines, which no reader of an SVG finds.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private Charts() {}

  /**
   * Draws lines.
   *
   * @param plot what to draw
   * @param file where to; an existing file is replaced
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if its name ends neither in .png nor in .svg, or there is no
   *     line, or two have one name
   */
  public static void line(LinePlot plot, Path file) throws IOException {
    if (plot.lines().isEmpty()) {
      throw new IllegalArgumentException("a plot without lines");
    }
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
    renderer.setDrawSeriesLineAsPath(true);
    renderer.setLegendLine(new Line2D.Double(-16, 0, 16, 0));
    for (LinePlot.Line line : plot.lines()) {
      XYSeries series = new XYSeries(line.name(), false);
      line.points().forEach(point -> add(point, plot, series));
      int index = data.getSeriesCount();
      renderer.setSeriesPaint(index, LINES.get(index % LINES.size()));
      renderer.setSeriesStroke(index, stroke(index, line.points().size()));
      if (line.points().size() <= MOST_MARKED_POINTS) {
        renderer.setSeriesShapesVisible(index, true);
      }
      data.addSeries(series);
    }
    ValueAxis x = horizontal(plot);
    ValueAxis y = vertical(plot);
    XYPlot area = new XYPlot(data, x, y, renderer);
    area.setDomainGridlinePaint(GRID);
    area.setRangeGridlinePaint(GRID);
    style(x);
    style(y);
    draw(plot.title(), area, plot.lines().size() > 1, file);
  }

  /** Nothing at or below 0 has a place on a logarithmic axis; what is no number leaves a gap. */
  private static void add(LinePlot.Point point, LinePlot plot, XYSeries series) {
    if (!Double.isFinite(point.x()) || (isLog(plot.xScale()) && point.x() <= 0)) {
      return;
    }
    boolean hasPlace = Double.isFinite(point.y()) && !(isLog(plot.yScale()) && point.y() <= 0);
    series.add(point.x(), hasPlace ? Double.valueOf(point.y()) : null, false);
  }

  private static boolean isLog(Scale scale) {
    return scale == Scale.LOGARITHMIC;
  }

  private static ValueAxis horizontal(LinePlot plot) {
    if (isLog(plot.xScale())) {
      return PowersOfTen.axis(plot.xLabel(), values(plot, LinePlot.Point::x));
    }
    NumberAxis x = new NumberAxis(plot.xLabel());
    x.setAutoRangeIncludesZero(false);
    x.setLowerMargin(0);
    x.setUpperMargin(0);
    return x;
  }

  private static ValueAxis vertical(LinePlot plot) {
    return isLog(plot.yScale())
        ? PowersOfTen.axis(plot.yLabel(), values(plot, LinePlot.Point::y))
        : new NumberAxis(plot.yLabel());
  }

  private static DoubleStream values(LinePlot plot, ToDoubleFunction<LinePlot.Point> coordinate) {
    return plot.lines().stream().flatMap(line -> line.points().stream()).mapToDouble(coordinate);
  }

  /** Lines differ in their dashes too, unless they are so dense that dashes would be lost. */
  private static Stroke stroke(int index, int points) {
    float[] dashes = DASHES.get(index % DASHES.size());
    return dashes.length == 0 || points > MOST_DASHED_POINTS
        ? new BasicStroke(1.6f)
        : new BasicStroke(1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
  }

  /**
   * Draws bars.
   *
   * @param plot what to draw
   * @param file where to; an existing file is replaced
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if its name ends neither in .png nor in .svg, or there is no
   *     bar
   */
  public static void histogram(Histogram plot, Path file) throws IOException {
    if (plot.bars().isEmpty()) {
      throw new IllegalArgumentException("a histogram without bars");
    }
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    plot.bars().forEach(bar -> data.addValue((double) bar.count(), "", bar.label()));
    BarRenderer renderer = new BarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setSeriesPaint(0, LINES.get(0));
    CategoryAxis labels = new CategoryAxis(plot.xLabel());
    labels.setCategoryMargin(0.12);
    if (plot.bars().size() > MOST_LEVEL_LABELS) {
      labels.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
    }
    CategoryPlot area = new CategoryPlot(data, labels, heights(plot, renderer), renderer);
    area.setRangeGridlinePaint(GRID);
    style(labels);
    style(area.getRangeAxis());
    draw(plot.title(), area, false, file);
  }

  /**
   * Draws groups of bars.
   *
   * @param plot what to draw
   * @param file where to; an existing file is replaced
   * @throws IOException if the file cannot be written
   * @throws IllegalArgumentException if its name ends neither in .png nor in .svg, or there is no
   *     series or no category
   */
  public static void bars(BarPlot plot, Path file) throws IOException {
    if (plot.series().isEmpty()) {
      throw new IllegalArgumentException("bars without a series");
    }
    if (plot.categories().isEmpty()) {
      throw new IllegalArgumentException("bars without a category");
    }
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    BarRenderer renderer = groupedBars();
    for (int i = 0; i < plot.series().size(); i++) {
      BarPlot.Series series = plot.series().get(i);
      renderer.setSeriesPaint(i, BARS.get(i % BARS.size()));
      for (int c = 0; c < plot.categories().size(); c++) {
        double value = series.values().get(c);
        boolean hasPlace = Double.isFinite(value) && !(isLog(plot.scale()) && value <= 0);
        data.addValue(
            hasPlace ? Double.valueOf(value) : null, series.name(), plot.categories().get(c));
      }
    }
    CategoryPlot area =
        new CategoryPlot(data, groups(plot), heightsOfBars(plot, renderer), renderer);
    area.setRangeGridlinePaint(GRID);
    style(area.getDomainAxis());
    style(area.getRangeAxis());
    draw(plot.title(), area, plot.series().size() > 1, file);
  }

  private static BarRenderer groupedBars() {
    BarRenderer renderer = new BarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setItemMargin(0.02);
    renderer.setMaximumBarWidth(0.12);
    // A thin outline, so that light bars stand out from the ground.
    renderer.setDrawBarOutline(true);
    renderer.setDefaultOutlinePaint(TEXT);
    renderer.setDefaultOutlineStroke(new BasicStroke(0.5f));
    renderer.setAutoPopulateSeriesOutlinePaint(false);
    renderer.setAutoPopulateSeriesOutlineStroke(false);
    return renderer;
  }

  private static CategoryAxis groups(BarPlot plot) {
    CategoryAxis labels = new CategoryAxis(plot.xLabel().isEmpty() ? null : plot.xLabel());
    labels.setCategoryMargin(0.22);
    labels.setLowerMargin(0.01);
    labels.setUpperMargin(0.01);
    int longest = plot.categories().stream().mapToInt(String::length).max().orElse(0);
    if (longest * plot.categories().size() > MOST_LEVEL_LETTERS) {
      labels.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
      labels.setMaximumCategoryLabelWidthRatio(2.5f);
    }
    return labels;
  }

  private static ValueAxis heightsOfBars(BarPlot plot, BarRenderer renderer) {
    if (!isLog(plot.scale())) {
      return new NumberAxis(plot.yLabel());
    }
    PowersOfTen powers =
        PowersOfTen.below(
            plot.series().stream()
                .flatMap(series -> series.values().stream())
                .mapToDouble(Double::doubleValue));
    renderer.setBase(powers.least());
    return powers.axis(plot.yLabel());
  }

  private static ValueAxis heights(Histogram plot, BarRenderer renderer) {
    long most = plot.bars().stream().mapToLong(Histogram.Bar::count).max().orElse(0);
    if (plot.scale() == Scale.LINEAR || most == 0) {
      NumberAxis axis = new NumberAxis(plot.yLabel());
      axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits(Locale.ROOT));
      return axis;
    }
    LogAxis axis = new TextLogAxis(plot.yLabel());
    // One label a power of ten.
    axis.setTickUnit(new NumberTickUnit(1, grouped(), 9));
    // Up to a full power of ten, so that the highest bar has a label above it.
    axis.setRange(BELOW_ONE, 1.1 * Math.pow(10, Math.max(1, Math.ceil(Math.log10((double) most)))));
    axis.setMinorTickMarksVisible(true);
    renderer.setBase(BELOW_ONE);
    return axis;
  }

  private static void style(Axis axis) {
    axis.setLabelFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
    axis.setTickLabelFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    axis.setLabelPaint(TEXT);
    axis.setTickLabelPaint(TEXT);
    switch (axis) {
      case NumberAxis numbers -> numbers.setNumberFormatOverride(grouped());
      case LogAxis numbers -> numbers.setNumberFormatOverride(grouped());
      default -> {}
    }
  }

  /** The same in every country. */
  static NumberFormat grouped() {
    return new DecimalFormat("#,##0.#########", DecimalFormatSymbols.getInstance(Locale.ROOT));
  }

  private static void draw(String title, Plot area, boolean hasLegend, Path file)
      throws IOException {
    area.setBackgroundPaint(Color.WHITE);
    area.setOutlineVisible(false);
    JFreeChart chart =
        new JFreeChart(title, new Font(Font.SANS_SERIF, Font.BOLD, 17), area, hasLegend);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(12, 8, 8, 24));
    chart.getTitle().setPaint(TEXT);
    if (hasLegend) {
      chart.getLegend().setItemFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
      chart.getLegend().setFrame(BlockBorder.NONE);
    }
    ChartFile.write(chart, file);
  }
}
