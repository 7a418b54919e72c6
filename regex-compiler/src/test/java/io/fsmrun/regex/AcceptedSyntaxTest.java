package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every accepted construct, by what it matches. */
final class AcceptedSyntaxTest {

  /** A regex, its flags, an input, and the offsets in it at which a match ends. */
  record Case(String pattern, String flags, String input, List<Integer> ends) {}

  private static Case match(String pattern, String flags, String input, Integer... ends) {
    return new Case(pattern, flags, input, List.of(ends));
  }

  static List<Case> literalsAndEscapes() {
    return List.of(
        match("abc", "", "xabcabc", 4, 7),
        match("", "", "ab", 0, 1, 2),
        match("\\x41\\x4a", "", "AJ", 2),
        match("\\x4g", "", "\u0004g", 2),
        match("\\xg", "", "\0g", 2),
        match("\\x{41}\\x{0000ff}", "", "A\u00ff", 2),
        match("\\0\\01\\012\\0123", "", "\0\1\n\n3", 5),
        match("\\08", "", "\u00008", 2),
        match("\\101\\377", "", "A\u00ff", 2),
        match("\\10", "", "\b", 1),
        match("\\10(a)(a)(a)(a)(a)(a)(a)(a)(a)(a)", "", "\baaaaaaaaaa", 11),
        match("\\18", "", "\u00018", 2),
        match("\\o{101}\\o{0}", "", "A\0", 2),
        match("\\cA\\ca\\c[\\c{", "", "\1\1\u001b;", 4),
        match("\\a\\e\\f\\n\\r\\t", "", "\u0007\u001b\f\n\r\t", 6),
        match("\\.\\*\\/\\_\\\\", "", ".*/_\\", 5),
        match("\\i\\y\\F", "", "iyF", 3),
        match("\0\u00e9", "", "\0\u00e9", 2),
        match("\\Qa*\\d\\E+", "", "a*\\ddd", 4, 5, 6),
        match("\\Qa.", "", "axa.", 4),
        match("a\\Q\\E*\\Eb", "", "aab", 3),
        match("\\E\\Qa\\Eb", "", "ab", 2),
        match("]}", "", "]}", 2));
  }

  static List<Case> classes() {
    return List.of(
        match("\\d\\D\\w\\W\\s\\S", "", "1a_- x", 6),
        match("\\s", "", "\t\n\u000b\f\r \u0085\u00a0", 1, 2, 3, 4, 5, 6),
        match("\\h", "", "\t\n \u00a0", 1, 3, 4),
        match("\\H\\V", "", "\n\u00a0", 2),
        match("\\v", "", "\t\n\u000b\f\r\u0085", 2, 3, 4, 5, 6),
        match("\\N", "s", "a\nb", 1, 3),
        match("\\N{2}", "", "a\nbc", 4),
        match("\\C", "", "\n", 1),
        match(".", "", "a\n\r\0", 1, 3, 4),
        match(".", "s", "a\n", 1, 2),
        match("[abc]", "", "xbz", 2),
        match("[a-c\\x41-\\x43]", "", "bBdD", 1, 2),
        match("[^a-c]", "", "ad\n", 2, 3),
        match("[]a]", "", "]a[", 1, 2),
        match("[^]a]", "", "]ab", 3),
        match("[a-]", "", "a-b", 1, 2),
        match("[-a]", "", "a-b", 1, 2),
        match("[a\\-c]", "", "abc-", 1, 3, 4),
        match("[a-c-e]", "", "abcde-", 1, 2, 3, 5, 6),
        match("[+--]", "", "+,-.", 1, 2, 3),
        match("[a-\\d]", "", "a-5b", 1, 2, 3),
        match("[\\d-z]", "", "5-za", 1, 2, 3),
        match("[\\w-]", "", "a-.", 1, 2),
        match("[a-[:digit:]]", "", "a-5b", 1, 2, 3),
        match("[\\b\\n\\x{42}\\103\\o{104}\\cA]", "", "\b\nBCD\1b", 1, 2, 3, 4, 5, 6),
        match("[\\8\\B\\g]", "", "8Bg\\", 1, 2, 3),
        match("[\\Q]-\\Ea]", "", "]-a\\", 1, 2, 3),
        match("[a\\Q-z\\E]", "", "a-zm", 1, 2, 3),
        match("[a\\E-c]", "", "abc-", 1, 2, 3),
        match("[a-\\Qc\\E]", "", "abc-", 1, 2, 3),
        match("[\\E]a]", "", "]a", 1, 2),
        match("[\\E^a]", "", "a^", 2),
        match("[$.^*]", "", "$.^*a", 1, 2, 3, 4),
        match("[a b#]", "x", "a b#", 1, 2, 3, 4));
  }

  static List<Case> posixClasses() {
    return List.of(
        match("[[:alpha:]]", "", "aZ0", 1, 2),
        match("[[:^alpha:]x]", "", "ax0", 2, 3),
        match("[^[:alpha:][:digit:]]", "", "a0_", 3),
        match("[[:lower:]][[:upper:]]", "", "aAa", 2),
        match("[[:lower:]]", "i", "aA0", 1, 2),
        match("[[:^upper:]]", "i", "aA0", 3),
        match("[[:alnum:]]", "", "a0_", 1, 2),
        match("[[:ascii:]]", "", "\0\u007f\u0080", 1, 2),
        match("[[:blank:]]", "", "\t \n", 1, 2),
        match("[[:cntrl:]]", "", "\u001f\u007f ", 1, 2),
        match("[[:graph:]]", "", " !~\u007f", 2, 3),
        match("[[:print:]]", "", "\u001f ~\u007f", 2, 3),
        match("[[:punct:]]", "", "a!_0~ ", 2, 3, 5),
        match("[[:space:]]", "", "\u000b \u00a0", 1, 2),
        match("[[:word:]]", "", "a_-", 1, 2),
        match("[[:xdigit:]]", "", "fFg9", 1, 2, 4),
        match("[[:alpha]]", "", "a]:]", 2, 4),
        match("[a[:]b]", "", "a[ab]:b]", 5, 8));
  }

