package io.fsmrun.cli.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Paint;
import java.io.IOException;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
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
      List.of(new Color(0x1b4f8a), new Color(0xd1581c), new Color(0x7fa6c9), new Color(0x5a8f3c));

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
    for (LinePlot.Line line : plot.lines()) {
      XYSeries series = new XYSeries(line.name(), false);
      line.points().forEach(point -> series.add(point.x(), point.y(), false));
      int index = data.getSeriesCount();
      renderer.setSeriesPaint(index, LINES.get(index % LINES.size()));
      renderer.setSeriesStroke(index, new BasicStroke(1.2f));
      data.addSeries(series);
    }
    NumberAxis x = new NumberAxis(plot.xLabel());
    x.setAutoRangeIncludesZero(false);
    x.setLowerMargin(0);
    x.setUpperMargin(0);
    XYPlot area = new XYPlot(data, x, new NumberAxis(plot.yLabel()), renderer);
    area.setDomainGridlinePaint(GRID);
    area.setRangeGridlinePaint(GRID);
    style(x);
    style(area.getRangeAxis());
    draw(plot.title(), area, plot.lines().size() > 1, file);
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
   *     bar
   */
  public static void bars(BarPlot plot, Path file) throws IOException {
    if (plot.series().isEmpty()) {
      throw new IllegalArgumentException("bars without a series");
    }
    draw(plot.title(), new CategoryPlot(), false, file);
  }

  private static ValueAxis heights(Histogram plot, BarRenderer renderer) {
    long most = plot.bars().stream().mapToLong(Histogram.Bar::count).max().orElse(0);
    if (plot.scale() == Scale.LINEAR || most == 0) {
      NumberAxis axis = new NumberAxis(plot.yLabel());
      axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits(Locale.ROOT));
      return axis;
    }
    LogAxis axis = new LogAxis(plot.yLabel());
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
  private static NumberFormat grouped() {
    return new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT));
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
