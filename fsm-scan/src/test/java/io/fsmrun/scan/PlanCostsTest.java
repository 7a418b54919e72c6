package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each rule has a line in the plan: who scans it, why, and what that is expected to cost. */
final class PlanCostsTest {

  private static final int STARTS = 3;

  /** Rules for all engines but the class-index, the first of which want starts of matches. */
  private static Database database() throws InterruptedException {
    List<String> texts = new ArrayList<>(List.of("begin.*end", "user=\\w+&", "a[bc]"));
    texts.addAll(
        List.of(
            "[aeiou]",
            "\\d",
            "[a-z]{30}",
            "^x[a-f]",
            "[a-z]\\d[^\\n]",
            "attack-[0-9]+",
            "needle.*"));
    texts.add("[a-d].{6,11}[aeiou ].{6,11}[n-t].{7,11}[aeiou]");
    for (int i = 0; i < 20; i++) {
      texts.add(" +[^ ]*ing +the" + (char) ('a' + i) + " +[^ ]+ ");
    }
    Map<Integer, RuleOptions> starts = new HashMap<>();
    for (int id = 1; id <= STARTS; id++) {
      starts.put(id, RuleOptions.DEFAULT.withStartOfMatch());
    }
    return Database.compiler()
        .options(CompileOptions.defaults().withRules(starts))
        .compile(Rules.of(texts.toArray(String[]::new)));
  }

  private static Set<EngineKind> engines(Database database) {
    return database.plan().choices().stream()
        .map(RuleChoice::engine)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(EngineKind.class)));
  }

  @Test
  void everyRuleHasAnEngineAReasonAndACost() throws InterruptedException {
    Database database = database();
    assertThat(engines(database))
        .isEqualTo(EnumSet.complementOf(EnumSet.of(EngineKind.CLASS_INDEX)));
    assertThat(database.plan().choices())
        .extracting(RuleChoice::rule)
        .containsExactlyElementsOf(IntStream.range(0, database.ruleCount()).boxed().toList());
    assertThat(database.plan().choices())
        .allSatisfy(
            choice -> {
              assertThat(choice.reason()).isNotEmpty();
              assertThat(choice.expectedNanosPerByte()).isPositive().isFinite();
            });
    assertThat(database.plan().choices().subList(0, STARTS))
        .allMatch(choice -> choice.engine() == EngineKind.START_OF_MATCH);
  }

  @Test
  void rulesOverFewLettersHaveCostsToo() throws InterruptedException {
    List<String> texts = new ArrayList<>();
    Random random = new Random(7);
    for (int i = 0; i < 100; i++) {
      StringBuilder rule = new StringBuilder();
      for (int place = 0; place < 4; place++) {
        char first = "ACDEFG".charAt(random.nextInt(6));
        char second = "ACDEFG".charAt(random.nextInt(6));
        rule.append('[').append(first).append(second).append(place % 2 == 0 ? "]" : "]{1,2}");
      }
      texts.add(rule + "[AC]");
    }
    Database database = Database.compiler().compile(Rules.of(texts.toArray(String[]::new)));
    assertThat(engines(database)).contains(EngineKind.CLASS_INDEX);
    assertThat(database.plan().choices())
        .hasSize(100)
        .allMatch(choice -> choice.expectedNanosPerByte() > 0);
  }

  /** One automaton costs about the same for one rule as for many. */
  @Test
  void sharedCostsAreDividedAmongRules() throws InterruptedException {
    for (int rules = 1; rules <= 10; rules++) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < rules; i++) {
        texts.add("[a-z]\\d[^\\n" + (char) ('a' + i) + "]");
      }
      Database database = Database.compiler().compile(Rules.of(texts.toArray(String[]::new)));
      assertThat(engines(database)).containsExactly(EngineKind.LAZY_DFA);
      assertThat(
              database.plan().choices().stream()
                  .mapToDouble(RuleChoice::expectedNanosPerByte)
                  .sum())
          .isCloseTo(1.6, within(1e-9));
    }
  }

  @Test
  void rulesThatMatchNothingCostNothing() throws InterruptedException {
    Database database = Database.compile("a\\bb", "[a-z]\\d[^\\n]");
    assertThat(database.plan().choices().get(0).expectedNanosPerByte()).isZero();
    assertThat(database.plan().choices().get(1).expectedNanosPerByte())
        .isCloseTo(1.6, within(1e-9));
  }

  @Test
  void aLoadedDatabaseExpectsTheSame() throws InterruptedException, IOException {
    Database database = database();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    database.save(out);
    Database loaded = Database.load(MemorySegment.ofArray(out.toByteArray()));
    assertThat(loaded.plan().choices()).isEqualTo(database.plan().choices());
    ByteArrayOutputStream again = new ByteArrayOutputStream();
    loaded.save(again);
    assertThat(again.toByteArray()).isEqualTo(out.toByteArray());
  }
}
