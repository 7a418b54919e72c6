package io.fsmrun.bench.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States as RE2 makes them, counted by hand. */
class Re2StatesTest {

  @ParameterizedTest
  @CsvSource({
    // Before the first symbol, nothing, a, ab, abc, and after a match nothing or a.
    "abc, 7",
    // Before the first symbol, nothing, a; after a match nothing or a.
    "a, 5",
    // Before the first symbol, a, dead; after a match dead. That a is dead is said at once.
    "/^a/, 4",
    // Both ways to c are subsets of their own: before, nothing, a, ac, b, bc; after a match
    // nothing, a or
    // b.
    "(ac|bc), 9"
  })
  void byHand(String rule, long states) throws InterruptedException {
    assertThat(Re2States.count(Rules.of(rule), 100, 1)).isEqualTo(states);
  }

  @Test
  void rulesPastTheLimitCountTheirPositions() throws InterruptedException {
    // 2^9 subsets; the start and eleven positions.
    assertThat(Re2States.count(Rules.of("/a.{9}b/s"), 100, 2)).isEqualTo(12);
    assertThat(Re2States.count(Rules.of("/a.{9}b/s"), 60_000, 2)).isGreaterThan(512);
    assertThat(Re2States.count(Rules.of("abc", "a"), 100, 2)).isEqualTo(12);
    assertThat(Re2States.count(Rules.of("abc"), 5, 2)).isEqualTo(4);
  }
}
