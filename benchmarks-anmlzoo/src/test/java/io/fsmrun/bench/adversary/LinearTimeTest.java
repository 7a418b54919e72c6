package io.fsmrun.bench.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.bench.rulesets.GeneratedRulesets;
import io.fsmrun.core.report.Report;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.CompileOptions;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.RuleOptions;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.RuleChoice;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Inputs made against rules are scanned in time linear in their length, whatever engine the rules
 * are for, and report what the lazy automaton alone reports. Times are those that the thread has
 * run, the least of some: an input four times over may take up to eight times as long as once,
 * where a scan that looks at all of the input for each of its bytes takes sixteen times as long. It
 * is the same input over again, not more of its kind: more would attack more of the rules, and what
 * a scan builds for those that the first part spares is not what is asked here.
 */
final class LinearTimeTest {

  private static final int SHORT = 1 << 14;
  private static final int TIMES = 4;
  private static final double MOST_TIMES = 8;
  private static final int TRIES = 6;
  private static final int SEED = 9;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @CsvSource({
    "network-500, 60, LITERAL_FILTER",
    "contents-300, 60, LITERAL_FILTER",
    "bases-5000, 400, LITERAL_FILTER",
    "motifs, 120, CLASS_INDEX",
    "tagged-500, 60, TOKENS",
    "network-500, 40, LAZY_DFA"
  })
  void timeIsLinearWhateverTheInput(String name, int count, EngineKind kind)
      throws InterruptedException {
    List<String> texts = new ArrayList<>(GeneratedRulesets.make(name, SEED).lines());
    Collections.shuffle(texts, new Random(SEED));
    attack(texts.subList(0, count), kind, RuleOptions.DEFAULT);
  }

  @Test
  void timeOfSetsOfBytesIsLinear() throws InterruptedException {
    attack(
        List.of("[a-f]", "/^x/m", "[^\\x00-z]", "q$"), EngineKind.BYTE_SETS, RuleOptions.DEFAULT);
  }

  @Test
  void timeOfRunsOfBytesIsLinear() throws InterruptedException {
    List<String> texts = List.of("[a-f]{4}", "[^x]{70,}", "[a-z]{200}|[0-9]{9}", "[ab]{3}$");
    attack(texts, EngineKind.BYTE_RUNS, RuleOptions.DEFAULT);
  }

  @Test
  void timeOfCountedTailsIsLinear() throws InterruptedException {
    List<String> texts =
        List.of("ab=[^&]{300}", "quiz[a-z=]{300,}", "/zero[^\\n]{260,280}/", "abab.{500}");
    attack(texts, EngineKind.LITERAL_FILTER, RuleOptions.DEFAULT);
  }

  @Test
  void timeOfStartsOfMatchIsLinear() throws InterruptedException {
    List<String> texts = List.of("/ab.*cd/s", "x[^\\n]{3,30}y", "(ab|ba)+c", "/a.*b.*c/");
    attack(texts, null, RuleOptions.DEFAULT.withStartOfMatch());
  }

  private static void attack(List<String> texts, EngineKind kind, RuleOptions options)
      throws InterruptedException {
    Rules rules = Rules.of(texts);
    EnumSet<EngineKind> engines =
        kind == EngineKind.LAZY_DFA ? EnumSet.of(kind) : EnumSet.allOf(EngineKind.class);
    Database usual = compile(rules, engines, options);
    Database fallback = compile(rules, EnumSet.of(EngineKind.LAZY_DFA), RuleOptions.DEFAULT);
    if (kind != null) {
      assertThat(usual.plan().choices()).extracting(RuleChoice::engine).contains(kind);
    }
    AdversarialInputs inputs =
        new AdversarialInputs(
            rules.accepted().stream().map(Rule::tree).toList(),
            String.join("\n", texts).getBytes(StandardCharsets.ISO_8859_1),
            SEED);
    for (Attack attack : Attack.values()) {
      if (attack != Attack.WORST_STRING) {
        byte[] input = inputs.make(attack, SHORT * TIMES);
        assertThat(reports(usual, input)).as(attack.userName()).isEqualTo(reports(fallback, input));
        assertThat(growth(usual, inputs.make(attack, SHORT)))
            .as(attack.userName())
            .isLessThan(MOST_TIMES);
      }
    }
  }

  private static Database compile(Rules rules, EnumSet<EngineKind> engines, RuleOptions options)
      throws InterruptedException {
    PlanOptions plan = PlanOptions.defaults().withEngines(engines);
    return Database.compiler()
        .options(CompileOptions.defaults().withPlan(plan))
        .allRules(options)
        .compile(rules);
  }

  private static List<Report> reports(Database database, byte[] input) {
    List<Report> reports = new ArrayList<>();
    database
        .newScanner()
        .scan(input, (rule, start, end, tag) -> reports.add(new Report(rule, end)));
    return reports;
  }

  /** How many times as long an input four times over takes as once; the least of some tries. */
  private static double growth(Database database, byte[] once) {
    byte[] over = new byte[once.length * TIMES];
    for (int i = 0; i < TIMES; i++) {
      System.arraycopy(once, 0, over, i * once.length, once.length);
    }
    double least = Double.MAX_VALUE;
    for (int i = 0; i < TRIES && least >= MOST_TIMES; i++) {
      double onceNanos = nanos(database, once);
      least = Math.min(least, nanos(database, over) / onceNanos);
    }
    return least;
  }

  private static double nanos(Database database, byte[] input) {
    Scanner scanner = database.newScanner();
    long start = THREADS.getCurrentThreadCpuTime();
    scanner.scan(input, (rule, from, end, tag) -> true);
    return Math.max(1, THREADS.getCurrentThreadCpuTime() - start);
  }
}
