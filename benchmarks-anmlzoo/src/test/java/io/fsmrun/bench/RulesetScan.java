package io.fsmrun.bench;

import io.fsmrun.bench.hyperscan.HyperscanDatabase;
import io.fsmrun.bench.hyperscan.HyperscanException;
import io.fsmrun.bench.hyperscan.HyperscanLibrary;
import io.fsmrun.bench.hyperscan.HyperscanRule;
import io.fsmrun.bench.hyperscan.HyperscanScanner;
import io.fsmrun.bench.hyperscan.PackedReports;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.CompileListener;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.suite.SuiteRuleset;
import io.fsmrun.suite.TraceGenerator;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Rules and an input, for the library, and for Hyperscan where it is installed. For one thread. */
public final class RulesetScan implements AutoCloseable {

  /** The name of the input that is made for the rules. */
  static final String GENERATED = "generated";

  private static final long SEED = 1;
  private static final double LED_TOWARDS_MATCHES = 0.75;

  private final byte[] input;
  private final Rules rules;
  private final Database database;
  private final Arena arena = Arena.ofShared();
  private final NativeScan hyperscan;
  private final String absence;
  private LongSupplier chosen;

  /** Who scans. */
  public enum Contender {
    /** The library, with a handler that counts. */
    FSMRUN,
    /** Hyperscan, with each match counted by a call into Java. */
    HYPERSCAN_COUNTED,
    /** Hyperscan without a handler, which costs it least. */
    HYPERSCAN_DROPPED
  }

  /** Hyperscan with its rules, and the input where it can read it. */
  private record NativeScan(
      HyperscanDatabase database, HyperscanScanner scanner, MemorySegment input) {}

  /**
   * Compiles rules for both, leaving out those that either refuses.
   *
   * @param all the rules
   * @param input what is scanned
   */
  RulesetScan(Rules all, byte[] input) throws InterruptedException {
    this.input = input;
    NativeScan found = null;
    String reason = null;
    try {
      found = compileNative(all);
    } catch (HyperscanException e) {
      reason = e.getMessage();
    }
    hyperscan = found;
    absence = reason;
    rules = hyperscan == null ? all : hyperscan.database.only(all);
    database = compile(CompileOptions.defaults());
    chosen = counting(database);
  }

  /**
   * The rules and the input that are named.
   *
   * @param rulesName a file, or a ruleset of the suite
   * @param inputName a file, or {@link #GENERATED}
   * @param generatedBytes length of the input if it is generated
   */
  static RulesetScan of(String rulesName, String inputName, int generatedBytes)
      throws IOException, InterruptedException {
    Rules rules =
        Files.isRegularFile(Path.of(rulesName))
            ? RulesFile.read(Path.of(rulesName))
            : Rules.of(SuiteRuleset.named(rulesName).rules(SEED));
    return new RulesetScan(
        rules,
        inputName.equals(GENERATED)
            ? generate(rules, generatedBytes)
            : Files.readAllBytes(Path.of(inputName)));
  }

  private static byte[] generate(Rules rules, int lengthBytes) throws InterruptedException {
    var compiled = RuleCompiler.withDefaults().compile(rules, done -> {}).ruleSet();
    return new TraceGenerator(compiled, LED_TOWARDS_MATCHES).generate(lengthBytes, SEED);
  }

  private NativeScan compileNative(Rules all) throws HyperscanException {
    HyperscanLibrary library = HyperscanLibrary.find(null);
    // Both must have the same rules: what has no counterpart is left out.
    HyperscanDatabase compiled =
        HyperscanDatabase.compile(library, HyperscanRule.all(all.accepted()));
    MemorySegment copy = arena.allocate(Math.max(1, input.length)).asSlice(0, input.length);
    MemorySegment.copy(input, 0, copy, ValueLayout.JAVA_BYTE, 0, input.length);
    return new NativeScan(compiled, compiled.scanner(), copy);
  }

  private Database compile(CompileOptions options) throws InterruptedException {
    return Database.compile(rules, options, CompileListener.NONE);
  }

  private LongSupplier counting(Database scanned) {
    Scanner scanner = scanned.newScanner();
    return () -> scanner.count(input);
  }

  /**
   * Compares all reports with those of Hyperscan; where it is not installed, with those of the
   * library's own automaton, without the other engines.
   *
   * @return what was compared
   * @throws IllegalStateException if the reports are not the same
   */
  String verified() throws InterruptedException {
    PackedReports seen = reports(database);
    PackedReports expected =
        hyperscan == null
            ? reports(
                compile(
                    CompileOptions.defaults()
                        .withPlan(
                            PlanOptions.defaults().withEngines(EnumSet.of(EngineKind.LAZY_DFA)))))
            : hyperscan.scanner.scan(hyperscan.input);
    int at = seen.mismatch(expected);
    if (at >= 0) {
      throw new IllegalStateException(
          "reports part at number %d of %d and %d".formatted(at, seen.size(), expected.size()));
    }
    return "%d rules, %d bytes, %d reports, the same by %s"
        .formatted(
            rules.accepted().size(),
            input.length,
            seen.size(),
            hyperscan == null ? "one automaton; " + absence : "Hyperscan");
  }

  private PackedReports reports(Database scanned) {
    PackedReports reports = new PackedReports();
    scanned
        .newScanner()
        .scan(
            input,
            (rule, start, end, tag) -> {
              reports.add(rule, end);
              return true;
            });
    return reports;
  }

  /**
   * Says who scans from now on.
   *
   * @throws IllegalStateException if that is Hyperscan, and it is not installed
   */
  void choose(Contender contender) {
    if (contender != Contender.FSMRUN && hyperscan == null) {
      throw new IllegalStateException(absence);
    }
    chosen =
        switch (contender) {
          case FSMRUN -> counting(database);
          case HYPERSCAN_COUNTED -> () -> hyperscan.scanner.count(hyperscan.input);
          case HYPERSCAN_DROPPED -> this::drop;
        };
  }

  private long drop() {
    hyperscan.scanner.search(hyperscan.input);
    return -1;
  }

  /** Scans the input once; the number of matches, or -1 if it is not told. */
  long run() {
    return chosen.getAsLong();
  }

  /** Why there is no Hyperscan, if there is none. */
  Optional<String> absence() {
    return Optional.ofNullable(absence);
  }

  int lengthBytes() {
    return input.length;
  }

  @Override
  public void close() {
    if (hyperscan != null) {
      hyperscan.scanner.close();
      hyperscan.database.close();
    }
    arena.close();
  }
}
