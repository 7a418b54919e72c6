package io.fsmrun.cli;

import io.fsmrun.bench.reproduce.Benchmark;
import io.fsmrun.bench.reproduce.Csv;
import io.fsmrun.bench.reproduce.Differences;
import io.fsmrun.bench.reproduce.Experiments;
import io.fsmrun.bench.reproduce.Figure;
import io.fsmrun.bench.reproduce.Plan;
import io.fsmrun.bench.reproduce.Results;
import io.fsmrun.cli.html.Block;
import io.fsmrun.cli.html.HtmlPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in words and tables what a reproduction came to. */
final class ReproduceReport {

  private static final String NOT_EXPLAINED = "NOT EXPLAINED YET";

  private static final int FULL_BYTES = Experiments.full().bytes();

  private final Plan plan;
  private final List<String> missing;
  private final ReproducePlace place;
  private final List<Differences.Comparison> comparisons;

  ReproduceReport(
      Plan plan,
      List<String> missing,
      ReproducePlace place,
      List<Differences.Comparison> comparisons) {
    this.plan = plan;
    this.missing = missing;
    this.place = place;
    this.comparisons = comparisons;
  }

  HtmlPage page(Results results, List<Figure> published, List<Figure> beyond) {
    List<HtmlPage.Section> sections = new ArrayList<>();
    published.forEach(figure -> sections.add(section(figure)));
    sections.add(differences());
    beyond.forEach(figure -> sections.add(section(figure)));
    sections.add(new HtmlPage.Section("made", "How this was made", howItWasMade()));
    return new HtmlPage(
        "Convergence-set enumeration: the published evaluation, done again",
        lead(results),
        facts(results),
        sections);
  }

  private String lead(Results results) {
    long differing = comparisons.stream().filter(Differences.Comparison::differs).count();
    long unexplained = comparisons.stream().filter(Differences.Comparison::isUnexplained).count();
    String text =
        "The evaluation of Youwei Zhuo's thesis (2022, sections 3.6 and 3.7), done again with fsmrun on "
            + plan.benchmarks().size()
            + " benchmarks. The text states "
            + comparisons.size()
            + " values that there is a number of ours for; "
            + differing
            + " of these differ by more than 10%, and are explained below.";
    if (unexplained > 0) {
      text += " " + unexplained + " of them are " + NOT_EXPLAINED + ".";
    }
    if (results.size() < plan.tasks().size()) {
      text +=
          " This is not finished: "
              + results.size()
              + " of "
              + plan.tasks().size()
              + " results are there. Run the same command again to go on.";
    }
    if (plan.experiments().bytes() < FULL_BYTES) {
      text +=
          String.format(
              Locale.ROOT,
              " Only the first %,d bytes of each input were scanned, so what costs the same for every segment weighs"
                  + " more than in the published figures.",
              plan.experiments().bytes());
    }
    return text;
  }

  private List<HtmlPage.Fact> facts(Results results) {
    List<HtmlPage.Fact> facts = new ArrayList<>();
    facts.add(new HtmlPage.Fact("Program", place.version()));
    facts.add(new HtmlPage.Fact("Commit", String.join(", ", results.commits())));
    facts.add(new HtmlPage.Fact("Seed", Long.toString(place.seed())));
    facts.add(new HtmlPage.Fact("Java", place.java()));
    facts.add(new HtmlPage.Fact("Processor", place.processor()));
    facts.add(new HtmlPage.Fact("Threads", Integer.toString(place.threads())));
    facts.add(new HtmlPage.Fact("Date", place.date()));
    facts.add(
        new HtmlPage.Fact(
            "Seconds in runs",
            Math.round(results.runs().values().stream().mapToDouble(r -> r.seconds()).sum()) + ""));
    facts.add(new HtmlPage.Fact("Results", results.size() + " of " + plan.tasks().size()));
    return facts;
  }

