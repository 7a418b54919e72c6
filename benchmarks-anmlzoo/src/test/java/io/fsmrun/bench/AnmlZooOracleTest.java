package io.fsmrun.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.bench.AnmlZoo.Benchmark;
import io.fsmrun.bench.HyperscanOracle.SourceRule;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.profile.ProfileOptions;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.suite.TraceGenerator;
import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import it.unimi.dsi.fastutil.ints.IntSets;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rulesets of ANMLZoo on their own inputs: every way to scan, by strategies and by the library,
 * reports what Hyperscan does.
 *
 * <p>Hyperscan accepts fewer rules than we do (no anchors inside of a rule); those that it refuses
 * are compared between our own ways only. Everything it accepts, we do.
 */
final class AnmlZooOracleTest {

  private static final Backend CPU = new CpuBackend();
  private static final Backend AP = new AutomataProcessor();

  /** What Hyperscan says of each rule it refuses; to ask it for all of them takes a while. */
  private static final Map<Benchmark, SortedMap<Integer, String>> REFUSALS =
      new ConcurrentHashMap<>();

  /**
   * The beginnings of the inputs, each followed by a trace that the rules match, since two of the
   * inputs match nothing; of Protomata, which Hyperscan compiles slowly, some rules. The library,
   * whose runs must not take long here, has a sample of the others, too.
   */
  @ParameterizedTest
  @CsvSource({
    "BRILL, 1, 20000, 2000, TOKENS",
    "CLAMAV, 1, 20000, 2000, LITERAL_FILTER",
    "DOTSTAR, 1, 20000, 2000, LITERAL_FILTER",
    "POWEREN, 1, 20000, 2000, LITERAL_FILTER",
    "PROTOMATA, 8, 20000, 2000, CLASS_INDEX",
    "SNORT, 1, 20000, 2000, LITERAL_FILTER",
  })
  void agreesWithHyperscan(
      Benchmark benchmark, int ruleStep, int lengthBytes, int apBytes, EngineKind kind)
      throws IOException, InterruptedException {
    AnmlZooRules rules = AnmlZooRules.of(benchmark, ruleStep);
    // Hyperscan compiles on one core only, a third of all the work there is here.
    CompletableFuture<HyperscanOracle> compiling =
        CompletableFuture.supplyAsync(() -> oracle(benchmark, ruleStep, rules.source()));
    Rules parsed = rules.parsed();
    RuleSet ruleSet = RuleCompiler.withDefaults().compile(parsed, d -> {}).ruleSet();
    TraceGenerator trace = new TraceGenerator(ruleSet, 0.99);
    byte[] input = join(rules.input(lengthBytes), trace.generate(lengthBytes, 1));
    byte[] apInput = join(rules.input(apBytes / 2), trace.generate(apBytes / 2, 1));
    Scans scans = new Scans(ruleSet, new ProfileOptions(20, 200, 1.0, 1));
    ReportLog sequential = scans.sequential(CPU, input);
    assertThat(sequential.size()).isPositive();
    for (int segments : new int[] {2, 7, 16}) {
      assertSame("cse, cpu, " + segments, scans.cse(CPU, segments, input), sequential);
    }
    ReportLog onAp = scans.cse(AP, 7, apInput);
    assertSame("cse, ap, 7", onAp, scans.sequential(CPU, apInput));
    LibraryScans library = LibraryScans.of(parsed, ruleStep == 1 ? 6 : 1);
    assertThat(library.engines()).contains(kind);
    ReportLog sampled = sequential.of(library.ids());
    assertThat(sampled.size()).isPositive();
    library.scan(input).forEach((how, log) -> assertSame(how, log, sampled));
    try (HyperscanOracle oracle = compiling.join()) {
      assertSame("Hyperscan", sequential.of(oracle.accepted()), oracle.scan(input));
      assertSame("Hyperscan", onAp.of(oracle.accepted()), oracle.scan(apInput));
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "BRILL, 1963, 1102414, 'Embedded end anchors=67'",
    "CLAMAV, 515, 0, ''",
    "DOTSTAR, 2847, 0, 'Embedded end anchors=47'",
    "POWEREN, 2858, 3132, ''",
    "PROTOMATA, 2340, 127413, ''",
    "SNORT, 2591, 951161, 'Embedded end anchors=1, Embedded start anchors=6'",
  })
  void agreesWithHyperscanOnWholeInputs(
      Benchmark benchmark, int acceptedByBoth, int reports, String acceptedByUsAlone)
      throws IOException, InterruptedException {
    AnmlZooRules rules = AnmlZooRules.of(benchmark, 1);
    byte[] input = rules.input(Integer.MAX_VALUE);
    CompiledRules compiled = RuleCompiler.withDefaults().compile(rules.parsed(), d -> {});
    ReportLog expected;
    IntSet accepted;
    try (HyperscanOracle oracle = new HyperscanOracle(rules.source())) {
      expected = oracle.scan(input);
      accepted = oracle.accepted();
      assertThat(accepted).hasSize(acceptedByBoth);
      assertThat(expected.size()).isEqualTo(reports);
      assertThat(ids(compiled.ruleSet())).containsAll(accepted);
      assertThat(difference(oracle, compiled)).isEqualTo(acceptedByUsAlone);
    }
    Scans scans = new Scans(compiled.ruleSet(), new ProfileOptions(200, 1000, 1.0, 1));
    ReportLog sequential = scans.sequential(CPU, input);
    assertSame("Hyperscan", sequential.of(accepted), expected);
    for (int segments : new int[] {1, 2, 7, 16}) {
      assertSame("cse, cpu, " + segments, scans.cse(CPU, segments, input), sequential);
    }
    LibraryScans.of(rules.parsed(), 1)
        .scan(input)
        .forEach((how, log) -> assertSame(how, log, sequential));
  }

