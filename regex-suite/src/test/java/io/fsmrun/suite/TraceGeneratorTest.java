package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.suite.RulesetGenerator.DotStars;
import io.fsmrun.suite.RulesetGenerator.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Traces: what they hold, and where ties and seeds come in. */
class TraceGeneratorTest {

  private static RuleSet compile(List<String> rules) throws InterruptedException {
    CompiledRules compiled =
        new RuleCompiler(CompileLimits.defaults(), 2).compile(Rules.of(rules), done -> {});
    assertThat(compiled.refused()).isEmpty();
    return compiled.ruleSet();
  }

  private static RuleSet small() throws InterruptedException {
    return compile(
        new RulesetGenerator(
                20, new Span(4, 8), 1, new DotStars(0.3, new Span(4, 8), new Span(1, 1)))
            .generate(1));
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
