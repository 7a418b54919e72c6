package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.report.Report;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** However a ruleset is split over engines, it reports what the naive engine reports. */
final class SplitsTest {

  /** One ruleset of which each technique takes a part, inputs, and what must be reported. */
  private record Mixed(Rules rules, List<byte[]> inputs, List<List<Report>> expected) {

    private static final Mixed FIXED = draw(new Random(7));

    static Mixed draw(Random random) {
      List<String> texts = new ArrayList<>(KindRules.of(EngineKind.BYTE_SETS, 3, random));
      texts.addAll(KindRules.of(EngineKind.BYTE_RUNS, 3, random));
      texts.addAll(KindRules.of(EngineKind.LITERAL_FILTER, 12, random));
      texts.addAll(KindRules.of(EngineKind.CLASS_INDEX, 90, random));
      texts.addAll(KindRules.of(EngineKind.TOKENS, 24, random));
      texts.addAll(KindRules.of(EngineKind.SHIFT_AND, 3, random));
      texts.addAll(KindRules.of(EngineKind.LAZY_DFA, 3, random));
      Rules rules = Rules.of(texts);
      assertThat(rules.accepted()).hasSameSizeAs(texts);
      List<byte[]> inputs = new ArrayList<>();
      List<List<Report>> expected = new ArrayList<>();
      for (int length : new int[] {0, 1, 200, 900}) {
        byte[] input = KindRules.mixed(texts, length, random);
        inputs.add(input);
        // Ids of rules are one more than their places.
        expected.add(
            reference(planned(rules.accepted()), input).stream()
                .map(report -> new Report(report.rule() + 1, report.end()))
                .toList());
      }
      return new Mixed(rules, inputs, expected);
    }
  }

  /** All of the sets of techniques that rules without starts are for; one is always on. */
  static List<Set<EngineKind>> splits() {
    List<Set<EngineKind>> splits = new ArrayList<>(List.of(EnumSet.of(EngineKind.LAZY_DFA)));
    for (EngineKind kind : EnumSet.range(EngineKind.BYTE_SETS, EngineKind.SHIFT_AND)) {
      for (Set<EngineKind> split : List.copyOf(splits)) {
        Set<EngineKind> more = EnumSet.copyOf(split);
        more.add(kind);
        splits.add(more);
      }
    }
    return splits;
  }

  @ParameterizedTest
  @MethodSource("splits")
  void everySplitReportsTheSame(Set<EngineKind> split) throws Exception {
    Mixed mixed = Mixed.FIXED;
    Database database =
        Database.compile(
            mixed.rules(),
            CompileOptions.defaults().withPlan(PlanOptions.defaults().withEngines(split)),
            CompileListener.NONE);
    assertThat(database.plan().choices())
        .as("each technique that is on takes some rules, and no other does")
        .extracting(RuleChoice::engine)
        .containsOnly(split.toArray(EngineKind[]::new));
    Scanner[] scanners = {database.newScanner(), savedAndLoaded(database).newScanner()};
    Random random = new Random(split.hashCode());
    try (ParallelScanner parallel =
        ParallelScanner.of(database, new ParallelOptions(2, 100, 20, 30))) {
      for (int i = 0; i < mixed.inputs().size(); i++) {
        byte[] input = mixed.inputs().get(i);
        List<Report> expected = mixed.expected().get(i);
        assertThat(block(scanners[0], input)).as("block").isEqualTo(expected);
        assertThat(block(scanners[1], input)).as("saved and loaded").isEqualTo(expected);
        List<Report> reports = new ArrayList<>();
        parallel.scan(input, into(reports));
        assertThat(reports).as("two threads").isEqualTo(expected);
        for (int most : new int[] {2, 200}) {
          assertThat(chunks(scanners, input, most, random))
              .as("chunks of up to %d bytes", most)
              .isEqualTo(expected);
        }
      }
    }
  }

  private static Database savedAndLoaded(Database database) throws IOException {
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    database.save(saved);
    return Database.load(MemorySegment.ofArray(saved.toByteArray()));
  }

  private static MatchHandler into(List<Report> reports) {
    return (rule, start, end, tag) -> reports.add(new Report(rule, end));
  }

  private static List<Report> block(Scanner scanner, byte[] input) {
    List<Report> reports = new ArrayList<>();
    scanner.scan(input, into(reports));
    return reports;
  }

  /** Some chunks are scanned by a scanner that knows nothing of the stream but what was saved. */
  private static List<Report> chunks(Scanner[] scanners, byte[] input, int most, Random random) {
    List<Report> reports = new ArrayList<>();
    Stream stream = scanners[0].open();
    for (int from = 0; from < input.length; ) {
      int to = Math.min(input.length, from + 1 + random.nextInt(most));
      stream.write(input, from, to, into(reports));
      if (random.nextInt(4) == 0) {
        stream = scanners[random.nextInt(2)].restore(stream.save());
      }
      from = to;
    }
    stream.close(into(reports));
    return reports;
  }

  /** The technique that takes many rules, and the one that takes every rule. */
  @ParameterizedTest
  @EnumSource(names = {"LITERAL_FILTER", "LAZY_DFA"})
  void randomRulesAreReportedAsByTheNaiveEngine(EngineKind kind) throws InterruptedException {
    int taken = 0;
    int seeds = 300;
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(6); i++) {
        texts.add(KindRules.any(random));
      }
      taken += taken(kind, seed, texts, KindRules.words(120, random), random);
    }
    assertThat(taken).isGreaterThan(seeds);
  }

  /** Each technique beside the one that takes every rule, with rules of which it takes some. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "START_OF_MATCH")
  void rulesOfEachKindAreReportedAsByTheNaiveEngine(EngineKind kind) throws InterruptedException {
    // The index wants 48 chains, tokens eight rules.
    int seeds = kind == EngineKind.CLASS_INDEX ? 6 : 25;
    int least = kind == EngineKind.CLASS_INDEX ? 90 : kind == EngineKind.TOKENS ? 14 : 1;
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      List<String> texts = KindRules.of(kind, least + random.nextInt(6), random);
      for (int others = random.nextInt(3); others > 0; others--) {
        texts.add(KindRules.any(random));
      }
      byte[] input = KindRules.mixed(texts, 400, random);
      assertThat(taken(kind, seed, texts, input, random))
          .as("seed %d, rules %s", seed, texts)
          .isPositive();
    }
  }

  /** Scans and compares; returns how many rules the technique has taken. */
  private static int taken(
      EngineKind kind, int seed, List<String> texts, byte[] input, Random random)
      throws InterruptedException {
    List<PlannedRule> rules = planned(Rules.of(texts).accepted());
    Plan plan = plan(rules, EnumSet.of(kind, EngineKind.LAZY_DFA));
    int[] cuts = random.ints(5, 0, input.length).sorted().toArray();
    assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
        .as("seed %d, rules %s, cuts %s", seed, texts, Arrays.toString(cuts))
        .isEqualTo(reference(rules, input));
    return (int) plan.choices().stream().filter(choice -> choice.engine() == kind).count();
  }
}
