package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Guided bytes are those that stepping every rule on every byte would allow. */
class GuidanceTest {

  /** Starts that rest and some that do not, gaps, loops, anchors, dead ends. */
  private static final List<String> MIXED =
      List.of(
          "abc.*abd.*x",
          "/ab.{2}c[^q]*d/s",
          "\\Axy.*z",
          "[^a]b+c",
          "a{3,5}",
          "\\bab\\b",
          "[^ ]+ab [^ ]+",
          "c.*",
          "ab$",
          "(abcabd|x[a-f]*y)z");

  @ParameterizedTest
  @CsvSource({"DEPTH,1", "ACTIVITY,1", "DEPTH,2", "ACTIVITY,2"})
  void guidedBytesAreAmongThoseAllowed(Guidance guidance, long seed) throws InterruptedException {
    List<String> rules = new ArrayList<>(MIXED);
    rules.addAll(SuiteRuleset.TCP.rules(seed).subList(0, 15));
    RuleSet compiled = NaiveWalk.compile(rules);
    NaiveWalk walk = new NaiveWalk(compiled);
    for (byte symbol : new TraceGenerator(compiled, 1, guidance).generate(700, seed)) {
      assertThat(walk.choices(guidance).get(symbol & 0xff)).isTrue();
      walk.step(symbol & 0xff);
    }
  }

  /** Sleeping and waking after random bytes, too, of which most traces have some. */
  @ParameterizedTest
  @CsvSource({"DEPTH", "ACTIVITY"})
  void randomBytesBetweenDoNotLeadAstray(Guidance guidance) throws InterruptedException {
    RuleSet compiled = NaiveWalk.compile(SuiteRuleset.DOTSTAR09.rules(1).subList(0, 40));
    NaiveWalk walk = new NaiveWalk(compiled);
    int guided = 0;
    byte[] trace = new TraceGenerator(compiled, 0.9, guidance).generate(1500, 1);
    for (byte symbol : trace) {
      guided += walk.choices(guidance).get(symbol & 0xff) ? 1 : 0;
      walk.step(symbol & 0xff);
    }
    // 90% and some random bytes by chance; a standard deviation is 12.
    assertThat(guided).isBetween(1310, 1420);
  }

  @Test
  void activityKeepsMoreRulesOnTheirWay() throws InterruptedException {
    for (SuiteRuleset ruleset : List.of(SuiteRuleset.RANGES1, SuiteRuleset.TCP)) {
      RuleSet compiled = NaiveWalk.compile(ruleset.rules(1).subList(0, 100));
      double depth = going(compiled, Guidance.DEPTH);
      assertThat(going(compiled, Guidance.ACTIVITY)).isGreaterThan(1.5 * depth);
      assertThat(depth).isPositive();
    }
  }

  private static double going(RuleSet rules, Guidance guidance) {
    NaiveWalk walk = new NaiveWalk(rules);
    double sum = 0;
    for (byte symbol : new TraceGenerator(rules, 0.75, guidance).generate(600, 1)) {
      walk.step(symbol & 0xff);
      sum += walk.going();
    }
    return sum / 600;
  }

  private static RuleSet positions(String... rules) throws InterruptedException {
    return new RuleCompiler(CompileLimits.defaults().withDfaStates(0), 1)
        .compile(Rules.of(rules), done -> {})
        .ruleSet();
  }

  @Test
  void positionAutomataTakePart() throws InterruptedException {
    assertThat(new TraceGenerator(positions("abcdef"), 1).generate(14, 1))
        .asString()
        .isEqualTo("abcdefabcdefab");
    assertThat(new TraceGenerator(positions("ab.*cd"), 1).generate(4, 1))
        .asString()
        .isEqualTo("abcd");
    assertThat(new TraceGenerator(positions("\\Aab"), 1).generate(300, 1)).startsWith('a', 'b');
    String both =
        new String(
            new TraceGenerator(positions("/looooong.*xy/s", "abc"), 1).generate(2000, 1),
            StandardCharsets.ISO_8859_1);
    assertThat(both.split("abc", -1).length).isGreaterThan(150);
    assertThat(both.split("xy", -1).length).isGreaterThan(150);
  }

  /** A string has come as far as the state of its DFA, and as its farthest active position. */
  @ParameterizedTest
  @CsvSource({"DEPTH", "ACTIVITY"})
  void bothFormsOfStringsGiveOneTrace(Guidance guidance) throws InterruptedException {
    String[] rules = {"abcdef", "ghijkl", "mnopqr", "abxabyz", "[s-v]wXYZ"};
    byte[] byPositions = new TraceGenerator(positions(rules), 0.8, guidance).generate(20_000, 1);
    byte[] byStates =
        new TraceGenerator(NaiveWalk.compile(List.of(rules)), 0.8, guidance).generate(20_000, 1);
    assertThat(byPositions).isEqualTo(byStates);
  }
}
