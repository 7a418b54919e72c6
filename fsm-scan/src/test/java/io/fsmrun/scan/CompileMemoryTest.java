package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.RuleChoice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All rules together have a limit, whichever engine takes them. */
final class CompileMemoryTest {

  private static Database compile(Rules rules, long together, int threads, RuleOptions options)
      throws InterruptedException {
    CompileLimits limits = CompileLimits.defaults().withTogether(together);
    PlanOptions plan = PlanOptions.defaults().withLimits(limits).withThreads(threads);
    return compile(rules, plan, options);
  }

  private static Database compile(Rules rules, PlanOptions plan, RuleOptions options)
      throws InterruptedException {
    return Database.compiler()
        .options(CompileOptions.defaults().withPlan(plan))
        .allRules(options)
        .compile(rules);
  }

  private static List<Integer> matching(Database database, String input) {
    List<Integer> rules = new ArrayList<>();
    database
        .newScanner()
        .scan(
            input.getBytes(StandardCharsets.ISO_8859_1),
            (rule, start, end, tag) -> rules.add(rule));
    return rules;
  }

  /** Each has about 100 states and edges, the third ten times as many. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void rulesThatDoNotFitAreRefusedInOrder(int threads) throws InterruptedException {
    Rules rules = Rules.of("^a{50}", "^[ab]{50}", "^a{500}", "^[ac]{50}", "^[ad]{50}");
    PlanOptions plan =
        PlanOptions.defaults()
            .withEngines(Set.of(EngineKind.LAZY_DFA))
            .withLimits(CompileLimits.defaults().withTogether(320))
            .withThreads(threads);
    Database database = compile(rules, plan, RuleOptions.DEFAULT);
    assertThat(database.refused()).extracting(RefusedRule::id).containsExactly(3, 5);
    assertThat(database.refused().get(0).message())
        .contains("states and edges of all rules together", "over the limit of 320");
    assertThat(database.plan().choices()).extracting(RuleChoice::rule).containsExactly(0, 1, 3);
    assertThat(matching(database, "a".repeat(500))).containsExactly(1, 2, 4);
  }

  @Test
  void whatFitsIsPlannedAsWithoutALimit() throws InterruptedException {
    Rules rules = Rules.of("^a{50}", "needle[^\\n]*(?:ab?){20}", "other.*thing", "x[^y]*z");
    Database limited = compile(rules, 10_000, 4, RuleOptions.DEFAULT);
    Database usual = Database.compiler().compile(rules);
    assertThat(limited.fingerprint()).isEqualTo(usual.fingerprint());
  }

  /** The tails of searched rules are automata, too; what has no room there is left to the rest. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void tailsHaveALimitTogether(int threads) throws InterruptedException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      texts.add("needle" + i + "qq(?:[a-z]=?[0-9]{1,9};){1,20}x");
    }
    Rules rules = Rules.of(texts.toArray(String[]::new));
    Database usual = Database.compiler().compile(rules);
    assertThat(usual.plan().choices()).allMatch(c -> c.engine() == EngineKind.LITERAL_FILTER);
    Database database = compile(rules, 2_000, threads, RuleOptions.DEFAULT);
    assertThat(database.plan().choices())
        .extracting(RuleChoice::engine)
        .contains(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA);
    assertThat(database.refused()).isNotEmpty();
    assertThat(database.ruleCount() + database.refused().size()).isEqualTo(6);
    assertThat(database.fingerprint())
        .isEqualTo(compile(rules, 2_000, 2, RuleOptions.DEFAULT).fingerprint());
    String input = "needle0qqa=1;b22;x";
    assertThat(matching(database, input)).isEqualTo(matching(usual, input)).isNotEmpty();
  }

  @Test
  void startsOfMatchesHaveALimitTogether() throws InterruptedException {
    Rules rules = Rules.of("a{50}", "b{50}", "c{50}");
    Database database = compile(rules, 450, 1, TestDatabases.STARTS);
    assertThat(database.refused()).extracting(RefusedRule::id).containsExactly(3);
    assertThat(matching(database, "b".repeat(50))).containsExactly(2);
  }
}
