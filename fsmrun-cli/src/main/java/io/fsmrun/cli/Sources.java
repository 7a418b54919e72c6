package io.fsmrun.cli;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.suite.RulesetGenerator;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.nio.file.Path;

/** Where rules and input come from. All files are checked before any long work starts. */
final class Sources {

  private static final int TRACE_BYTES = 1_000_000;
  private static final double TRACE_MATCH_PROBABILITY = 0.75;
  private static final long SEED = 1;

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
    Path rulesPath = rulesFile;
    String inputPath = input;
    if (benchmark != null) {
      try {
        AnmlZoo zoo = AnmlZoo.atOrFind(anmlZoo);
        rulesPath = zoo.rules(benchmark);
        inputPath = input != null ? input : zoo.input(benchmark, AnmlZoo.Size.ONE_MB).toString();
      } catch (AnmlZooException e) {
        throw new UserErrorException(e.getMessage());
      }
    }
    if (rulesPath != null && inputPath == null) {
      throw new UserErrorException("--rules needs --input FILE, or --input - for standard input");
    }
    Input given = inputPath == null ? null : Input.of(inputPath);
    Rules rules = rulesPath == null ? builtInRules() : read(rulesPath);
    return new Sources(
        rules, given != null ? given : Input.of(trace(rules), "generated trace"), benchmark);
  }

  static Rules read(Path file) throws UserErrorException {
    try {
      return RulesFile.read(file);
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }

  private static Rules builtInRules() {
    Rules generated = Rules.of(RulesetGenerator.dotstar03().generate(SEED));
    return new Rules(
        "built-in ruleset (300 rules, .* in 30%)", generated.accepted(), generated.refused());
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