  /** Apart from the others, since emulating the Automata Processor takes many times as long. */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void emulatedProcessorAgreesOnWholeInputs(Benchmark benchmark)
      throws IOException, InterruptedException {
    AnmlZooRules rules = AnmlZooRules.of(benchmark, 1);
    byte[] input = rules.input(Integer.MAX_VALUE);
    RuleSet ruleSet = RuleCompiler.withDefaults().compile(rules.parsed(), d -> {}).ruleSet();
    Scans scans = new Scans(ruleSet, new ProfileOptions(200, 1000, 1.0, 1));
    ReportLog sequential = scans.sequential(CPU, input);
    for (int segments : new int[] {1, 2, 7, 16}) {
      assertSame("cse, ap, " + segments, scans.cse(AP, segments, input), sequential);
    }
  }

  /** Needs no input: what each of us accepts. Anchors inside of a rule are no obstacle to us. */
  @ParameterizedTest
  @CsvSource({
    "BRILL, 67",
    "CLAMAV, 0",
    "DOTSTAR, 47",
    "POWEREN, 0",
    "PROTOMATA, 0",
    "SNORT, 7",
  })
  void acceptsWhatHyperscanAcceptsAndEmbeddedAnchors(Benchmark benchmark, int embedded)
      throws IOException {
    AnmlZooRules rules = AnmlZooRules.of(benchmark, 1);
    IntSet ours = new IntAVLTreeSet();
    rules.parsed().accepted().forEach(rule -> ours.add(rule.id()));
    Map<Integer, String> refusals = refusals(benchmark, rules.source());
    IntSet theirs = new IntAVLTreeSet();
    IntSet embeddedAnchors = new IntAVLTreeSet();
    for (SourceRule rule : rules.source()) {
      String refusal = refusals.get(rule.id());
      if (refusal == null) {
        theirs.add(rule.id());
      } else if (refusal.startsWith("Embedded")) {
        embeddedAnchors.add(rule.id());
      }
    }
    assertThat(embeddedAnchors).hasSize(embedded);
    assertThat(ours).containsAll(theirs).containsAll(embeddedAnchors);
    assertThat(ours).hasSize(theirs.size() + embedded);
  }

  private static SortedMap<Integer, String> refusals(Benchmark benchmark, List<SourceRule> all) {
    return REFUSALS.computeIfAbsent(benchmark, of -> HyperscanOracle.refusals(all));
  }

  private static HyperscanOracle oracle(Benchmark benchmark, int step, List<SourceRule> rules) {
    return step == 1
        ? new HyperscanOracle(rules, refusals(benchmark, rules))
        : new HyperscanOracle(rules);
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private static String difference(HyperscanOracle oracle, CompiledRules compiled) {
    Map<String, Integer> kinds = new TreeMap<>();
    IntSet ours = ids(compiled.ruleSet());
    oracle
        .refused()
        .forEach(
            (id, message) -> {
              if (ours.contains((int) id)) {
                kinds.merge(message.replace(" not supported.", ""), 1, Integer::sum);
              }
            });
    String text = kinds.toString();
    return text.substring(1, text.length() - 1);
  }

  private static IntSet ids(RuleSet ruleSet) {
    IntSet ids = new IntAVLTreeSet();
    ruleSet.components().forEach(component -> ids.add(component.ruleId()));
    return IntSets.unmodifiable(ids);
  }

  private static void assertSame(String what, ReportLog actual, ReportLog expected) {
    // Not by equality of the lists alone: their text would fill the screen.
    assertThat(actual.firstDifference(expected)).as(what).isEmpty();
  }
}
