package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Generated rulesets and traces. */
class GeneratorsTest {

  private static RuleSet compile(List<String> rules) throws InterruptedException {
    CompiledRules compiled =
        new RuleCompiler(CompileLimits.defaults(), 2).compile(Rules.of(rules), done -> {});
    assertThat(compiled.refused()).isEmpty();
    return compiled.ruleSet();
  }

  private static RuleSet small() throws InterruptedException {
    return compile(new RulesetGenerator(20, 4, 8, 1, 0.3).generate(1));
  }

  @Test
  void sameSeedSameRules() {
    RulesetGenerator generator = RulesetGenerator.dotstar03();
    assertThat(generator.generate(5)).isEqualTo(generator.generate(5));
    assertThat(generator.generate(5)).isNotEqualTo(generator.generate(6));
  }

  @Test
  void dotstar03IsWhatItSays() throws InterruptedException {
    List<String> rules = RulesetGenerator.dotstar03().generate(1);
    assertThat(rules).hasSize(300).allMatch(rule -> rule.matches("(?:[a-z]|\\[.-.]|\\.\\*)+"));
    assertThat(compile(rules).size()).isEqualTo(300);
    double dotStars = rules.stream().filter(rule -> rule.contains(".*")).count();
    assertThat(dotStars / 300).isCloseTo(0.3, within(0.1));
    // Never at an end, where it would say nothing.
    assertThat(rules).noneMatch(rule -> rule.startsWith(".*") || rule.endsWith(".*"));
  }

  @Test
  void sharesMayBeNoneOrAll() {
    assertThat(new RulesetGenerator(50, 2, 9, 0, 0).generate(1))
        .allMatch(rule -> rule.matches("[a-z]{2,9}"));
    assertThat(new RulesetGenerator(50, 2, 2, 0, 1).generate(1))
        .allMatch(rule -> rule.matches("[a-z]\\.\\*[a-z]"));
  }

  @Test
  void refusesNonsense() {
    assertThatIllegalArgumentException().isThrownBy(() -> new RulesetGenerator(0, 2, 2, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new RulesetGenerator(1, 1, 2, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new RulesetGenerator(1, 3, 2, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new RulesetGenerator(1, 2, 2, -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new RulesetGenerator(1, 2, 2, 0, 1.5));
    RuleSet none = new RuleSet(List.of());
    assertThatIllegalArgumentException().isThrownBy(() -> new TraceGenerator(none, -0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> new TraceGenerator(none, Double.NaN));
  }

  @Test
  void sameSeedSameTrace() throws InterruptedException {
    TraceGenerator generator = new TraceGenerator(small(), 0.75);
    assertThat(generator.generate(500, 9)).isEqualTo(generator.generate(500, 9));
    assertThat(generator.generate(500, 9)).isNotEqualTo(generator.generate(500, 8));
    assertThat(generator.generate(0, 9)).isEmpty();
  }

  @Test
  void withoutMatchingBytesAreUniform() throws InterruptedException {
    int[] counts = new int[256];
    for (byte symbol : new TraceGenerator(small(), 0).generate(256_000, 1)) {
      counts[symbol & 0xff]++;
    }
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - 1000.0) * (count - 1000.0) / 1000;
    }
    // 255 degrees of freedom: mean 255, standard deviation 23.
    assertThat(chiSquare).isCloseTo(255, within(115.0));
  }

  @Test
  void moreMatchingMoreReports() throws InterruptedException {
    RuleSet rules = small();
    int never = reports(rules, new TraceGenerator(rules, 0).generate(20_000, 1));
    int mostly = reports(rules, new TraceGenerator(rules, 0.75).generate(20_000, 1));
    int always = reports(rules, new TraceGenerator(rules, 1).generate(20_000, 1));
    assertThat(never).isLessThan(10);
    assertThat(mostly).isGreaterThan(10 * (never + 1));
    assertThat(always).isGreaterThan(mostly).isGreaterThan(20_000 / 50);
  }

  private static int reports(RuleSet rules, byte[] trace) {
    int reports = 0;
    for (RuleSet.Component component : rules.components()) {
      Dfa dfa = (Dfa) component.automaton();
      int state = dfa.start();
      for (byte symbol : trace) {
        state = dfa.next(state, symbol & 0xff);
        reports += (dfa.reportFlags(state) & ReportFlags.HERE) != 0 ? 1 : 0;
      }
    }
    return reports;
  }

  @Test
  void rulesThatCannotGoForwardLeaveRandomBytes() throws InterruptedException {
    RuleSet positions =
        new RuleCompiler(CompileLimits.defaults().withDfaStates(0), 1)
            .compile(Rules.of("abc"), done -> {})
            .ruleSet();
    assertThat(new TraceGenerator(positions, 1).generate(300, 1)).hasSize(300);
    assertThat(new TraceGenerator(compile(List.of("a\\bb")), 1).generate(300, 1)).hasSize(300);
  }
}
