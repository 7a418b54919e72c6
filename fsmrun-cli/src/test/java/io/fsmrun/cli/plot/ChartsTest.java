package io.fsmrun.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import io.fsmrun.ap.profile.ActivityProfile;
import io.fsmrun.ap.profile.ActivityProfiler;
import io.fsmrun.core.symbol.SymbolSet;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Charts that other programs can open. */
class ChartsTest {

  @TempDir Path folder;

  private static LinePlot lines() {
    return new LinePlot(
        "Two lines & more",
        "input (symbols)",
        "active elements",
        List.of(
            new LinePlot.Line(
                "squares",
                IntStream.range(0, 50).mapToObj(i -> new LinePlot.Point(i, i * i)).toList()),
            new LinePlot.Line(
                "cubes", IntStream.range(0, 50).mapToObj(i -> new LinePlot.Point(i, i)).toList())));
  }

  private static Histogram bars(Scale scale) {
    return new Histogram(
        "Bars",
        "times active",
        "elements",
        scale,
        List.of(
            new Histogram.Bar("0", 120),
            new Histogram.Bar("1", 0),
            new Histogram.Bar("2-3", 1),
            new Histogram.Bar("4-7", 40_000)));
  }

  /** The texts of a drawing that another parser accepts. */
  private static List<String> texts(Path svg) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    Document document = factory.newDocumentBuilder().parse(svg.toFile());
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    NodeList nodes = document.getElementsByTagName("text");
    return IntStream.range(0, nodes.getLength())
        .mapToObj(i -> nodes.item(i).getTextContent().strip())
        .toList();
  }

  /** Neither blank nor dark: most of it is white, and something is drawn. */
  private static void assertDrawn(Path png) throws IOException {
    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isEqualTo(2_000);
    assertThat(image.getHeight()).isEqualTo(1_120);
    long white = 0;
    for (int y = 0; y < image.getHeight(); y += 4) {
      for (int x = 0; x < image.getWidth(); x += 4) {
        white += (image.getRGB(x, y) & 0xffffff) == 0xffffff ? 1 : 0;
      }
    }
    double share = white / (500.0 * 280);
    assertThat(share).isBetween(0.4, 0.99);
  }

  @Test
  void linesAsSvg() throws Exception {
    Path file = folder.resolve("lines.svg");
    Charts.line(lines(), file);
    assertThat(texts(file))
        .contains("Two lines & more", "input (symbols)", "active elements", "squares", "cubes")
        .as("axis ticks")
        .contains("0", "2,000");
  }

  @Test
  void barsAsSvg() throws Exception {
    for (Scale scale : Scale.values()) {
      Path file = folder.resolve("bars.SVG");
      Charts.histogram(bars(scale), file);
      assertThat(texts(file)).contains("Bars", "times active", "elements", "0", "2-3", "4-7");
    }
  }

  @Test
  void linesAndBarsAsPng() throws IOException {
    Path file = folder.resolve("lines.png");
    Charts.line(lines(), file);
    assertDrawn(file);
    for (Scale scale : Scale.values()) {
      Path bars = folder.resolve("bars" + scale + ".png");
      Charts.histogram(bars(scale), bars);
      assertDrawn(bars);
    }
  }

  private static BarPlot groups(Scale scale, List<Double> first, List<Double> second) {
    return new BarPlot(
        "Groups",
        "rulesets",
        "speed-up",
        scale,
        List.of("one", "two", "three"),
        List.of(new BarPlot.Series("ours", first), new BarPlot.Series("published", second)));
  }

  /** What is filled with the colour of a bar: bars, and the mark in the legend. */
  private static long barsIn(Path svg, String red) throws IOException {
    return Pattern.compile("fill=\"rgb\\(" + red + ",")
        .matcher(Files.readString(svg))
        .results()
        .count();
  }

  @Test
  void groupsOfBars() throws Exception {
    Path file = folder.resolve("groups.svg");
    Charts.bars(
        groups(Scale.LOGARITHMIC, List.of(0.5, 20.0, 3_000.0), List.of(2.0, 1.0, 700.0)), file);
    assertThat(texts(file))
        .contains("Groups", "rulesets", "speed-up", "one", "two", "three", "ours", "published")
        .as("powers of ten")
        .contains("0.1", "1", "10", "100", "1,000", "10,000")
        .doesNotContain("5", "200");
    assertThat(barsIn(file, "27")).isEqualTo(4);
    Path missing = folder.resolve("missing.svg");
    Charts.bars(
        groups(Scale.LOGARITHMIC, List.of(0.5, Double.NaN, 3_000.0), List.of(2.0, 0.0, 700.0)),
        missing);
    assertThat(barsIn(missing, "27")).isEqualTo(barsIn(file, "27") - 1);
    assertThat(barsIn(missing, "224")).as("0 has no logarithm").isEqualTo(barsIn(file, "224") - 1);
    for (Scale scale : Scale.values()) {
      Path png = folder.resolve("groups" + scale + ".png");
      Charts.bars(groups(scale, List.of(1.0, 2.0, 3.0), List.of(3.0, 2.0, 1.0)), png);
      assertDrawn(png);
      // A plot without a single value is empty, not refused.
      List<Double> none = List.of(Double.NaN, Double.NaN, Double.NaN);
      Charts.bars(groups(scale, none, none), png);
    }
  }

  @Test
  void linesByPowersOfTen() throws Exception {
    Path file = folder.resolve("powers.svg");
    List<LinePlot.Point> points =
        IntStream.range(0, 60)
            .mapToObj(i -> new LinePlot.Point(Math.pow(10, i / 10.0) - 1, i == 30 ? Double.NaN : i))
            .toList();
    Charts.line(
        new LinePlot(
            "Powers",
            "symbols",
            "flows",
            Scale.LOGARITHMIC,
            Scale.LOGARITHMIC,
            List.of(new LinePlot.Line("all", points))),
        file);
    assertThat(texts(file)).contains("1", "10", "100", "1,000", "1,000,000").doesNotContain("0");
  }

  @Test
  void otherNamesAndEmptyPlotsAreRefused() {
    Path file = folder.resolve("lines.pdf");
    assertThatThrownBy(() -> Charts.line(lines(), file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(".png or .svg")
        .hasMessageContaining("lines.pdf");
    assertThat(file).doesNotExist();
    assertThatThrownBy(
            () -> Charts.line(new LinePlot("", "", "", List.of()), folder.resolve("a.png")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                Charts.histogram(
                    new Histogram("", "", "", Scale.LINEAR, List.of()), folder.resolve("a.png")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                Charts.bars(
                    new BarPlot("", "", "", Scale.LINEAR, List.of("a"), List.of()),
                    folder.resolve("a.png")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void plotsOfAProfile() throws Exception {
    ActivityProfile profile = profile(20_000);
    Path plots = Path.of("target", "plots");
    Files.createDirectories(plots);
    ActivityPlots.activeSetOverTime(profile, "words", plots.resolve("time.svg"));
    ActivityPlots.activeSetOverTime(profile, "words", plots.resolve("time.png"));
    ActivityPlots.activeSetSizes(profile, "words", plots.resolve("sizes.svg"));
    ActivityPlots.activations(profile, "words", plots.resolve("activations.svg"));
    ActivityPlots.enables(profile, "words", plots.resolve("enables.svg"));
    assertThat(texts(plots.resolve("time.svg")))
        .contains("words: active set", "input (symbols)", "active elements")
        .contains("most", "mean", "fewest");
    assertThat(texts(plots.resolve("sizes.svg")))
        .contains("words: sizes of the active set", "active elements on a symbol", "symbols");
    assertThat(texts(plots.resolve("activations.svg")))
        .contains("symbols on which an element was active", "elements", "512-1023");
    assertThat(texts(plots.resolve("enables.svg")))
        .contains("symbols on which an element was enabled", "elements");
    assertDrawn(plots.resolve("time.png"));
  }

  private static ActivityProfile profile(int symbols) {
    NetworkBuilder builder = new NetworkBuilder("");
    Random random = new Random(4);
    for (int w = 0; w < 200; w++) {
      int last = -1;
      for (int i = 0; i < 6; i++) {
        int next = builder.ste(w + "_" + i, SymbolSet.of('a' + random.nextInt(20)));
        if (last < 0) {
          builder.start(next, StartKind.ALL_INPUT);
        } else {
          builder.edge(last, next);
        }
        last = next;
      }
    }
    AutomataNetwork network = builder.build();
    ActivityProfiler profiler = new ActivityProfiler(network);
    byte[] input = new byte[symbols];
    for (int i = 0; i < symbols; i++) {
      input[i] = (byte) ('a' + random.nextInt(26));
    }
    profiler.feed(input, 0, symbols);
    return profiler.finish();
  }
}
