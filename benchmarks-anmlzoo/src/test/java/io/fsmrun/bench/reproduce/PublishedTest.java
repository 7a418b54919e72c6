package io.fsmrun.bench.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stated values are those of the text, and each has a place in a figure of ours. */
class PublishedTest {

  private static Published stated(String figure, String series, String category) {
    List<Published> found =
        Published.all().stream()
            .filter(p -> p.key().equals(figure + "/" + series + "/" + category))
            .toList();
    assertThat(found).as("%s, %s, %s", figure, series, category).hasSize(1);
    return found.getFirst();
  }

  @ParameterizedTest
  @CsvSource({
    "table-3.1, rules, TCP, 733",
    "table-3.1, states, Protomata, 1949014",
    "table-3.1, half-cores a segment, Brill, 3",
    "table-3.1, segments, PowerEN, 16",
    "table-3.1, look-back L, ClamAV, 40",
    "table-3.1, 'cut-off, %', Dotstar09, 99",
    "figure-3.7, mean over rules, ClamAV, 0.61",
    "figure-3.10, cse, Snort, 4.9",
    "figure-3.10, cse, ClamAV, 4.4",
    "figure-3.10, pap, Snort, 1.14",
    "figure-3.10, pap, ClamAV, 1.37",
    "figure-3.10-ratios, cse over lbe, mean, 2.0",
    "figure-3.10-ratios, cse over lbe, most, 8.6",
    "figure-3.10-ratios, cse over pap, mean, 2.4",
    "figure-3.10-ratios, cse over pap, most, 2.7",
    "figure-3.11, pap, Snort, 103",
    "figure-3.11, lbe, Snort, 2.9",
    "figure-3.11, cse, Snort, 3.9",
    "figure-3.11, pap, ClamAV, 404",
    "figure-3.11, lbe, ClamAV, 2.9",
    "figure-3.11, cse, ClamAV, 4.8",
    "figure-3.11, cse, mean, 5.2",
    "figure-3.12, lbe, mean, 1.9",
    "figure-3.12, pap, TCP, 3",
    "figure-3.12, pap, Dotstar, 3",
    "figure-3.12, pap, Protomata, 3",
    "figure-3.12, pap, ClamAV, 21",
    "figure-3.12, pap, Snort, 30",
    "symbols-to-one, most of any rule and segment, PowerEN, 565",
    "figure-3.14, mfp, mean, 2.2",
    "figure-3.14, 99%, mean, 3.9",
    "figure-3.14, 100%, mean, 9.9",
    "figure-3.14, 100%, Protomata, 61",
    "figure-3.14, 100%, ClamAV, 13",
    "figure-3.15, table 3.1 over mfp, mean, 1.4",
    "figure-3.16, mfp, TCP, 0.232",
    "figure-3.16, mfp, Protomata, 0.190",
    "figure-3.16, mfp, Brill, 0.263",
    "figure-3.16, table 3.1, mean, 0.002"
  })
  void numbersOfTheTextAreThere(String figure, String series, String category, double value) {
    assertThat(stated(figure, series, category).value()).isEqualTo(value);
    assertThat(stated(figure, series, category).relation()).isEqualTo(Published.Relation.EXACT);
  }

  @Test
  void nothingIsStatedTwice() {
    Map<String, Long> counts =
        Published.all().stream()
            .collect(Collectors.groupingBy(Published::key, Collectors.counting()));
    assertThat(counts.values()).containsOnly(1L);
  }

  /** Else a value would never be set beside ours, and nobody would see it. */
  @Test
  void everyStatedValueHasAPlaceInAFigure() {
    Plan plan = Plan.of(Experiments.full(), Benchmark.all());
    List<Figure> figures = new Figures(plan, Synthetic.everywhere(plan)).published();
    for (Published published : Published.all()) {
      assertThat(figures)
          .as(published.key())
          .anySatisfy(
              figure -> {
                assertThat(figure.id()).isEqualTo(published.figure());
                assertThat(figure.ours(published.series(), published.category())).isNotNaN();
              });
    }
    assertThat(Differences.of(figures)).hasSize(Published.all().size());
  }

  @Test
  void differencesBeyondATenthNeedAnExplanation() {
    Published exact = stated("figure-3.10", "cse", "Snort");
    assertThat(exact.differsFrom(4.9 * 1.099)).isFalse();
    assertThat(exact.differsFrom(4.9 * 1.101)).isTrue();
    assertThat(exact.differsFrom(4.9 * 0.899)).isTrue();
    Published bound = stated("figure-3.16", "table 3.1", "TCP");
    assertThat(bound.differsFrom(0)).isFalse();
    assertThat(bound.difference(0.001)).isZero();
    assertThat(bound.differsFrom(0.005)).isTrue();
    assertThat(bound.inWords()).isEqualTo("below 0.005");
  }

  @Test
  void explanationsAreOfStatedValuesAndLeadSomewhere() {
    Set<String> keys = Published.all().stream().map(Published::key).collect(Collectors.toSet());
    Properties explanations = Differences.explanations();
    assertThat(keys).containsAll(explanations.stringPropertyNames());
    for (String key : explanations.stringPropertyNames()) {
      String text = explanations.getProperty(key);
      if (text.startsWith("-> ")) {
        String other = explanations.getProperty(text.substring(3));
        assertThat(other).as(key).isNotNull().doesNotStartWith("-> ");
      } else {
        assertThat(text).as(key).hasSizeGreaterThan(40).endsWith(".");
      }
    }
  }
}
