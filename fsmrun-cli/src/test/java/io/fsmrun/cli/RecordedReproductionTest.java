package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.bench.reproduce.Benchmark;
import io.fsmrun.cli.html.BrowserPage;
import io.fsmrun.cli.html.BrowserPage.Screen;
import io.fsmrun.cli.html.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The reproduction that is kept in the repository: whole, explained, and readable. */
class RecordedReproductionTest {

  private static final Path RECORD = Path.of("..", "docs", "reproduction");

  @Test
  void allBenchmarksAreThereAndEveryDifferenceIsExplained() throws IOException {
    List<String> speedups = Files.readAllLines(RECORD.resolve("figure-3.10.csv"));
    for (String name : Benchmark.names()) {
      assertThat(speedups).anyMatch(line -> line.startsWith(name + ","));
    }
    List<String> differing =
        Files.readAllLines(RECORD.resolve("differences.csv")).stream()
            .filter(line -> line.contains(",yes,"))
            .toList();
    assertThat(differing).isNotEmpty();
    // The last field is the explanation.
    assertThat(differing).noneMatch(line -> line.endsWith(","));
    assertThat(Files.readString(RECORD.resolve("README.md"))).contains("commit", "seed");
  }

  @Test
  void noFileSaysWhereItWasMade() throws IOException {
    try (var files = Files.list(RECORD)) {
      for (Path file : files.filter(f -> !f.toString().endsWith(".png")).toList()) {
        assertThat(Files.readString(file))
            .doesNotContain(
                Path.of("..").toRealPath() + "/",
                System.getProperty("user.home") + "/",
                System.getProperty("java.io.tmpdir") + "/");
      }
    }
  }

  @Test
  void theListedFilesExist() throws IOException {
    String readme = Files.readString(RECORD.resolve("README.md"));
    for (String figure : List.of("3.7", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15", "3.16")) {
      assertThat(readme).contains("`figure-" + figure + ".csv`");
      assertThat(RECORD.resolve("figure-" + figure + ".csv")).isNotEmptyFile();
      assertThat(RECORD.resolve("figure-" + figure + ".png")).isNotEmptyFile();
    }
  }

  /** The browser takes long for so large a page, which changes only when all is reproduced anew. */
  @Test
  @Tag("slow")
  void thePageCanBeRead() throws IOException {
    try (Chromium browser = Chromium.start()) {
      BrowserPage page = browser.open(RECORD.resolve("index.html").toAbsolutePath());
      page.assertSound();
      assertThat(page.marksPerChart()).hasSizeGreaterThan(20).allMatch(marks -> marks > 0);
      assertThat(page.all("h2")).hasSizeGreaterThan(20);
      assertThat(page.all("body").getFirst().getText()).doesNotContain("NOT EXPLAINED");
      page.screen(Screen.PHONE);
      page.reload();
      page.assertNoSidewaysScrolling();
      page.screenshot("reproduction-phone");
    }
  }
}
