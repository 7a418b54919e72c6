package io.fsmrun.scan.plan.chain;

import static io.fsmrun.testkit.Picks.pick;
import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.regex.CompileLimits;
import io.fsmrun.regex.RegexNode;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.testkit.ReferenceEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What assertions between bytes ask is said by the sets of these, and nothing changes by that. */
final class InnerAssertionsTest {

  private static final int MOST_STEPS = 200;

  private static final String[] PARTS = {
    "a",
    "b",
    "-",
    "[a-]",
    "[^a]",
    "\\s",
    "\\w",
    ".",
    "\\n",
    "[b\\n]",
    "a*",
    "-?",
    "\\s*",
    "\\w+",
    "[a-]{0,2}",
    "[^-]{1,3}",
    "(?:a|-)",
    "(?:ab|-b|\\nb)",
    "(?:a|)",
    "(?:-a)+",
    "(?:a-|b)*",
    "(?:a\\b|-)"
  };

  private static final String[] ASSERTIONS = {"\\b", "\\b", "\\B", "^", "$", "(?m:^)", "(?m:$)"};

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "[^-]\\bkey => [^-\\w]key",
        "=\\s+\\bkey => =\\s+key",
        "=\\s*\\bkey => =\\s*key",
        "a\\s*\\bkey => a\\s*\\skey",
        "[a=]\\s*\\bkey => =key|[a=]\\s*\\skey",
        "\\w{3}\\B\\w => \\w{3}\\w",
        "key\\b.*[;] => key[;]|key[^\\w\\n].*[;]",
        "a[ab-]\\b[ab-]b => a[ab]-b|a-[ab]b",
        "a(?m:$)\\nb => a\\nb",
        "a\\n(?m:^)b => a\\nb"
      })
  void isSaidBySets(String regex, String expected) throws NotSearchableException {
    Set<String> trees = new TreeSet<>();
    for (List<RegexNode> branch : Branches.of(tree(expected))) {
      trees.add(branch.toString());
    }
    Set<String> resolved = new TreeSet<>();
    resolved(Nodes.flatten(tree(regex))).forEach(branch -> resolved.add(branch.toString()));
    assertThat(resolved).isEqualTo(trees);
  }

  @ParameterizedTest
  @CsvSource({"a\\bb", "a\\B-", "a^b", "ab\\B\\s*-", "-(?m:^)b"})
  void isNothingWhereNoBytesCanBe(String regex) {
    assertThat(resolved(Nodes.flatten(tree(regex)))).isEmpty();
  }

  /** Whether the newline is the last byte of the input is not known where it is met. */
  @Test
  void staysIfTheEndDecides() {
    List<RegexNode> branch = Nodes.flatten(tree("a$\\n"));
    assertThat(InnerAssertions.resolved(branch)).isEmpty();
  }

  @Test
  void staysAtBothEnds() {
    List<RegexNode> branch = Nodes.flatten(tree("^\\bab\\b$"));
    assertThat(InnerAssertions.resolved(branch)).isEmpty();
  }

  @Test
  void reportsStayTheSame() {
    int reports = 0;
    int changed = 0;
    for (int seed = 0; seed < 600; seed++) {
      Random random = new Random(seed);
      StringBuilder regex = new StringBuilder();
      for (int i = 2 + random.nextInt(4); i > 0; i--) {
        regex.append(pick(PARTS, random));
        regex.append(random.nextInt(2) == 0 ? pick(ASSERTIONS, random) : "");
      }
      regex.append(pick(PARTS, random));
      List<RegexNode> branch = Nodes.flatten(tree(regex.toString()));
      List<List<RegexNode>> resolved = resolved(branch);
      changed += resolved.equals(List.of(branch)) ? 0 : 1;
      for (int i = 0; i < 4; i++) {
        byte[] input = new byte[random.nextInt(100)];
        for (int k = 0; k < input.length; k++) {
          input[k] = (byte) "ab- \n".charAt(random.nextInt(5));
        }
        Set<Report> expected = reports(List.of(branch), input);
        assertThat(reports(resolved, input))
            .as("seed %d: %s on %s", seed, regex, new String(input, StandardCharsets.US_ASCII))
            .isEqualTo(expected);
        reports += expected.size();
      }
    }
    assertThat(reports).isGreaterThan(1_000);
    assertThat(changed).isGreaterThan(200);
  }

  private static Set<Report> reports(List<List<RegexNode>> branches, byte[] input) {
    RuleCompiler compiler = new RuleCompiler(CompileLimits.defaults(), 1);
    Set<Report> reports = new HashSet<>();
    for (List<RegexNode> branch : branches) {
      Automaton automaton = compiler.compileToPositions(Nodes.concat(branch));
      RuleSet rule = new RuleSet(List.of(new RuleSet.Component(0, automaton)));
      reports.addAll(ReferenceEngine.reports(rule, input));
    }
    return reports;
  }

  /** Branches of which none can be resolved any more. */
  private static List<List<RegexNode>> resolved(List<RegexNode> branch) {
    List<List<RegexNode>> done = new ArrayList<>();
    List<List<RegexNode>> open = new ArrayList<>(List.of(branch));
    for (int step = 0; !open.isEmpty(); step++) {
      assertThat(step).as("steps").isLessThan(MOST_STEPS);
      List<RegexNode> next = open.removeLast();
      Optional<List<List<RegexNode>>> resolved = InnerAssertions.resolved(next);
      resolved.ifPresentOrElse(open::addAll, () -> done.add(next));
    }
    return done;
  }

  private static RegexNode tree(String regex) {
    return Rules.of("/" + regex + "/").accepted().get(0).tree();
  }
}
