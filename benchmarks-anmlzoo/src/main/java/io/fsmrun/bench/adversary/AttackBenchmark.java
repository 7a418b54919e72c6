package io.fsmrun.bench.adversary;

import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Attacks rules, and compares the plan that they usually get with the lazy automaton alone. Both
 * must report the same. For one thread.
 */
public final class AttackBenchmark {

  /** Bytes of a string, repeated, when strings are tried. */
  private static final int TRIED_BYTES = 1 << 13;

  private final AdversarialInputs inputs;
  private final ScanTimer usual;
  private final ScanTimer fallback;

  /**
   * Compiles rules twice.
   *
   * @param rules the rules, at least one accepted
   * @param rulesText the rules as they are written, for {@link Attack#RULES_TEXT}
   * @param seed what inputs depend on, besides the rules
   * @param writeBytes bytes of each write to a stream; 0 to scan inputs as a whole
   * @param seconds how long each is warmed up, and timed at least
   * @throws InterruptedException if the thread is interrupted
   * @throws IllegalArgumentException if no rule is accepted
   */
  public AttackBenchmark(Rules rules, byte[] rulesText, long seed, int writeBytes, double seconds)
      throws InterruptedException {
    List<RegexNode> trees = rules.accepted().stream().map(Rule::tree).toList();
    this.inputs = new AdversarialInputs(trees, rulesText, seed);
    this.usual =
        new ScanTimer(compile(rules, EnumSet.allOf(EngineKind.class)), writeBytes, seconds);
    this.fallback =
        new ScanTimer(compile(rules, EnumSet.of(EngineKind.LAZY_DFA)), writeBytes, seconds);
  }

  static Database compile(Rules rules, Set<EngineKind> engines) throws InterruptedException {
    CompileOptions options =
        CompileOptions.defaults().withPlan(PlanOptions.defaults().withEngines(engines));
    CompileListener silent = (done, total) -> {};
    return Database.compile(rules, options, silent);
  }

  /**
   * The input of an attack.
   *
   * @param attack the kind of input
   * @param size its bytes
   * @return the bytes
   */
  public byte[] input(Attack attack, int size) {
    if (attack != Attack.WORST_STRING) {
      return inputs.make(attack, size);
    }
    usual.renew();
    fallback.renew();
    return inputs.worst(
        size, TRIED_BYTES, block -> usual.warmMicros(block) / fallback.warmMicros(block));
  }

  /**
   * Runs an attack.
   *
   * @param attack the kind of input
   * @param size its bytes, at least 2
   * @return what it cost
   * @throws IllegalStateException if the two report differently
   */
  public AttackResult run(Attack attack, int size) {
    byte[] input = input(attack, size);
    ScanTimer.Times times = usual.times(input);
    ScanTimer.Times others = fallback.times(input);
    if (times.reports() != others.reports() || times.digest() != others.digest()) {
      throw new IllegalStateException(
          attack.userName() + ": " + times.reports() + " reports, not " + others.reports());
    }
    return new AttackResult(
        attack,
        times.reports(),
        size / times.first(),
        size / others.first(),
        size / times.warm(),
        size / others.warm(),
        usual.growth(input),
        usual.microsOfEngines(input));
  }

  /**
   * Attacks the rules of a file and prints a line for each attack.
   *
   * @param args the rules file; how many of its rules to take, at random, 0 for all; KiB of each
   *     input, and perhaps, behind a slash, the bytes of each write to a stream; then attacks by
   *     name, all if none is named
   * @throws IOException if the file cannot be read
   * @throws InterruptedException if the thread is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length < 3) {
      System.err.println("usage: RULES COUNT KIB[/WRITE] [ATTACK ...]");
      return;
    }
    Path file = Path.of(args[0]);
    Rules rules = sample(RulesFile.read(file), Integer.parseInt(args[1]));
    String[] sizes = args[2].split("/", 2);
    int writeBytes = sizes.length > 1 ? Integer.parseInt(sizes[1]) : 0;
    AttackBenchmark benchmark =
        new AttackBenchmark(rules, Files.readAllBytes(file), 1, writeBytes, 1);
    List<String> named = Arrays.asList(args).subList(3, args.length);
    System.out.printf("%s: %d rules%n", file.getFileName(), rules.accepted().size());
    for (Attack attack : Attack.values()) {
      if (named.isEmpty() || named.contains(attack.userName())) {
        print(benchmark.run(attack, Integer.parseInt(sizes[0]) << 10), System.out);
      }
    }
  }

  private static Rules sample(Rules rules, int count) {
    if (count == 0 || count >= rules.accepted().size()) {
      return rules;
    }
    List<String> lines = new ArrayList<>();
    rules.accepted().forEach(rule -> lines.add(rule.line()));
    Collections.shuffle(lines, new Random(1));
    return Rules.of(lines.subList(0, count));
  }

  private static void print(AttackResult result, PrintStream out) {
    StringBuilder engines = new StringBuilder();
    for (Map.Entry<String, Double> engine : result.microsOfEngine().entrySet()) {
      engines.append(
          String.format(Locale.ROOT, " %s %.0f", engine.getKey(), engine.getValue() / 1e3));
    }
    out.printf(
        Locale.ROOT,
        "| %s | %d | %.1f / %.1f = %.2f | %.1f / %.1f = %.2f | %.2f |%s |%n",
        result.attack().userName(),
        result.reports(),
        result.first(),
        result.firstFallback(),
        result.first() / result.firstFallback(),
        result.warm(),
        result.warmFallback(),
        result.warm() / result.warmFallback(),
        result.growth(),
        engines);
  }
}
