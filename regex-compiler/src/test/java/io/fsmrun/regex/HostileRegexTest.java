package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the regex, the parser gives a tree or refuses it, soon. */
final class HostileRegexTest {

  private static final int MANY = 100_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(", "(?:", "(?i:", "(?|", "[", "[[:", "[[:a", "[^", "(?#", "\\", "\\Q", "\\E", "a{",
            "a{1}",
        "*", "a*", "|", ")", "()", "(a|", "{9999", "9", "\\x{", "(?", "(?i)", "(?i", "\\9", "\\g{",
        "\\k<", "(?P=", "(*a", "\\p{", "a|b", "#", "(?x)#\n", "[a-", "\\N{", "\\c\\"
      })
  void survivesManyOf(String part) {
    assertTimeout(Duration.ofSeconds(20), () -> parses(part.repeat(MANY)));
  }

  @Test
  void survivesDeepNestingAtItsLimit() {
    int depth = RegexParser.MAX_NESTING;
    String open = "(a|".repeat(depth);
    RegexNode tree = RegexParser.parse(open + "b" + ")+".repeat(depth), RegexFlags.NONE);
    assertThat(ReferenceMatcher.ends(tree, new byte[] {'b'}).cardinality()).isPositive();
    assertThat(parses("(".repeat(MANY) + ")".repeat(MANY))).isFalse();
  }

  @Test
  void nestingCountsOnlyGroupsThatAreOpen() {
    assertThat(parses("(a)".repeat(MANY))).isTrue();
  }

  @Test
  void readsRandomBytes() {
    Random random = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      byte[] bytes = new byte[random.nextInt(24)];
      random.nextBytes(bytes);
      parses(new String(bytes, StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void readsRandomPiecesOfSyntax() {
    List<String> pieces =
        List.of(
            "(", ")", "[", "]", "^", "-", "|", "*", "+", "?", "{", "}", ",", "1", "9", "0", "a",
            "z", "\\", "\\Q", "\\E", "x", "(?", ":", "<", ">", "=", "!", "P", "#", "\n", " ", "[:",
            ":]", "alpha", "i", "s", "d", "b", "N", "'", "$", ".", "&", "R", "C", "g", "k", "o",
            "c", "p");
    Random random = new Random(2);
    int accepted = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder pattern = new StringBuilder();
      for (int n = random.nextInt(12); n > 0; n--) {
        pattern.append(pieces.get(random.nextInt(pieces.size())));
      }
      accepted += parses(pattern.toString()) ? 1 : 0;
    }
    assertThat(accepted).isBetween(20_000, 180_000);
  }

  /** Whether the regex is accepted; anything but a tree or a refusal escapes. */
  private static boolean parses(String pattern) {
    try {
      return RegexParser.parse(pattern, RegexFlags.NONE) != null;
    } catch (RegexSyntaxException e) {
      assertThat(e.offset()).isBetween(0, pattern.length());
      return false;
    }
  }
}
