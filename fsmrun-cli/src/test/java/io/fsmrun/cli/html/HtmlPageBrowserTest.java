package io.fsmrun.cli.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cli.html.BrowserPage.Screen;
import io.fsmrun.cli.plot.BarPlot;
import io.fsmrun.cli.plot.LinePlot;
import io.fsmrun.cli.plot.Scale;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Pages as a real browser shows them. */
class HtmlPageBrowserTest {

  private static final String HOSTILE =
      "</script><script>window.hacked=1</script><!--<script>\"'><img src=x onerror=window.hacked=1>\u2028\u2029&amp;";

  @TempDir static Path folder;
  private static Chromium browser;
  private static Path sample;

  @BeforeAll
  static void start() throws IOException {
    browser = Chromium.start();
    sample = write("sample", SamplePage.of("Convergence of dotstar09"));
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path write(String name, HtmlPage page) throws IOException {
    Path file = folder.resolve(name + ".html");
    try (OutputStream out = Files.newOutputStream(file)) {
      page.writeTo(out);
    }
    return file;
  }

  private static String ground(BrowserPage page) {
    return (String) page.evaluate("return getComputedStyle(document.body).backgroundColor;");
  }

  private static String firstStroke(BrowserPage page) {
    return (String)
        page.evaluate("return document.querySelector('.legend line').getAttribute('stroke');");
  }

  @Test
  void nothingIsFetchedAndEveryChartIsDrawn() throws IOException {
    BrowserPage page = browser.open(sample);
    page.assertSound();
    // 4 lines each; 65 bars, of which one has no value and the lowest may have no height.
    List<Long> marks = page.marksPerChart();
    assertThat(marks).hasSize(4);
    assertThat(marks.subList(0, 2)).allMatch(n -> n >= 4);
    assertThat(marks.subList(2, 4)).allMatch(n -> n >= 60 && n <= 64);
    page.screenshot("desktop-light");
  }

  @Test
  void lightAndDarkDiffer() throws IOException {
    BrowserPage page = browser.open(sample);
    String lightGround = ground(page);
    String lightStroke = firstStroke(page);
    page.prefersDark(true);
    assertThat(ground(page)).isNotEqualTo(lightGround);
    assertThat(firstStroke(page)).isNotEqualTo(lightStroke);
    page.screenshot("desktop-dark");
    page.all("#theme").getFirst().click();
    assertThat(ground(page)).isEqualTo(lightGround);
    assertThat(firstStroke(page)).isEqualTo(lightStroke);
    page.reload();
    assertThat(ground(page)).as("the choice is kept for this page").isEqualTo(lightGround);
    page.evaluate("sessionStorage.clear();");
  }

  @Test
  void aPhoneScrollsOnlyDownwards() throws IOException {
    BrowserPage page = browser.open(sample);
    page.screen(Screen.PHONE);
    page.reload();
    page.assertSound();
    page.screenshot("phone");
    page.unfoldAll();
    page.assertNoSidewaysScrolling();
    assertThat(
            (Long)
                page.evaluate(
                    "return [...document.querySelectorAll('.scroll')]"
                        + ".filter(b => b.scrollWidth > b.clientWidth).length;"))
        .as("boxes that scroll by themselves")
        .isPositive();
    // Made wider again, charts follow.
    page.screen(Screen.DESKTOP);
    assertThat((Long) page.evaluate("return document.querySelector('.chart svg').clientWidth;"))
        .isGreaterThan(900);
  }

  @Test
  void paperHasTheChartsInLightColours() throws IOException {
    BrowserPage page = browser.open(sample);
    page.prefersDark(true);
    page.evaluate(
        "addEventListener('afterprint', () => { window.seen = 0; });"
            + "addEventListener('beforeprint', () => { window.printed = {"
            + "widths: [...document.querySelectorAll('.chart svg')].map(s => s.getAttribute('width')),"
            + "open: document.querySelectorAll('details.part[open]').length,"
            + "stroke: document.querySelector('.legend line').getAttribute('stroke')}; });");
    byte[] pdf = page.print();
    BrowserPage.keep("sample.pdf", pdf);
    String text = new String(pdf, StandardCharsets.ISO_8859_1);
    assertThat(Pattern.compile("/Type\\s*/Page\\b").matcher(text).results().count())
        .isBetween(3L, 8L);
    assertThat(page.evaluate("return window.printed.widths;"))
        .isEqualTo(List.of("640", "640", "640", "640"));
    assertThat(page.evaluate("return window.printed.open;")).isEqualTo(1L);
    assertThat(page.evaluate("return window.printed.stroke;")).isEqualTo("#1b4f8a");
    page.settle();
    assertThat(page.all("details.part[open]")).as("folded again").isEmpty();
    assertThat(firstStroke(page)).as("dark again").isNotEqualTo("#1b4f8a");
  }

  @Test
  void withoutScriptsTheNumbersAreThere() {
    BrowserPage page = browser.open(sample);
    page.scripts(false);
    page.reload();
    assertThat(page.all("figure.plot table")).hasSize(4).allMatch(WebElement::isDisplayed);
    assertThat(page.all("noscript .note").getFirst().getText()).contains("JavaScript");
    assertThat(page.all(".chart")).noneMatch(WebElement::isDisplayed);
    assertThat(page.all("#theme").getFirst().isDisplayed()).isFalse();
  }

  @Test
  void theKeyboardOpensFoldsAndHidesSeries() {
    BrowserPage page = browser.open(sample);
    WebElement fold = page.all("details.numbers").getFirst();
    assertThat(fold.getDomProperty("open")).isEqualTo("false");
    fold.findElement(By.tagName("summary")).sendKeys(Keys.ENTER);
    assertThat(fold.getDomProperty("open")).isEqualTo("true");
    assertThat(fold.findElement(By.tagName("table")).isDisplayed()).isTrue();
    long before = page.marksPerChart().getLast();
    page.evaluate("document.querySelector('details.part').open = true;");
    page.settle();
    WebElement series = page.all("figure.plot").getLast().findElement(By.tagName("button"));
    series.sendKeys(Keys.SPACE);
    page.settle();
    assertThat(series.getDomAttribute("aria-pressed")).isEqualTo("false");
    assertThat(page.marksPerChart().getLast()).isLessThan(before);
  }

  @Test
  void everythingHasAName() {
    BrowserPage page = browser.open(sample);
    assertThat(page.all(".chart"))
        .allMatch(chart -> chart.getDomAttribute("role").equals("img"))
        .allMatch(
            chart -> chart.getDomAttribute("aria-label").contains("The numbers are in the table"));
    assertThat(page.all("table")).allMatch(t -> !t.findElements(By.tagName("caption")).isEmpty());
    assertThat(page.all("section")).allMatch(s -> !s.getAccessibleName().isEmpty());
    assertThat(page.all("h1")).hasSize(1);
  }

  @Test
  void hostileTextsAreOnlyText() throws IOException {
    LinePlot.Line line =
        new LinePlot.Line(HOSTILE, List.of(new LinePlot.Point(1, 2), new LinePlot.Point(2, 3)));
    BarPlot.Series bar = new BarPlot.Series(HOSTILE, List.of(1.0));
    Block.Table.Column column = new Block.Table.Column(HOSTILE, false);
    List<Block> blocks =
        List.of(
            new Block.Paragraph(HOSTILE),
            new Block.Table(HOSTILE, List.of(column), List.of(List.of(HOSTILE))),
            new Block.Lines(new LinePlot(HOSTILE, HOSTILE, HOSTILE, List.of(line)), HOSTILE),
            new Block.Bars(
                new BarPlot(
                    HOSTILE, HOSTILE, HOSTILE, Scale.LINEAR, List.of(HOSTILE), List.of(bar)),
                HOSTILE),
            new Block.Listing(HOSTILE, HOSTILE),
            new Block.Folded(HOSTILE, List.of(new Block.Paragraph(HOSTILE))));
    Path file =
        write(
            "hostile",
            new HtmlPage(
                HOSTILE,
                HOSTILE,
                List.of(new HtmlPage.Fact(HOSTILE, HOSTILE)),
                List.of(new HtmlPage.Section("a", HOSTILE, blocks))));
    BrowserPage page = browser.open(file);
    page.assertSound();
    page.unfoldAll();
    assertThat(page.evaluate("return String(window.hacked);")).isEqualTo("undefined");
    assertThat(page.all("img, main script:not([type='application/json'])")).isEmpty();
    assertThat(page.evaluate("return document.title;")).asString().contains("window.hacked=1");
    assertThat(page.evaluate("return document.querySelector('main p').textContent;"))
        .isEqualTo(HOSTILE);
    assertThat(page.evaluate("return document.querySelector('main pre').textContent;"))
        .isEqualTo(HOSTILE);
    // A finger or a mouse on the chart shows names too.
    page.evaluate("document.querySelector('figure.plot').scrollIntoView();");
    page.settle();
    page.pointAt(page.all(".chart").getFirst());
    page.settle();
    assertThat(page.all(".tip").getFirst().getText()).contains("window.hacked=1");
    assertThat(page.evaluate("return String(window.hacked);")).isEqualTo("undefined");
  }
}
