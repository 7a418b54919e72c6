package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.plan;
import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.planner.Planner;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rules over few letters go to the engine that is for them, and report what they should. */
final class FewLettersPlanTest {

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
  private static final String BASES = "ACGT";

  /** Motifs over few letters: sets, gaps and alternatives, as of proteins. */
  @Test
  void manyRulesOfClassesAreReportedAsByTheNaiveEngine() throws InterruptedException {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < 700; i++) {
        texts.add(motif(random));
      }
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      byte[] input = new byte[300];
      for (int i = 0; i < input.length; i++) {
        input[i] = (byte) "ACDEFGHIKLMNPQRSTVWY\nx".charAt(random.nextInt(22));
      }
      Plan plan = plan(rules, EnumSet.of(EngineKind.CLASS_INDEX, EngineKind.LAZY_DFA));
      assertThat(plan.choices().stream().filter(c -> c.engine() == EngineKind.CLASS_INDEX))
          .hasSizeGreaterThan(300);
      assertReported(plan, rules, input, seed, random);
    }
  }

  /**
   * Strings over four letters, some with sets and gaps, in one case or in either: windows of four
   * bytes are everywhere, wide ones are not. So they need no index, with a sample or without.
   */
  @Test
  void longStringsOverFourLettersAreSearchedForByWideWindows() throws InterruptedException {
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      List<String> texts = new ArrayList<>();
      StringBuilder text = new StringBuilder(KindRules.letters(BASES, 3_000, random));
      for (int i = 0; i < 500; i++) {
        String string = KindRules.letters(BASES, 12 + random.nextInt(20), random);
        text.insert(random.nextInt(text.length()), i % 2 == 0 ? string : string.substring(3));
        texts.add("/" + changed(string, i % 5) + (seed % 2 == 0 ? "/" : "/i"));
      }
      byte[] input = text.toString().getBytes(StandardCharsets.US_ASCII);
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      PlanOptions options = PlanOptions.defaults();
      options = seed < 3 ? options : options.withSample(input);
      Plan plan = new Planner(options).plan(rules, done -> {});
      assertThat(plan.choices().stream().filter(c -> c.engine() == EngineKind.LITERAL_FILTER))
          .hasSizeGreaterThan(480);
      assertReported(plan, rules, input, seed, random);
    }
  }

  /** A rule that a string matches, mostly. */
  private static String changed(String string, int how) {
    int half = string.length() / 2;
    return switch (how) {
      case 0 -> string.substring(0, half) + "[AG]" + string.substring(half + 1);
      case 1 -> string.substring(0, 6) + "[^N]{1,6}" + string.substring(half);
      case 2 -> string.substring(0, half) + ".?" + string.substring(half);
      default -> string;
    };
  }

  /** So many that looking for each at every place takes longer than one automaton for all. */
  @Test
  void manyShortStringsOverFewLettersAreForTheAutomaton() throws InterruptedException {
    for (int seed = 0; seed < 2; seed++) {
      Random random = new Random(seed);
      List<String> strings = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        strings.add(KindRules.letters(LETTERS, 2 + random.nextInt(2), random));
      }
      byte[] input = KindRules.letters(LETTERS, 500, random).getBytes(StandardCharsets.US_ASCII);
      List<String> texts = new ArrayList<>(strings.stream().map(x -> "/" + x + "/i").toList());
      List<PlannedRule> rules = planned(Rules.of(texts).accepted());
      Plan plan = plan(rules, EnumSet.allOf(EngineKind.class));
      assertThat(plan.choices()).allMatch(c -> c.engine() == EngineKind.LAZY_DFA);
      assertReported(plan, rules, input, seed, random);
    }
  }

  /** A few of them cost less in the index, and sets would lead to ever new ones. */
  @Test
  void fewShortStringsAndThoseOfSetsAreForTheIndex() throws InterruptedException {
    Random random = new Random(1);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      texts.add("/" + KindRules.letters(LETTERS, 3, random) + "/");
    }
    for (int i = 0; i < 400; i++) {
      texts.add(
          "/"
              + KindRules.letters(LETTERS, 1, random)
              + "[a-h]"
              + KindRules.letters(LETTERS, 2, random)
              + "/");
    }
    Plan plan = plan(planned(Rules.of(texts).accepted()), EnumSet.allOf(EngineKind.class));
    assertThat(plan.choices()).noneMatch(c -> c.engine() == EngineKind.LAZY_DFA);
  }

  private static String motif(Random random) {
    StringBuilder motif = new StringBuilder();
    int parts = 3 + random.nextInt(5);
    for (int i = 0; i < parts; i++) {
      switch (random.nextInt(6)) {
        case 0 -> motif.append(".");
        case 1 -> motif.append(".{0,").append(1 + random.nextInt(3)).append("}");
        case 2 -> motif.append("[^P]");
        default -> {
          motif.append("[X");
          for (int letter = 0; letter <= random.nextInt(5); letter++) {
            motif.append("ACDEFGHIKLMNPQRSTVWY".charAt(random.nextInt(20)));
          }
          motif.append("]");
        }
      }
    }
    return motif.append("[CHW]").toString();
  }

  private static void assertReported(
      Plan plan, List<PlannedRule> rules, byte[] input, int seed, Random random) {
    int[] cuts = random.ints(4, 0, input.length).sorted().toArray();
    assertThat(PlanScan.scan(plan, input, cuts, seed % 2 == 0))
        .as("seed %d", seed)
        .isEqualTo(reference(rules, input));
  }
}
