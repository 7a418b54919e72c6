package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanInspectionTest {

  @TempDir Path directory;
  private Path rules;

  @BeforeEach
  void makeRules() throws IOException {
    rules = Files.writeString(directory.resolve("rules"), "\nsecret\n(a)\\1\n/pass\\x09/i\n");
  }

  @Test
  void everyRuleHasAnEngineAndAReason() throws IOException {
    Path json = directory.resolve("plan.json");
    Cli run = Cli.run("inspect", "--plan", rules, "--json", json).done();
    assertThat(run.outLines().getFirst()).matches("2\t[a-z-]+\t\\d+\\.\\d+ ns/byte\t.+\t/secret/");
    assertThat(run.out()).containsPattern("\n4\t.*/pass\\\\x09/i\n").doesNotContain("\n3\t");
    assertThat(run.outLines().getLast()).matches("all +2 rules, 1 refused");
    assertThat(run.err()).contains("1 of 3 rules refused");
    JsonNode plan = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(plan.at("/rules").asInt()).isEqualTo(2);
    assertThat(plan.at("/refused").asInt()).isEqualTo(1);
    assertThat(plan.at("/plan/0/rule").asInt()).isEqualTo(2);
    assertThat(plan.at("/plan/0/reason").asString()).isNotEmpty();
    assertThat(plan.at("/engines")).isNotEmpty();
  }

  @Test
  void enginesCanBeSwitchedOff() {
    Cli run = Cli.run("inspect", "--plan", rules, "--engines", "lazy-dfa").done();
    assertThat(run.outLines().getFirst()).startsWith("2\tlazy-dfa\t");
    assertThat(run.out()).containsPattern("lazy-dfa +2 rules").doesNotContain("literal-filter");
  }

  @Test
  void withoutFallbackRulesThatNoEngineTakesAreRefused() throws IOException {
    Path mixed = Files.writeString(directory.resolve("mixed"), "needle\n(?:[a-z]\\d)*[aeiou]$\n");
    Cli usual = Cli.run("inspect", "--plan", mixed, "--engines", "literal-filter").done();
    assertThat(usual.outLines().getLast()).matches("all +2 rules, 0 refused");
    for (String engines : new String[] {"--engines=literal-filter", "--without=lazy-dfa"}) {
      Cli run = Cli.run("inspect", "--plan", mixed, engines, "--no-fallback").done();
      assertThat(run.outLines().getFirst()).startsWith("1\tliteral-filter\t");
      assertThat(run.outLines().getLast()).matches("all +1 rules, 1 refused");
      assertThat(run.err()).contains("1 of 2 rules refused", "lazy-dfa would");
    }
    Cli.run("inspect", mixed, "--no-fallback").unusable("--no-fallback", "--plan");
    Cli.run("inspect", "--plan", mixed, "--without=start-of-match")
        .unusable("start-of-match", "--no-fallback");
  }

  @Test
  void wrongUseIsRefused() {
    Cli.run("inspect", rules, "--without", "tokens").unusable("--without", "--plan");
    Cli.run("inspect", "--plan", rules, "--input", rules).unusable("--input", "--plan");
    Cli.run("inspect", "--plan", rules, "--form", "dfa").unusable("--form", "--plan");
    Cli.run("inspect", "--plan", rules, "--from", "anml").unusable("anml");
    Cli strict = Cli.run("inspect", "--plan", rules, "--strict");
    assertThat(strict.status()).isEqualTo(Main.REFUSED);
    assertThat(strict.out()).isEmpty();
  }
}
