package io.fsmrun.bench.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.profile.MergeStrategy;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Figures show what results say, and leave out what was not done. */
class FiguresTest {

  private static final Benchmark SNORT = Benchmark.named("Snort").orElseThrow();
  private static final Benchmark CLAMAV = Benchmark.named("ClamAV").orElseThrow();
  private static final Plan PLAN = Plan.of(Experiments.full(), List.of(SNORT, CLAMAV));
  private static final Experiments RUNS = PLAN.experiments();

  private static Figure figure(String id, Results results) {
    return new Figures(PLAN, results)
        .published().stream().filter(f -> f.id().equals(id)).findFirst().orElseThrow();
  }

  private static Results results() {
    Results results = new Results();
    results.put(RUNS.cse(SNORT, false), Synthetic.stored(Synthetic.run(250_000, 22, 0.01)));
    results.put(RUNS.cse(CLAMAV, false), Synthetic.stored(Synthetic.run(500_000, 12, 0.03)));
    results.put(RUNS.lbe(SNORT), Synthetic.stored(Synthetic.run(1_000_000, 61, 0)));
    results.put(
        RUNS.cse(SNORT, MergeStrategy.mostFrequent(), false),
        Synthetic.stored(Synthetic.run(1_000_000, 3, 0.5)));
    return results;
  }

  @Test
  void speedupsStandBesideStatedOnes() {
    Figure figure = figure("figure-3.10", results());
    assertThat(figure.categories()).containsExactly("Snort", "ClamAV", "mean");
    assertThat(figure.ours("cse", "Snort")).isEqualTo(4);
    assertThat(figure.ours("cse", "ClamAV")).isEqualTo(2);
    assertThat(figure.ours("cse", "mean")).isEqualTo(3);
    assertThat(figure.ours("lbe", "Snort")).isEqualTo(1);
    assertThat(figure.ours("lbe", "ClamAV")).isNaN();
    assertThat(figure.ours("pap", "mean")).isNaN();
    Figure.Series stated =
        figure.series().stream()
            .filter(s -> s.origin() == Figure.Origin.PUBLISHED && s.name().equals("cse"))
            .findFirst()
            .orElseThrow();
    assertThat(stated.values()).startsWith(4.9, 4.4);
    assertThat(stated.values().get(2)).isNaN();
  }

  @Test
  void ratiosAreOfWhatBothHave() {
    Figure figure = figure("figure-3.10-ratios", results());
    assertThat(figure.ours("cse over lbe", "Snort")).isEqualTo(4);
    assertThat(figure.ours("cse over lbe", "mean")).isEqualTo(4);
    assertThat(figure.ours("cse over lbe", "most")).isEqualTo(4);
    assertThat(figure.ours("cse over pap", "most")).isNaN();
    assertThat(figure("figure-3.15", results()).ours("table 3.1 over mfp", "mean")).isEqualTo(4);
  }

  @Test
  void reexecutionIsARateOfPairsAndAShareOfSegments() {
    assertThat(figure("figure-3.16", results()).ours("table 3.1", "mean"))
        .isCloseTo(0.02, within(1e-12));
    assertThat(figure("figure-3.16-segments", results()).ours("table 3.1", "Snort"))
        .isEqualTo(0.25);
  }

  @Test
  void theLookBackSweepHasALineForEachBenchmark() {
    Figure figure = figure("figure-3.13", results());
    assertThat(figure.categories())
        .containsExactly("10", "20", "30", "40", "50", "60", "70", "80", "90", "100");
    assertThat(figure.ours("Snort", "10")).isEqualTo(1);
    assertThat(figure.ours("Snort", "20")).isNaN();
    assertThat(figure.ours("ClamAV", "40")).isNaN();
  }

  @Test
  void withoutResultsThereIsNothingToShowButTheTable() {
    List<Figure> figures = new Figures(PLAN, new Results()).published();
    assertThat(figures.stream().filter(Figure::hasOurs).map(Figure::id))
        .containsExactly("table-3.1", "figure-3.10");
    assertThat(new BeyondFigures(PLAN, new Results()).all()).isNotEmpty();
    assertThat(new BeyondFigures(Plan.of(Experiments.quick(), List.of(SNORT)), new Results()).all())
        .isEmpty();
  }

  @Test
  void differencesAreExplainedByKey() {
    Properties explanations = new Properties();
    explanations.setProperty("figure-3.10/cse/Snort", "Because.");
    explanations.setProperty("figure-3.11/lbe/Snort", "-> figure-3.10/cse/Snort");
    List<Differences.Comparison> all =
        Differences.of(new Figures(PLAN, results()).published(), explanations);
    assertThat(of(all, "figure-3.10/cse/Snort").explanation()).contains("Because.");
    assertThat(of(all, "figure-3.10/cse/Snort").isUnexplained()).isFalse();
    assertThat(of(all, "figure-3.11/lbe/Snort").explanation()).contains("Because.");
    assertThat(of(all, "figure-3.10/cse/ClamAV").isUnexplained()).isTrue();
    assertThat(of(all, "table-3.1/segments/Snort").differs()).isFalse();
  }

  private static Differences.Comparison of(List<Differences.Comparison> all, String key) {
    Optional<Differences.Comparison> found =
        all.stream().filter(c -> c.published().key().equals(key)).findFirst();
    return found.orElseThrow();
  }

  @Test
  void commaSeparatedValuesAreQuotedWhereTheyMust() {
    assertThat(Csv.of(List.of(List.of("a", "b,c"), List.of("say \"x\"", "two\nlines"))))
        .isEqualTo("a,\"b,c\"\r\n\"say \"\"x\"\"\",\"two\nlines\"\r\n");
    assertThat(Csv.number(1 / 3.0)).isEqualTo("0.3333333333333333");
    assertThat(Csv.number(5)).isEqualTo("5");
    assertThat(Csv.number(Double.NaN)).isEmpty();
    assertThat(Csv.of(figure("figure-3.13", results())))
        .startsWith("symbols looked back,Snort,ClamAV,\"ClamAV, published\"\r\n10,1,,1\r\n20,,,");
  }

  @Test
  void aFigureHasAValueForEachCategory() {
    Figure.Series series = new Figure.Series("s", Figure.Origin.OURS, List.of(1.0, 2.0));
    assertThatThrownBy(
            () ->
                new Figure(
                    "id", "", "t", "", Figure.Shape.BARS, "x", "y", List.of("a"), List.of(series)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
