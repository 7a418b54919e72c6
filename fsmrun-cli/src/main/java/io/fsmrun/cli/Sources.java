package io.fsmrun.cli;

import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.suite.RulesetGenerator;
import io.fsmrun.suite.TraceGenerator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where rules and input come from. All files are checked before any long work starts. */
final class Sources {

  private static final String STANDARD_INPUT = "-";
  private static final int TRACE_BYTES = 1_000_000;
  private static final double TRACE_MATCH_PROBABILITY = 0.75;
  private static final long SEED = 1;

  private final Rules rules;
  private final String inputName;
  private final Path inputFile;
  private final byte[] trace;

  private Sources(Rules rules, String inputName, Path inputFile, byte[] trace) {
    this.rules = rules;
    this.inputName = inputName;
    this.inputFile = inputFile;
    this.trace = trace;
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
    Path file = inputPath == null || inputPath.equals(STANDARD_INPUT) ? null : readable(inputPath);
    Rules rules = rulesPath == null ? builtInRules() : read(rulesPath);
    byte[] trace = inputPath == null ? trace(rules) : null;
    String name = trace != null ? "generated trace" : file != null ? inputPath : "standard input";
    return new Sources(rules, name, file, trace);
  }

  private static Rules read(Path file) throws UserErrorException {
    try {
      return RulesFile.read(file);
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }

  private static Path readable(String name) throws UserErrorException {
    Path file;
    try {
      file = Path.of(name);
    } catch (InvalidPathException e) {
      throw new UserErrorException(name + ": not a file name here (" + e.getReason() + ")");
    }
    if (Files.isDirectory(file)) {
      throw new UserErrorException(name + ": is a directory, not an input");
    }
    if (!Files.exists(file)) {
      throw new UserErrorException(name + ": no such file");
    }
    if (!Files.isReadable(file)) {
      throw new UserErrorException(name + ": permission denied");
    }
    return file;
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

  String inputName() {
    return inputName;
  }

  /** Length in bytes; -1 if it is not known before the end. */
  long inputLength() {
    if (trace != null) {
      return trace.length;
    }
    try {
      return inputFile != null && Files.isRegularFile(inputFile) ? Files.size(inputFile) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  InputStream openInput() throws IOException {
    if (trace != null) {
      return new ByteArrayInputStream(trace);
    }
    return inputFile != null ? Files.newInputStream(inputFile) : System.in;
  }
}
