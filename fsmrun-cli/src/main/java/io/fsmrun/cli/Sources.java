package io.fsmrun.cli;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.suite.SuiteRuleset;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.nio.file.Path;

/** Where rules and input come from. All files are checked before any long work starts. */
final class Sources {

  private static final int TRACE_BYTES = 1_000_000;

  /** How often a byte of a trace leads forward (Zhuo 2022, section 3.6.2). */
  static final double TRACE_MATCH_PROBABILITY = 0.75;

  private static final long SEED = 1;

  /** What runs if nothing is named. */
  private static final SuiteRuleset BUILT_IN = SuiteRuleset.DOTSTAR03;

  private final Rules rules;
  private final Input input;
  private final String benchmark;

  private Sources(Rules rules, Input input, String benchmark) {
    this.rules = rules;
    this.input = input;
    this.benchmark = benchmark;
  }

  static Sources resolve(Path rulesFile, String benchmark, Path anmlZoo, String input)
      throws UserErrorException, InterruptedException {
    if (rulesFile != null && benchmark != null) {
      throw new UserErrorException("--rules and --benchmark exclude each other");
    }
    if (anmlZoo != null && benchmark == null) {
      throw new UserErrorException("--anmlzoo needs --benchmark");
    }
    if (rulesFile == null && benchmark == null) {
      return ofSuite(BUILT_IN, input, null);
    }
    Path rulesPath = rulesFile;
    String inputPath = input;
    if (benchmark != null) {
      SuiteRuleset generated = suiteRuleset(benchmark);
      if (generated != null) {
        Checks.absent(anmlZoo, "--anmlzoo", "holds no " + generated.label() + ", which is made");
        return ofSuite(generated, input, generated.label());
      }
      try {
        AnmlZoo zoo = AnmlZoo.atOrFind(anmlZoo);
        rulesPath = zoo.rules(benchmark);
        inputPath = input != null ? input : zoo.input(benchmark, AnmlZoo.Size.ONE_MB).toString();
      } catch (AnmlZooException e) {
        throw new UserErrorException(e.getMessage() + "; generated are " + SuiteRuleset.labels());
      }
    }
    if (inputPath == null) {
      throw new UserErrorException("--rules needs --input FILE, or --input - for standard input");
    }
    Input bytes = Input.of(inputPath);
    return new Sources(read(rulesPath), bytes, benchmark);
  }

  /** A ruleset of the suite, with the trace that belongs to it unless the user gave an input. */
  private static Sources ofSuite(SuiteRuleset ruleset, String input, String benchmark)
      throws UserErrorException, InterruptedException {
    Input given = input == null ? null : Input.of(input);
    Rules lines = Rules.of(ruleset.rules(SEED));
    String name = ruleset.label() + " (seed " + SEED + ")";
    Rules rules = new Rules(name, lines.accepted(), lines.refused());
    Input bytes = given != null ? given : Input.of(trace(rules), "generated trace");
    return new Sources(rules, bytes, benchmark);
  }

  /** The ruleset of the suite that has a name; null if none has. */
  private static SuiteRuleset suiteRuleset(String name) {
    for (SuiteRuleset ruleset : SuiteRuleset.values()) {
      if (ruleset.label().equalsIgnoreCase(name)) {
        return ruleset;
      }
    }
    return null;
  }

  static Rules read(Path file) throws UserErrorException {
    try {
      return RulesFile.read(file);
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }

  private static byte[] trace(Rules rules) throws InterruptedException {
    RuleSet ruleSet = RuleCompiler.withDefaults().compile(rules, done -> {}).ruleSet();
    return new TraceGenerator(ruleSet, TRACE_MATCH_PROBABILITY).generate(TRACE_BYTES, SEED);
  }

  Rules rules() {
    return rules;
  }

  Input input() {
    return input;
  }

  /** The benchmark that the rules are from; null if they are from none. */
  String benchmark() {
    return benchmark;
  }
}
