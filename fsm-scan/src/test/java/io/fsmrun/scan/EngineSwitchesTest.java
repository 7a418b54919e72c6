package io.fsmrun.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.token.TokenOptions;
import io.fsmrun.regex.RefusedRule;
import io.fsmrun.regex.RegexSyntaxException;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.Plan;
import io.fsmrun.scan.plan.PlanOptions;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every engine can be switched off; what no other one takes is refused then, with the reason. */
final class EngineSwitchesTest {

  private static final String NEEDLE = "needle";
  private static final String DENSE = "[a-z]\\d[^\\n]";
  private static final PlanOptions LITERALS =
      PlanOptions.defaults().withEngines(EnumSet.of(EngineKind.LITERAL_FILTER));

  private static Database compile(Rules rules, PlanOptions plan) throws InterruptedException {
    return compile(rules, plan, Map.of());
  }

  private static Database compile(Rules rules, PlanOptions plan, Map<Integer, RuleOptions> byId)
      throws InterruptedException {
    return Database.compiler()
        .options(CompileOptions.defaults().withPlan(plan).withRules(byId))
        .compile(rules);
  }

  /** Rules for all engines but the class-index; the last wants starts of matches. */
  private static Rules rules() {
    List<String> texts = new ArrayList<>(List.of(NEEDLE, DENSE, "[aeiou]", "x\\d"));
    for (int i = 0; i < 20; i++) {
      texts.add(" +[^ ]*ing +the" + (char) ('a' + i) + " +[^ ]+ ");
    }
    texts.add("(?:[a-z]\\d)*[aeiou]$");
    texts.add("end\\d?");
    return Rules.of(texts.toArray(String[]::new));
  }

  private static Database all(PlanOptions plan) throws InterruptedException {
    Rules rules = rules();
    return compile(rules, plan, Map.of(rules.accepted().size(), TestDatabases.STARTS));
  }

  private static Set<String> matches(Database database) {
    String text = "a needle x1y sing thea dog k9 going theb  cat end7 end";
    Set<String> matches = new TreeSet<>();
    database
        .newScanner()
        .scan(
            text.getBytes(StandardCharsets.ISO_8859_1),
            (rule, start, end, tag) -> matches.add(rule + " " + start + " " + end));
    return matches;
  }

  @Test
  void whatIsLeftIsTakenUnlessThatIsSwitchedOff() throws InterruptedException {
    Rules rules = Rules.of(NEEDLE, DENSE);
    assertThat(compile(rules, LITERALS).plan().choices())
        .extracting(RuleChoice::engine)
        .containsExactly(EngineKind.LITERAL_FILTER, EngineKind.LAZY_DFA);
    Database database = compile(rules, LITERALS.withoutFallback());
    assertThat(database.ruleCount()).isEqualTo(1);
    assertThat(database.plan().choices())
        .extracting(RuleChoice::engine)
        .containsExactly(EngineKind.LITERAL_FILTER);
    RefusedRule refused = database.refused().get(0);
    assertThat(refused.id()).isEqualTo(2);
    assertThat(refused.kind()).isEqualTo(RegexSyntaxException.Kind.NO_ENGINE);
    assertThat(refused.line()).isEqualTo(DENSE);
    assertThat(refused.message()).contains("no engine that is on takes it", "lazy-dfa would");
    assertThat(database.plan().untaken()).extracting(Plan.Untaken::rule).containsExactly(1);
  }

  @Test
  void refusalsAreSaved() throws InterruptedException, IOException {
    Database database = all(LITERALS.withoutFallback());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    database.save(out);
    Database loaded = Database.load(MemorySegment.ofArray(out.toByteArray()));
    assertThat(loaded.refused()).isEqualTo(database.refused()).isNotEmpty();
    assertThat(loaded.plan().untaken()).isEqualTo(database.plan().untaken());
    assertThat(matches(loaded)).isEqualTo(matches(database)).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void eachEngineCanBeOff(EngineKind kind) throws InterruptedException {
    PlanOptions plan =
        PlanOptions.defaults()
            .withEngines(EnumSet.complementOf(EnumSet.of(kind)))
            .withoutFallback();
    Database database = all(plan);
    assertThat(database.plan().choices()).noneMatch(choice -> choice.engine() == kind);
    assertThat(database.refused().isEmpty()).isEqualTo(!kind.isFallback());
    Set<String> expected = matches(all(PlanOptions.defaults()));
    for (RefusedRule refused : database.refused()) {
      expected.removeIf(match -> match.startsWith(refused.id() + " "));
    }
    assertThat(matches(database)).isEqualTo(expected).isNotEmpty();
    assertThat(database.ruleCount() + database.refused().size())
        .isEqualTo(rules().accepted().size());
  }

  @Test
  void rulesThatWantStartsAreRefusedWithoutTheirEngine() throws InterruptedException {
    Map<Integer, RuleOptions> starts = Map.of(1, TestDatabases.STARTS);
    Rules rules = Rules.of(NEEDLE, "other");
    assertThat(compile(rules, LITERALS, starts).refused()).isEmpty();
    Database database = compile(rules, LITERALS.withoutFallback(), starts);
    assertThat(database.refused()).extracting(RefusedRule::id).containsExactly(1);
    assertThat(database.refused().get(0).message()).contains("start-of-match is off");
  }

  /** They would go to the automaton if there were one, where that is faster. */
  @Test
  void rulesThatAreForTheAutomatonOnlyToBeFasterStay() throws InterruptedException {
    Rules rules = Rules.of("es ", DENSE, "^start");
    assertThat(compile(rules, LITERALS).plan().choices())
        .extracting(RuleChoice::engine)
        .containsOnly(EngineKind.LAZY_DFA);
    Database database = compile(rules, LITERALS.withoutFallback());
    assertThat(database.refused()).extracting(RefusedRule::id).containsExactly(2);
  }

  @Test
  void optimisationsCanBeSwitchedOff() throws InterruptedException {
    LazyOptions lazy =
        LazyOptions.defaults()
            .withLanes(false)
            .withSelfLoopSkipping(false)
            .withPrefixSharing(false);
    PlanOptions plain =
        PlanOptions.defaults().withLazy(lazy).withTokens(new TokenOptions(false, 1 << 20));
    Database usual = all(PlanOptions.defaults());
    Database other = all(plain);
    assertThat(matches(other)).isEqualTo(matches(usual));
    assertThat(other.fingerprint()).isNotEqualTo(usual.fingerprint());
  }
}
