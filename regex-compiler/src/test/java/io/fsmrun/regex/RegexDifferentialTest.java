package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What our trees match is what other regex engines match, on random regexes and inputs. */
final class RegexDifferentialTest {

  private static final int REGEXES = 1500;
  private static final int MAX_INPUT = 9;

  @ParameterizedTest
  @ValueSource(strings = {"", "i", "s", "m", "ims"})
  void agreesWithJava(String letters) {
    Random random = new Random(20 + letters.hashCode());
    RandomRegex regexes =
        new RandomRegex(random, List.of("^", "$", "\\A", "\\Z", "\\z", "\\b", "\\B"));
    for (int i = 0; i < REGEXES; i++) {
      String pattern = regexes.next(3);
      // At least one byte: for flag m and no input at all, Java's ^ does not match.
      String input = regexes.nextInput(1 + random.nextInt(MAX_INPUT));
      Matcher matcher = Pattern.compile(pattern, javaFlags(letters)).matcher(input);
      for (int start = 0; start <= input.length(); start++) {
        int from = start;
        IntPredicate matchesTo =
            end ->
                matcher
                    .region(from, end)
                    .useAnchoringBounds(false)
                    .useTransparentBounds(true)
                    .matches();
        check(pattern, letters, input, start, matchesTo);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "i", "s", "is"})
  void agreesWithRe2(String letters) {
    Random random = new Random(40 + letters.hashCode());
    // RE2/J cannot look outside the region it matches, hence no assertions.
    RandomRegex regexes = new RandomRegex(random, List.of());
    for (int i = 0; i < REGEXES; i++) {
      String pattern = regexes.next(3);
      String input = regexes.nextInput(random.nextInt(MAX_INPUT + 1));
      com.google.re2j.Pattern re2 = com.google.re2j.Pattern.compile(pattern, re2Flags(letters));
      for (int start = 0; start <= input.length(); start++) {
        int from = start;
        check(pattern, letters, input, start, end -> re2.matches(input.substring(from, end)));
      }
    }
  }

  private static void check(
      String pattern, String letters, String input, int start, IntPredicate matchesTo) {
    BitSet expected = new BitSet();
    for (int end = start; end <= input.length(); end++) {
      expected.set(end, matchesTo.test(end));
    }
    RegexNode tree = RegexParser.parse(pattern, RegexFlags.ofLetters(letters));
    byte[] bytes = input.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(ReferenceMatcher.endsFrom(tree, bytes, start))
        .as("ends of /%s/%s from %d in \"%s\"", pattern, letters, start, input)
        .isEqualTo(expected);
  }

  private static int javaFlags(String letters) {
    return Pattern.UNIX_LINES
        | (letters.contains("i") ? Pattern.CASE_INSENSITIVE : 0)
        | (letters.contains("s") ? Pattern.DOTALL : 0)
        | (letters.contains("m") ? Pattern.MULTILINE : 0);
  }

  private static int re2Flags(String letters) {
    return (letters.contains("i") ? com.google.re2j.Pattern.CASE_INSENSITIVE : 0)
        | (letters.contains("s") ? com.google.re2j.Pattern.DOTALL : 0);
  }
}
