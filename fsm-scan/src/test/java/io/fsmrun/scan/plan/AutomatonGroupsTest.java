package io.fsmrun.scan.plan;

import static io.fsmrun.scan.plan.PlanReference.planned;
import static io.fsmrun.scan.plan.PlanReference.reference;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.lazy.LazyEngine;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.planner.Planner;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Rules that multiply each other's sets of states have automata of their own. */
final class AutomatonGroupsTest {

  private static final int SAMPLE = 1 << 17;

  /** What three of them count comes seldom, so that each of these meets some hundred sets alone. */
  private static final List<String> COUNTING =
      List.of("/#.{40}a/s", "/@.{45}[be]/s", "/!.{38}c/s", "/ab?c/", "/[0-9]+\\./");

  /** One of so many bytes is what is counted. */
  private static final int SELDOM = 160;

  /** What each of them meets is met over and over. */
  private static final List<String> MODEST =
      List.of("/ab?c/", "/[0-9]+\\./", "/(de|f)+g/", "/h.i/s");

  @Test
  void rulesThatCountAreKeptApart() throws Exception {
    byte[] text = text(new Random(1), SAMPLE);
    assertThat(names(plan(COUNTING, text)))
        .hasSizeGreaterThan(1)
        .isEqualTo(LazyEngine.NAMES.subList(0, names(plan(COUNTING, text)).size()));
  }

  @Test
  void othersShareOneAutomaton() throws Exception {
    assertThat(names(plan(MODEST, text(new Random(1), SAMPLE)))).containsExactly(LazyEngine.NAME);
  }

  /** Nothing is known of an input of which no part is there. */
  @Test
  void withoutSampleAllShareOneAutomaton() throws Exception {
    assertThat(names(plan(COUNTING, new byte[0]))).containsExactly(LazyEngine.NAME);
  }

  @Test
  void rulesKeptApartAreReportedAsByTheNaiveEngine() throws Exception {
    byte[] sample = text(new Random(1), SAMPLE);
    List<PlannedRule> rules = planned(Rules.of(COUNTING).accepted());
    Plan plan = plan(COUNTING, sample);
    assertReported(plan, rules, 20, random -> text(random, 1_500));
  }

  private static void assertReported(
      Plan plan, List<PlannedRule> rules, int seeds, Function<Random, byte[]> inputs) {
    for (int seed = 0; seed < seeds; seed++) {
      Random random = new Random(seed);
      byte[] input = inputs.apply(random);
      int[] cuts = random.ints(random.nextInt(6), 0, input.length).sorted().toArray();
      assertThat(PlanScan.scan(plan, input, cuts, random.nextBoolean()))
          .as("seed %d, cuts %s", seed, Arrays.toString(cuts))
          .isNotEmpty()
          .isEqualTo(reference(rules, input));
    }
  }

  @Test
  void databasesOfThemComeBack() throws Exception {
    byte[] sample = text(new Random(1), SAMPLE);
    Database made =
        Database.compile(
            Rules.of(COUNTING),
            CompileOptions.defaults().withPlan(options(sample)),
            CompileListener.NONE);
    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    made.save(saved);
    Database read = Database.load(MemorySegment.ofArray(saved.toByteArray()));
    List<String> found = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    read.newScanner().scan(sample, (id, start, end, tag) -> found.add(id + " " + end));
    made.newScanner().scan(sample, (id, start, end, tag) -> expected.add(id + " " + end));
    assertThat(found).isNotEmpty().isEqualTo(expected);
  }

  /** Every hundredth byte or so begins a count: the automaton would meet a new set at each byte. */
  @Test
  void ruleThatMeetsEverNewSetsIsSearchedForThoughOthersNeedAnAutomaton() throws Exception {
    List<String> texts = List.of("/=[^&]{200}/s", "/[a-e][0-9][a-e]/", "/(de|f)+g/", "/[^c]{3}h/");
    List<PlannedRule> rules = planned(Rules.of(texts).accepted());
    PlanOptions options =
        PlanOptions.defaults()
            .withEngines(EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA))
            .withSample(counted(new Random(1), SAMPLE));
    Plan plan = new Planner(options).plan(rules, done -> {});
    assertThat(plan.choices().get(0).engine()).isEqualTo(EngineKind.LITERAL_FILTER);
    assertThat(plan.choices()).extracting(RuleChoice::engine).contains(EngineKind.LAZY_DFA);
    assertReported(plan, rules, 8, random -> counted(random, 3_000));
  }

  /** What is found by two bytes is left to the automaton, unless it multiplies its sets. */
  @Test
  void ruleOfNarrowWindowsIsSearchedForWhereItMultipliesSets() throws Exception {
    List<String> texts = new ArrayList<>(List.of("/1.*2.*3.*4.*5.*6.*7.*8/"));
    Random letters = new Random(1);
    for (int i = 0; i < 60; i++) {
      texts.add("/" + KindRules.letters("abcdefghi", 3, letters) + "/");
    }
    assertThat(narrowAndSearched(texts)).isEmpty();
    String narrow = "/[a-i ]{6,}[0-3.]{4,}=![a-e]{3,9}/";
    texts.add(narrow);
    assertThat(narrowAndSearched(texts)).containsExactly(texts.size() - 1);
  }

  /** The rules that are searched for beside an automaton; what they report is right. */
  private static List<Integer> narrowAndSearched(List<String> texts) throws Exception {
    List<PlannedRule> rules = planned(Rules.of(texts).accepted());
    PlanOptions options =
        PlanOptions.defaults()
            .withEngines(EnumSet.of(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA))
            .withSample(lines(new Random(1), SAMPLE));
    Plan plan = new Planner(options).plan(rules, done -> {});
    byte[] input = lines(new Random(2), 3_000);
    assertThat(PlanScan.scan(plan, input, new int[] {700, 701}, false))
        .isEqualTo(reference(rules, input));
    return plan.choices().stream()
        .filter(choice -> choice.engine() == EngineKind.LITERAL_FILTER)
        .map(RuleChoice::rule)
        .toList();
  }

  private static byte[] lines(Random random, int length) {
    char[] text = KindRules.letters("abcdefghi0123456789 ....", length, random).toCharArray();
    for (int i = 0; i < length; i++) {
      text[i] = random.nextInt(60) == 0 ? '\n' : text[i];
    }
    return new String(text).getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] counted(Random random, int length) {
    char[] text = KindRules.letters("abcdefghi0123456789 ....", length, random).toCharArray();
    for (int i = 0; i < length; i++) {
      text[i] = random.nextInt(110) == 0 ? random.nextInt(6) == 0 ? '&' : '=' : text[i];
    }
    return new String(text).getBytes(StandardCharsets.US_ASCII);
  }

  private static Plan plan(List<String> texts, byte[] sample) throws InterruptedException {
    return new Planner(options(sample)).plan(planned(Rules.of(texts).accepted()), done -> {});
  }

  private static PlanOptions options(byte[] sample) {
    PlanOptions options = PlanOptions.defaults().withEngines(EnumSet.of(EngineKind.LAZY_DFA));
    return sample.length == 0 ? options : options.withSample(sample);
  }

  private static List<String> names(Plan plan) {
    return plan.engines().stream().map(BlockEngine::name).toList();
  }

  private static byte[] text(Random random, int length) {
    char[] text = KindRules.letters("abcdefghi0123456789 ....", length, random).toCharArray();
    for (int i = 0; i < length; i++) {
      text[i] = random.nextInt(SELDOM) == 0 ? "#@!".charAt(random.nextInt(3)) : text[i];
    }
    return new String(text).getBytes(StandardCharsets.US_ASCII);
  }
}
