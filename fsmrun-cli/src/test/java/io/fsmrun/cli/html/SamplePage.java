package io.fsmrun.cli.html;

import io.fsmrun.cli.plot.BarPlot;
import io.fsmrun.cli.plot.LinePlot;
import io.fsmrun.cli.plot.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A page with a block of every kind and texts of awkward lengths. */
final class SamplePage {

  private static final List<String> BENCHMARKS =
      List.of(
          "Brill",
          "ClamAV",
          "Dotstar03",
          "Dotstar06",
          "Dotstar09",
          "EntityResolution",
          "ExactMatch",
          "Fermi",
          "PowerEN",
          "Protomata",
          "Ranges05",
          "Snort",
          "TCP");

  private SamplePage() {}

  /** Bars of 13 categories and 5 series, one value missing. */
  static BarPlot bars(Scale scale) {
    List<BarPlot.Series> series = new ArrayList<>();
    List<String> names =
        List.of("LBE", "PAP", "CSE with 90% cut-off", "CSE with 99% cut-off", "published");
    for (int s = 0; s < names.size(); s++) {
      List<Double> values = new ArrayList<>();
      for (int c = 0; c < BENCHMARKS.size(); c++) {
        values.add(c == 3 && s == 1 ? Double.NaN : 0.02 + Math.pow(1.7, s + (c * 7) % 11));
      }
      series.add(new BarPlot.Series(names.get(s), values));
    }
    return new BarPlot(
        "Speed-up over one core, segments of 1 MB", "", "speed-up", scale, BENCHMARKS, series);
  }

  /** Lines over powers of ten, one with a gap, one with a long name. */
  static LinePlot lines(Scale x, Scale y) {
    List<LinePlot.Line> lines = new ArrayList<>();
    List<String> names =
        List.of(
            "10th percentile",
            "median",
            "90th percentile",
            "all rules of the ruleset together, as they would run on one machine");
    for (int i = 0; i < names.size(); i++) {
      double first = 20 * Math.pow(8, i);
      List<LinePlot.Point> points =
          IntStream.range(0, 120)
              .mapToObj(
                  k -> {
                    double at = Math.pow(10, k / 30.0);
                    boolean gap = k > 50 && k < 56;
                    return new LinePlot.Point(at, gap ? Double.NaN : 1 + first / (1 + at / 12));
                  })
              .toList();
      lines.add(new LinePlot.Line(names.get(i), points));
    }
    return new LinePlot(
        "Live flows after a cut", "symbols after the cut", "live flows", x, y, lines);
  }

  static HtmlPage of(String title) {
    Block.Table table =
        new Block.Table(
            "The slowest rules",
            List.of(
                new Block.Table.Column("rule", false),
                new Block.Table.Column("states", true),
                new Block.Table.Column("sets", true),
                new Block.Table.Column("symbols until one flow is left", true),
                new Block.Table.Column("pattern", false)),
            IntStream.range(1, 9)
                .mapToObj(
                    i ->
                        List.of(
                            "rule " + i,
                            "" + 1000 * i,
                            "" + i,
                            "" + 37 * i,
                            "/User-Agent\\x3a[^\\n]*a{" + i + "}.*b/smi"))
                .toList());
    String svg =
        "<svg width=\"900\" height=\"60\" role=\"img\" aria-label=\"A line\">"
            + "<line x1=\"5\" y1=\"30\" x2=\"895\" y2=\"30\" stroke=\"var(--ink)\"/></svg>";
    return new HtmlPage(
        title,
        "299 of 300 rules converge within 100 symbols; the one that does not is the last of the table.",
        List.of(
            new HtmlPage.Fact(
                "ruleset",
                "/home/somebody/rules/a-rather-long-folder-name/of-a-user/dotstar09.rules"),
            new HtmlPage.Fact("random strings", "1,000 of 200 symbols"),
            new HtmlPage.Fact("seed", "42")),
        List.of(
            new HtmlPage.Section(
                "convergence",
                "How fast flows converge",
                List.of(
                    new Block.Paragraph("Each line is a percentile over all strings."),
                    new Block.Lines(lines(Scale.LOGARITHMIC, Scale.LOGARITHMIC), "Log axes."),
                    new Block.Lines(lines(Scale.LINEAR, Scale.LINEAR), ""))),
            new HtmlPage.Section(
                "speed",
                "Speed-up",
                List.of(
                    new Block.Bars(bars(Scale.LOGARITHMIC), "PAP has no value for Dotstar06."),
                    new Block.Folded(
                        "Also in proportion", List.of(new Block.Bars(bars(Scale.LINEAR), ""))))),
            new HtmlPage.Section(
                "rules",
                "The slowest rules",
                List.of(
                    table,
                    new Block.Drawing(svg, "A drawing."),
                    new Block.Listing("As DOT", "\ndigraph {\n\ta -> b;\n}\n")))));
  }
}
