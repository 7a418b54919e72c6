package io.fsmrun.bench.reproduce;

import io.fsmrun.ap.AutomataProcessor;
import io.fsmrun.ap.chip.DeviceModel;
import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.suite.SuiteRuleset;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;

/**
 * A benchmark in memory: its rules compiled, its input read or generated. Shared by threads, but
 * for its predictions.
 */
final class Material {

  /** Length of the generated traces and of the standard inputs. */
  static final int INPUT_BYTES = 1_000_000;

  /** The probability with which a generated trace goes forward (section 3.6.2). */
  static final double MATCH_PROBABILITY = 0.75;

  /** The same limit as for other commands. */
  private static final int DFA_STATES = 10_000;

  private final Benchmark benchmark;
  private final Setting setting;
  private final Rules rules;
  private final String rulesDigest;
  private final int inputBytes;
  private Compiled compiled;
  private byte[] input;

  private Material(Benchmark benchmark, Rules rules, int inputBytes, Setting setting) {
    this.benchmark = benchmark;
    this.rules = rules;
    this.inputBytes = inputBytes;
    this.setting = setting;
    rulesDigest = digest(rules);
  }

  /**
   * Where benchmarks are taken from, and with what.
   *
   * @param zoo the ANMLZoo checkout; null if there is none
   * @param seed of all that is random
   * @param threads number of threads, from 1
   */
  record Setting(AnmlZoo zoo, long seed, int threads) {}

  /** What is made of the rules. */
  private record Compiled(
      CompiledRules rules, PreparedRuleSet prepared, Predictions predictions, double seconds) {}

  /**
   * A benchmark whose rules are read, but not yet compiled.
   *
   * @param inputBytes how much of the input is needed
   */
  static Material of(Benchmark benchmark, int inputBytes, Setting setting) throws IOException {
    return new Material(benchmark, rules(benchmark, setting), inputBytes, setting);
  }

  private Compiled compiled() throws InterruptedException {
    if (compiled == null) {
      long start = System.nanoTime();
      CompiledRules made =
          new RuleCompiler(CompileLimits.defaults().withDfaStates(DFA_STATES), setting.threads)
              .compile(rules, done -> {});
      compiled =
          new Compiled(
              made,
              new PreparedRuleSet(made.ruleSet(), new FastestBackend()),
              new Predictions(made.ruleSet(), setting.seed, setting.threads),
              (System.nanoTime() - start) / 1e9);
    }
    return compiled;
  }

  private static Rules rules(Benchmark benchmark, Setting setting) throws IOException {
    return switch (benchmark.source()) {
      case Benchmark.Source.Zoo zoo -> RulesFile.read(setting.zoo.rules(zoo.benchmark()));
      case Benchmark.Source.Suite suite ->
          Rules.of(SuiteRuleset.named(suite.ruleset()).rules(setting.seed));
    };
  }

  private byte[] input() throws IOException, InterruptedException {
    if (input == null) {
      input =
          switch (benchmark.source()) {
            case Benchmark.Source.Zoo zoo ->
                Files.readAllBytes(setting.zoo.input(zoo.benchmark(), AnmlZoo.Size.ONE_MB));
            case Benchmark.Source.Suite suite ->
                new TraceGenerator(compiled().rules.ruleSet(), MATCH_PROBABILITY)
                    .generate(inputBytes, setting.seed);
          };
    }
    return input;
  }

  private static String digest(Rules rules) {
    StringBuilder text = new StringBuilder();
    for (Rule rule : rules.accepted()) {
      text.append(rule.id()).append('\t').append(rule.line()).append('\n');
    }
    return Digests.of(text.toString());
  }

  Benchmark benchmark() {
    return benchmark;
  }

  /** The rules where runs are fast. */
  PreparedRuleSet prepared() throws InterruptedException {
    return compiled().prepared;
  }

  /**
   * The rules on the emulated Automata Processor alone, for the run that others are held against:
   * so the reports of two back ends are compared, too. Made anew each time.
   */
  PreparedRuleSet reference() throws InterruptedException {
    return new PreparedRuleSet(compiled().rules.ruleSet(), new AutomataProcessor());
  }

  Predictions predictions() throws InterruptedException {
    return compiled().predictions;
  }

  /** The first bytes of the input, or all if there are fewer. */
  byte[] input(int bytes) throws IOException, InterruptedException {
    byte[] all = input();
    return all.length <= bytes ? all : Arrays.copyOf(all, bytes);
  }

  /** Names the first bytes of the input; empty if there are none. */
  String inputDigest(int bytes) throws IOException, InterruptedException {
    return bytes == 0 ? "" : Digests.of(input(bytes));
  }

  String rulesDigest() {
    return rulesDigest;
  }

  Facts facts() throws InterruptedException {
    CompiledRules made = compiled().rules;
    long states = made.ruleSet().stateCount();
    return new Facts(
        made.ruleSet().size(),
        made.refused().size(),
        made.positionAutomata(),
        states,
        Re2States.count(rules, DFA_STATES, setting.threads),
        Math.max(1, Math.ceilDiv(states, (long) DeviceModel.d480().halfCore().stes())),
        compiled.seconds);
  }
}
