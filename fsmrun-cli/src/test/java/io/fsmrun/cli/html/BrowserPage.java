package io.fsmrun.cli.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page in a real browser: what it shows on which screen, and what it did. */
public final class BrowserPage {

  /** A width and a height in CSS pixels. */
  public record Screen(int width, int height) {

    /** An ordinary screen. */
    public static final Screen DESKTOP = new Screen(1280, 900);

    /** A small phone. */
    public static final Screen PHONE = new Screen(360, 800);
  }

  private final ChromeDriver driver;
  private final Path file;

  BrowserPage(ChromeDriver driver, Path file) {
    this.driver = driver;
    this.file = file;
  }

  void load() {
    scripts(true);
    screen(Screen.DESKTOP);
    prefersDark(false);
    driver.get("about:blank");
    drainLogs();
    reload();
  }

  /** Loads the file anew, with the screen and the preferences as they are. */
  public void reload() {
    driver.get(file.toUri().toString());
  }

  /**
   * Takes another screen.
   *
   * @param screen its size
   */
  public void screen(Screen screen) {
    cdp(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            screen.width(),
            "height",
            screen.height(),
            "deviceScaleFactor",
            1,
            "mobile",
            screen.width() < 600));
    settle();
  }

  /**
   * What the system says of light and dark.
   *
   * @param dark whether it is dark
   */
  public void prefersDark(boolean dark) {
    cdp(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    settle();
  }

  /**
   * Switches scripts of pages on or off. It is seen when the page is loaded again.
   *
   * @param run whether they run
   */
  public void scripts(boolean run) {
    cdp("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
  }

  /**
   * Evaluates a script in the page.
   *
   * @param body of a function, with a return
   * @param arguments it can see as {@code arguments}
   * @return what it returns, as Selenium maps it
   */
  public Object evaluate(String body, Object... arguments) {
    return driver.executeScript(body, arguments);
  }

  /**
   * Elements of the page.
   *
   * @param css a selector
   * @return all that match, in the order of the page
   */
  public List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  /**
   * Moves the pointer to the middle of an element.
   *
   * @param element of this page
   */
  public void pointAt(WebElement element) {
    new Actions(driver).moveToElement(element).perform();
    settle();
  }

  /** Unfolds everything. */
  public void unfoldAll() {
    evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; });");
    settle();
  }

  /** Waits until what was changed is laid out and drawn. */
  public void settle() {
    driver.executeAsyncScript(
        "const done = arguments[0];"
            + "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));");
  }

  /**
   * Fails unless the page was loaded without an error on its console and without asking for
   * anything but the file, and every chart has marks.
   */
  public void assertSound() {
    settle();
    assertThat(driver.manage().logs().get(LogType.BROWSER).getAll()).as("console").isEmpty();
    assertThat(requests()).as("requests").isNotEmpty().allMatch(url -> url.startsWith("file:"));
    assertThat(marksPerChart()).as("marks of each chart").allMatch(marks -> marks > 0);
    assertNoSidewaysScrolling();
  }

  /** Fails if the page is wider than the screen. */
  public void assertNoSidewaysScrolling() {
    assertThat(
            evaluate(
                "return [...document.querySelectorAll('body *')]"
                    + ".filter(e => !e.closest('.scroll, pre, svg, .skip, .chart'))"
                    + ".filter(e => e.getBoundingClientRect().right > innerWidth + 1)"
                    + ".map(e => e.tagName + ' ' + e.className).slice(0, 5);"))
        .as("elements wider than the screen")
        .isEqualTo(List.of());
    assertThat((Long) evaluate("return document.documentElement.scrollWidth - innerWidth;"))
        .as("how much wider the page is than the screen")
        .isLessThanOrEqualTo(0L);
  }

  /**
   * How many bars, lines and points each chart has, in the colours of its legend.
   *
   * @return a number for each, in the order of the page
   */
  public List<Long> marksPerChart() {
    List<Long> marks = new ArrayList<>();
    Object found =
        evaluate(
            "return [...document.querySelectorAll('figure.plot')].map(figure => {"
                + "  const colours = new Set([...figure.querySelectorAll('.legend svg > *')]"
                + "    .map(e => e.getAttribute(e.tagName === 'line' ? 'stroke' : 'fill')));"
                + "  return [...figure.querySelectorAll('.chart svg path')].filter(path =>"
                + "    colours.has(path.getAttribute('fill')) || colours.has(path.getAttribute('stroke'))"
                + "  ).filter(path => path.getBBox().width + path.getBBox().height > 1).length;"
                + "});");
    for (Object count : (List<?>) found) {
      marks.add((Long) count);
    }
    return marks;
  }

  private List<String> requests() {
    List<String> urls = new ArrayList<>();
    for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
      JsonNode message = JsonMapper.shared().readTree(entry.getMessage()).path("message");
      if (message.path("method").asString("").equals("Network.requestWillBeSent")) {
        urls.add(message.path("params").path("request").path("url").asString(""));
      }
    }
    return urls;
  }

  private void drainLogs() {
    // Reading a log empties it.
    for (String log : List.of(LogType.BROWSER, LogType.PERFORMANCE)) {
      assertThat(driver.manage().logs().get(log)).isNotNull();
    }
  }

  /**
   * Prints the page on A4.
   *
   * @return the PDF
   */
  public byte[] print() {
    Map<String, Object> printed =
        cdp(
            "Page.printToPDF",
            Map.of(
                "paperWidth",
                8.27,
                "paperHeight",
                11.69,
                "printBackground",
                false,
                "preferCSSPageSize",
                true));
    return Base64.getDecoder().decode((String) printed.get("data"));
  }

  /**
   * A picture of the whole page, kept in {@code target/screenshots} to be looked at.
   *
   * @param name of the file, without ending
   * @return the file
   * @throws IOException if it cannot be written
   */
  public Path screenshot(String name) throws IOException {
    settle();
    Map<String, Object> taken =
        cdp("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "format", "png"));
    return keep(name + ".png", Base64.getDecoder().decode((String) taken.get("data")));
  }

  /**
   * Keeps a file beside the screenshots.
   *
   * @param name of the file
   * @param content what is in it
   * @return the file
   * @throws IOException if it cannot be written
   */
  public static Path keep(String name, byte[] content) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    return Files.write(folder.resolve(name), content);
  }

  private Map<String, Object> cdp(String command, Map<String, Object> parameters) {
    return driver.executeCdpCommand(command, parameters);
  }
}