  static List<Case> groups() {
    return List.of(
        match("a(b|c)d", "", "abdacd", 3, 6),
        match("a(?:b|c)d", "", "abd", 3),
        match("(?P<n>a)(?<m_1>b)(?'o'c)", "", "abc", 3),
        match("(?|(a)|(b)(c))d", "", "adbcd", 2, 5),
        match("(?|(a)|(b)|(c)|(d)|(e)|(f)|(g)|(h)|(i)|(j))\\11", "", "b\t", 2),
        match("a||b", "", "b", 0, 1),
        match("(|a)b", "", "ab", 2),
        match("()", "", "a", 0, 1),
        match("a(?#comment (\\)b", "", "ab", 2),
        match("a(?#c)*b", "", "aab", 3),
        match("a(?i)b|c", "", "BaBC", 3, 4),
        match("(a(?i)b)c", "", "aBcaBC", 3),
        match("(?i)a(?-i)b", "", "AbAB", 2),
        match("(?i:a)b", "", "AbAB", 2),
        match("(?s-i:.a)", "i", "\naA", 2),
        match("(?^:a.)", "is", "a\nA1a1", 6),
        match("(?^i)a", "", "A", 1),
        match("(?U)(?J)a+", "", "aa", 1, 2),
        match("(?)(?-)a", "", "a", 1),
        match("(?m)^a(?-m)$", "", "a\na", 3));
  }

  static List<Case> quantifiers() {
    return List.of(
        match("a*b", "", "aabb", 3, 4),
        match("ba+", "", "baaxb", 2, 3),
        match("ba?", "", "ba", 1, 2),
        match("ba*?", "", "baa", 1, 2, 3),
        match("ba{2}", "", "baaa", 3),
        match("ba{1,2}?", "", "baaa", 2, 3),
        match("ba{2,}", "", "baaaa", 3, 4, 5),
        match("ba{0}c", "", "bcbac", 2),
        match("ba{1}{", "", "ba{", 3),
        match("a{,2}", "", "a{,2}", 5),
        match("a{", "", "a{", 2),
        match("a{1", "", "a{1", 3),
        match("a{1,x}", "", "a{1,x}", 6),
        match("{a}", "", "{a}", 3),
        match("{,3}", "", "{,3}", 4),
        match("(ab){2}", "", "ababab", 4, 6),
        match("(a{2}){3}", "", "aaaaaaa", 6, 7),
        match("(a*)*b", "", "aab", 3),
        match("(a|b*){2,3}c", "", "abbc", 4),
        match("x(?:)*y", "", "xy", 2),
        match("a{65535}", "", "aaa"),
        match("^*a", "", "ba", 2),
        match("\\b*a\\b{2}", "", "a", 1),
        match("(\\b|a){2}", "", "a", 0, 1));
  }

  static List<Case> assertions() {
    return List.of(
        match("^a", "", "aa\na", 1),
        match("^a", "m", "aa\na", 1, 4),
        match("^", "m", "a\n\n", 0, 2),
        match("^", "m", "", 0),
        match("$", "", "a\nb\n", 3, 4),
        match("$", "m", "a\nb\n", 1, 3, 4),
        match("$", "E", "a\n", 2),
        match("$", "Em", "a\n", 1, 2),
        match("\\Z", "E", "a\n", 1, 2),
        match("\\Aa", "m", "a\na", 1),
        match("\\Z", "m", "a\nb\n", 3, 4),
        match("\\z", "m", "a\n", 2),
        match("\\b", "", "a b", 0, 1, 2, 3),
        match("\\B", "", "ab ", 1, 3),
        match("\\b", "", "\u00e9", new Integer[0]),
        match("a|b", "A", "ba", 1),
        match("a|b", "A", "cab"),
        match("a$b", "", "ab"),
        match("a$\\n", "", "a\n", 2));
  }

  static List<Case> flags() {
    return List.of(
        match("aB", "i", "AbaBab", 2, 4, 6),
        match("[^a]", "i", "aAb", 3),
        match("[W-c]", "i", "wWzCd^", 1, 2, 3, 4, 6),
        match("\\x41\\101", "i", "aA", 2),
        match("\u00e9", "i", "\u00c9\u00e9", 2),
        match("\\W", "i", "aA-", 3),
        match(" a b # c\n c", "x", "abc", 3),
        match("a\t\n\u000b\f\r\u0085", "x", "a\u0085", 2),
        match("a +", "x", "aa", 1, 2),
        match("b a * ?", "x", "baa", 1, 2, 3),
        match("a\\ b\\#", "x", "a b#", 4),
        match("a\\Q b#\\E", "x", "a b#", 4),
        match("a{ 2}", "x", "a{2}", 4),
        match("(?x: a )b c", "", "ab c", 4),
        match("a#b", "", "a#b", 3),
        match("a#b", "x", "axa#b", 1, 3));
  }

  @ParameterizedTest
  @MethodSource({
    "literalsAndEscapes",
    "classes",
    "posixClasses",
    "groups",
    "quantifiers",
    "assertions",
    "flags"
  })
  void matchesWhatPcreMatches(Case given) {
    RegexNode tree = RegexParser.parse(given.pattern(), RegexFlags.ofLetters(given.flags()));
    byte[] input = given.input().getBytes(StandardCharsets.ISO_8859_1);
    assertThat(ReferenceMatcher.ends(tree, input).stream().boxed()).isEqualTo(given.ends());
  }
}
