package io.fsmrun.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fsmrun.suite.RulesetGenerator.DotStars;
import io.fsmrun.suite.RulesetGenerator.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Generated strings, ranges and wildcards. */
class RulesetGeneratorTest {

  private static RulesetGenerator of(int rules, Span lengths, double ranges, double share) {
    return new RulesetGenerator(
        rules, lengths, ranges, new DotStars(share, new Span(2, 9), new Span(1, 3)));
  }

  private static long count(List<String> rules, String part) {
    return rules.stream().mapToLong(rule -> rule.split(part, -1).length - 1).sum();
  }

  @Test
  void sameSeedSameRules() {
    RulesetGenerator generator = of(40, new Span(5, 9), 1, 0.5);
    assertThat(generator.generate(5)).isEqualTo(generator.generate(5));
    assertThat(generator.generate(5)).isNotEqualTo(generator.generate(6));
  }

  @Test
  void lengthsAreUniform() {
    List<String> rules = of(6000, new Span(3, 8), 0, 0).generate(1);
    assertThat(rules).hasSize(6000).allMatch(rule -> rule.matches("[a-z0-9]{3,8}"));
    for (int length = 3; length <= 8; length++) {
      int wanted = length;
      // A standard deviation is 29.
      assertThat(rules.stream().filter(rule -> rule.length() == wanted).count())
          .isCloseTo(1000, within(130L));
    }
  }

  @Test
  void rangesAreAsManyAsSaid() {
    List<String> rules = of(4000, new Span(3, 8), 0.5, 0).generate(1);
    assertThat(rules).allMatch(rule -> rule.matches("(?:[a-z0-9]|\\[.-.])+"));
    assertThat(count(rules, "\\[") / 4000.0).isCloseTo(0.5, within(0.05));
    // Of two or more symbols, all letters or all digits.
    for (String rule : rules) {
      for (int i = rule.indexOf('['); i >= 0; i = rule.indexOf('[', i + 1)) {
        char low = rule.charAt(i + 1);
        char high = rule.charAt(i + 3);
        assertThat(low).isLessThan(high);
        assertThat(Character.isDigit(low)).isEqualTo(Character.isDigit(high));
      }
    }
  }

  @Test
  void exactlyTheShareHasWildcardsAndNoneAtAnEnd() {
    List<String> rules = of(200, new Span(2, 9), 0, 0.3).generate(1);
    assertThat(rules.stream().filter(rule -> rule.contains(".*"))).hasSize(60);
    assertThat(rules).noneMatch(rule -> rule.startsWith(".") || rule.endsWith("*"));
    assertThat(rules).noneMatch(rule -> rule.contains(".*.*"));
    assertThat(rules.stream().mapToLong(rule -> count(List.of(rule), "\\.\\*")).max()).hasValue(3);
    assertThat(of(50, new Span(2, 9), 0, 1).generate(1)).allMatch(rule -> rule.contains(".*"));
  }

  @Test
  void refusesNonsense() {
    Span two = new Span(2, 2);
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(0, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(3, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(3, Integer.MAX_VALUE));
    assertThatIllegalArgumentException().isThrownBy(() -> of(0, two, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> of(1, two, -1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> of(1, two, 3, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> of(1, two, Double.NaN, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> of(1, two, 0, 1.5));
    assertThatIllegalArgumentException().isThrownBy(() -> of(1, two, 0, Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DotStars(0.5, new Span(1, 2), new Span(1, 1)));
  }
}
