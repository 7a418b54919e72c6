package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cli.html.BrowserPage;
import io.fsmrun.cli.html.BrowserPage.Screen;
import io.fsmrun.cli.html.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** The report of a profile, made by the command, as a real browser shows it. */
class ProfileReportBrowserTest {

  private static final List<String> RULES =
      List.of(
          "/abc[^\\n]*def/",
          "/ab[^\"]*\"x/",
          "/^start/",
          "literal",
          "/x.*y.*z/",
          "/^([^a]*a[^a]*a)*$/s",
          "<script>document.title='hacked'</script>.*x");

  @TempDir static Path folder;
  private static Chromium browser;
  private static Path report;

  @BeforeAll
  static void start() throws IOException {
    browser = Chromium.start();
    Path rules = Files.write(folder.resolve("my.rules"), RULES);
    report = folder.resolve("report.html");
    Cli.run("profile", "--rules=" + rules, "-o", report).done();
  }

  @AfterAll
  static void end() {
    if (browser != null) {
      browser.close();
    }
  }

  @Test
  void allIsThere() throws IOException {
    BrowserPage page = browser.open(report);
    page.assertSound();
    // Frequencies twice, sets, four curves, re-execution.
    assertThat(page.marksPerChart()).hasSize(8).allMatch(marks -> marks > 0);
    assertThat(page.all("h2").stream().map(WebElement::getText).toList())
        .containsExactly(
            "How often each partition was seen",
            "Number of sets against cut-off",
            "Convergence curves",
            "The slowest rules, and why",
            "Predicted re-execution",
            "How it was profiled");
    page.screenshot("profile-desktop");
    page.unfoldAll();
    String text = page.all("body").getFirst().getText();
    assertThat(text)
        .contains("brings both together", "<script>document.title='hacked'</script>.*x")
        .contains("Would more strings change it? 10,000 strings");
    assertThat(page.evaluate("return document.title;")).isEqualTo("Convergence of my.rules");
    assertThat(page.all("figure svg, .drawing svg").size()).isGreaterThanOrEqualTo(6);
    page.assertNoSidewaysScrolling();
    page.screenshot("profile-unfolded");
  }

  @Test
  void aPhoneInTheDarkShowsItToo() throws IOException {
    BrowserPage page = browser.open(report);
    page.prefersDark(true);
    page.screen(Screen.PHONE);
    page.reload();
    page.assertSound();
    page.unfoldAll();
    page.assertNoSidewaysScrolling();
    page.screenshot("profile-phone-dark");
  }
}
