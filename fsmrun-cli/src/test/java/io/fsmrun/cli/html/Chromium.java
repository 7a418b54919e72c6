package io.fsmrun.cli.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium that is installed on this machine; nothing is fetched for it. A test class
 * starts one and opens pages in it, one after the other:
 *
 * <pre>{@code
 * private static final Chromium BROWSER = Chromium.start(); // skips the class if there is none
 *
 * BrowserPage page = BROWSER.open(file);
 * page.assertSound();
 * }</pre>
 */
public final class Chromium implements AutoCloseable {

  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final ChromeDriver driver;
  private final Path profile;

  private Chromium(ChromeDriver driver, Path profile) {
    this.driver = driver;
    this.profile = profile;
  }

  /**
   * Starts a browser with a profile of its own.
   *
   * @return the browser; without one on this machine the test is skipped, or fails if it runs where
   *     the environment says {@code CI=true}
   */
  public static Chromium start() {
    Optional<Path> browser =
        BROWSERS.stream().map(Chromium::onPath).flatMap(Optional::stream).findFirst();
    Optional<Path> driver = onPath("chromedriver");
    boolean isThere = browser.isPresent() && driver.isPresent();
    if (!isThere) {
      String missing =
          "needs a browser on the path: one of "
              + BROWSERS
              + ", and chromedriver (Debian: chromium-driver)";
      assertThat(System.getenv("CI")).as(missing).isNotEqualTo("true");
      Assumptions.abort(missing);
    }
    try {
      Path profile = Files.createTempDirectory("fsmrun-browser");
      ChromeDriverService service =
          new ChromeDriverService.Builder()
              .usingDriverExecutable(driver.orElseThrow().toFile())
              .usingAnyFreePort()
              .withLogFile(profile.resolve("chromedriver.log").toFile())
              .build();
      return new Chromium(
          new ChromeDriver(service, options(browser.orElseThrow(), profile)), profile);
    } catch (IOException e) {
      throw new AssertionError("no room for a browser's profile", e);
    }
  }

  private static ChromeOptions options(Path browser, Path profile) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.toFile());
    options.addArguments(
        "--headless=new",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--hide-scrollbars",
        "--force-device-scale-factor=1",
        "--user-data-dir=" + profile.resolve("data"));
    if (System.getProperty("user.name").equals("root")) {
      // Chromium has no sandbox for root, and does not start without being told so.
      options.addArguments("--no-sandbox");
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return options;
  }

  private static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Opens a file as a desktop with a light theme shows it.
   *
   * @param file a page
   * @return the page; pages opened before are gone
   */
  public BrowserPage open(Path file) {
    BrowserPage page = new BrowserPage(driver, file);
    page.load();
    return page;
  }

  /** Ends the browser and removes its profile. */
  @Override
  public void close() {
    driver.quit();
    try (Stream<Path> files = Files.walk(profile)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException e) {
      // The browser's last processes may still clear up there; the folder is a temporary one.
    }
  }
}
