package io.fsmrun.cli;

import io.fsmrun.bench.reproduce.BeyondFigures;
import io.fsmrun.bench.reproduce.Csv;
import io.fsmrun.bench.reproduce.Differences;
import io.fsmrun.bench.reproduce.Figure;
import io.fsmrun.bench.reproduce.Figures;
import io.fsmrun.bench.reproduce.Plan;
import io.fsmrun.bench.reproduce.Results;
import io.fsmrun.bench.reproduce.RunsTable;
import io.fsmrun.cli.html.HtmlPage;
import io.fsmrun.cli.plot.Charts;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of a reproduction: pages, tables, plots. Each is written whole or not at all. */
final class ReproduceFiles {

  private final Path directory;
  private final Plan plan;
  private final List<String> missing;
  private final ReproducePlace place;

  /**
   * Files in a directory.
   *
   * @param directory it is there
   * @param plan what was to be done
   * @param missing benchmarks that were wanted and have no files
   * @param place what makes the figures
   */
  ReproduceFiles(Path directory, Plan plan, List<String> missing, ReproducePlace place) {
    this.directory = directory;
    this.plan = plan;
    this.missing = missing;
    this.place = place;
  }

  /** What the files show. */
  private record Shown(List<Figure> published, List<Figure> beyond) {

    List<Figure> all() {
      List<Figure> all = new ArrayList<>(published);
      all.addAll(beyond);
      return all;
    }
  }

  private Shown shown(Results results) {
    return new Shown(
        new Figures(plan, results).published().stream().filter(Figure::hasOurs).toList(),
        new BeyondFigures(plan, results).all().stream().filter(Figure::hasOurs).toList());
  }

  /** Writes the page and the tables of what there is. */
  void writePages(Results results) throws IOException {
    Shown shown = shown(results);
    List<Differences.Comparison> comparisons = Differences.of(shown.published);
    for (Figure figure : shown.all()) {
      write(figure.id() + ".csv", Csv.of(figure));
    }
    write("differences.csv", Csv.of(ReproduceReport.differencesTable(comparisons)));
    write("runs.csv", Csv.of(RunsTable.of(results)));
    ReproduceReport report = new ReproduceReport(plan, missing, place, comparisons);
    HtmlPage page = report.page(results, shown.published, shown.beyond);
    write("index.html", page::writeTo);
    write("README.md", report.readme(shown.all(), results));
  }

  /** Writes everything. */
  void writeAll(Results results) throws IOException {
    writePages(results);
    for (Figure figure : shown(results).all()) {
      Path file = directory.resolve(figure.id() + ".png");
      Optional<ReproduceCharts.Drawn> drawn = ReproduceCharts.of(figure);
      if (drawn.isPresent()) {
        switch (drawn.get()) {
          case ReproduceCharts.Drawn.Bars bars -> Charts.bars(bars.plot(), file);
          case ReproduceCharts.Drawn.Lines lines -> Charts.line(lines.plot(), file);
        }
      }
    }
  }

  private void write(String name, String text) throws IOException {
    write(name, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** What is to be written. */
  @FunctionalInterface
  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private void write(String name, Content content) throws IOException {
    Path partial = directory.resolve("." + name + ".part");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(partial))) {
        content.writeTo(out);
      }
      Files.move(partial, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }
}