  private HtmlPage.Section section(Figure figure) {
    List<Block> blocks = new ArrayList<>();
    boolean isDrawn = false;
    var drawn = ReproduceCharts.of(figure);
    if (drawn.isPresent()) {
      isDrawn = true;
      blocks.add(
          switch (drawn.get()) {
            case ReproduceCharts.Drawn.Bars bars -> new Block.Bars(bars.plot(), figure.note());
            case ReproduceCharts.Drawn.Lines lines -> new Block.Lines(lines.plot(), figure.note());
          });
    } else if (!figure.note().isEmpty()) {
      blocks.add(new Block.Paragraph(figure.note()));
    }
    if (!isDrawn) {
      blocks.add(table(figure));
    }
    boolean hasMore =
        figure.series().stream().anyMatch(s -> s.origin() == Figure.Origin.OURS_IN_TABLES);
    if (isDrawn && hasMore) {
      blocks.add(
          new Block.Folded("Numbers, with those that are not drawn", List.of(table(figure))));
    }
    List<Differences.Comparison> own =
        comparisons.stream().filter(c -> c.published().figure().equals(figure.id())).toList();
    if (isDrawn && !own.isEmpty()) {
      blocks.add(comparison("Stated by the thesis, and ours", own));
    }
    String heading =
        figure.label().isEmpty() ? figure.title() : figure.label() + ": " + figure.title();
    return new HtmlPage.Section(figure.id().replace('.', '-'), heading, blocks);
  }

  private static Block.Table table(Figure figure) {
    List<Block.Table.Column> columns = new ArrayList<>();
    columns.add(new Block.Table.Column(figure.categoryLabel(), false));
    figure
        .series()
        .forEach(s -> columns.add(new Block.Table.Column(ReproduceCharts.name(s), true)));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < figure.categories().size(); i++) {
      List<String> row = new ArrayList<>(List.of(figure.categories().get(i)));
      for (Figure.Series series : figure.series()) {
        row.add(number(series.values().get(i)));
      }
      rows.add(row);
    }
    return new Block.Table("", columns, rows);
  }

  private static Block.Table comparison(String caption, List<Differences.Comparison> list) {
    List<Block.Table.Column> columns =
        List.of(
            new Block.Table.Column("of", false),
            new Block.Table.Column("series", false),
            new Block.Table.Column("stated", true),
            new Block.Table.Column("ours", true),
            new Block.Table.Column("difference", true),
            new Block.Table.Column("section", false));
    List<List<String>> rows = new ArrayList<>();
    for (Differences.Comparison comparison : list) {
      rows.add(
          List.of(
              comparison.published().category(),
              comparison.published().series(),
              comparison.published().inWords(),
              number(comparison.ours()),
              percent(comparison),
              comparison.published().section()));
    }
    return new Block.Table(caption, columns, rows);
  }

  private static String percent(Differences.Comparison comparison) {
    double difference = comparison.published().difference(comparison.ours());
    return difference == 0 ? "0%" : String.format(Locale.ROOT, "%+.0f%%", 100 * difference);
  }

  /** At most four digits that say something; empty if it is not a number. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    if (value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,d", Math.round(value));
    }
    int decimals = Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 0.1 ? 3 : 5;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  private HtmlPage.Section differences() {
    List<Block> blocks = new ArrayList<>();
    List<Differences.Comparison> differing =
        comparisons.stream().filter(Differences.Comparison::differs).toList();
    blocks.add(
        new Block.Paragraph(
            "Every value that the text states and that ours differs from by more than 10%, or whose bound it breaks."
                + " Most bars of the published figures have no number in the text; nothing was read off drawings."));
    List<String> reasons =
        differing.stream().map(c -> c.explanation().orElse(NOT_EXPLAINED)).distinct().toList();
    for (String reason : reasons) {
      List<Differences.Comparison> of =
          differing.stream()
              .filter(c -> c.explanation().orElse(NOT_EXPLAINED).equals(reason))
              .toList();
      blocks.add(new Block.Paragraph(reason));
      blocks.add(figuresOf(of));
    }
    return new HtmlPage.Section("differences", "Differences, and why", blocks);
  }

  private static Block figuresOf(List<Differences.Comparison> list) {
    List<Block.Table.Column> columns =
        List.of(
            new Block.Table.Column("figure", false),
            new Block.Table.Column("of", false),
            new Block.Table.Column("series", false),
            new Block.Table.Column("stated", true),
            new Block.Table.Column("ours", true),
            new Block.Table.Column("difference", true));
    List<List<String>> rows = new ArrayList<>();
    for (Differences.Comparison comparison : list) {
      rows.add(
          List.of(
              comparison.published().figure(),
              comparison.published().category(),
              comparison.published().series(),
              comparison.published().inWords(),
              number(comparison.ours()),
              percent(comparison)));
    }
    return new Block.Table("", columns, rows);
  }

  /** The comparisons as a table with a header, for a file. */
  static List<List<String>> differencesTable(List<Differences.Comparison> comparisons) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "figure",
            "series",
            "of",
            "relation",
            "stated",
            "ours",
            "difference",
            "differs",
            "section",
            "explanation"));
    for (Differences.Comparison comparison : comparisons) {
      rows.add(
          List.of(
              comparison.published().figure(),
              comparison.published().series(),
              comparison.published().category(),
              comparison.published().relation().name().toLowerCase(Locale.ROOT),
              Csv.number(comparison.published().value()),
              Csv.number(comparison.ours()),
              Csv.number(comparison.published().difference(comparison.ours())),
              comparison.differs() ? "yes" : "no",
              comparison.published().section(),
              comparison.differs() ? comparison.explanation().orElse(NOT_EXPLAINED) : ""));
    }
    return rows;
  }

  private List<Block> howItWasMade() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Paragraph(
            "Cycles are those of the emulated Automata Processor: one a symbol, three for a change of flow, one for a"
                + " check of two flows, with the published numbers of segments; composition, decoding and re-execution"
                + " are counted too. They do not depend on the machine that emulates it. Flows take turns of 16 symbols"
                + " unless something else is said. Each run's reports, their number and their order were held against"
                + " those of a sequential run; a mismatch stops the work."));
    blocks.add(
        new Block.Paragraph(
            "The seven rulesets of the Regex suite are generated, and so are their inputs, with p_m = 0.75; the six of"
                + " ANMLZoo are the public files with their 1 MB inputs, as one piece. Convergence sets are predicted"
                + " from 1,000 random strings of 1,000 symbols for each rule; the inputs are not looked at."));
    if (!missing.isEmpty()) {
      blocks.add(
          new Block.Paragraph(
              "Missing: "
                  + String.join(", ", missing)
                  + ". Their rules and inputs are part of ANMLZoo (https://github.com/jackwadden/ANMLZoo): clone it,"
                  + " and give its directory with --anmlzoo DIR."));
    }
    blocks.add(new Block.Paragraph("To do it again: " + command()));
    return blocks;
  }

  private String command() {
    boolean isQuick = !plan.experiments().isComplete();
    boolean isAll = plan.benchmarks().size() + missing.size() == Benchmark.all().size();
    return "fsmrun reproduce --anmlzoo DIR"
        + (isQuick ? " --quick" : "")
        + (isAll
            ? ""
            : " --only "
                + plan.benchmarks().stream().map(b -> b.name()).collect(Collectors.joining(",")))
        + (place.seed() == 1 ? "" : " --seed " + place.seed())
        + " -o DIR";
  }

  /** What lies in the directory. */
  String readme(List<Figure> figures, Results results) {
    StringBuilder text = new StringBuilder();
    text.append("# The published evaluation, done again\n\n");
    text.append("Made by `").append(command()).append("`; commit ");
    text.append(String.join(", ", results.commits())).append(", seed ").append(place.seed());
    text.append(", ").append(place.processor()).append(", ").append(place.threads());
    text.append(" threads, ").append(place.java()).append(", ").append(place.date());
    text.append(".\n\n| file | what |\n|---|---|\n");
    row(text, "index.html", "everything on one page that needs no network");
    row(text, "differences.csv", "every value that the thesis states, ours, and why they differ");
    row(text, "runs.csv", "all runs with everything that is known of each");
    row(text, "runs/", "one file for each result, from which work that was stopped goes on");
    for (Figure figure : figures) {
      String what =
          figure.label().isEmpty() ? figure.title() : figure.label() + ": " + figure.title();
      row(text, figure.id() + ".csv", what);
      if (ReproduceCharts.of(figure).isPresent()) {
        row(text, figure.id() + ".png", "the same, drawn");
      }
    }
    return text.toString();
  }

  private static void row(StringBuilder text, String file, String what) {
    text.append("| `").append(file).append("` | ").append(what).append(" |\n");
  }
}
