package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fsmrun.regex.RegexSyntaxException.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every refused construct, by its name and place. */
final class RefusedSyntaxTest {

  /** A regex, the name of what is wrong with it, and where that starts. */
  record Case(String pattern, String construct, int offset) {}

  private static Case refused(String pattern, String construct, int offset) {
    return new Case(pattern, construct, offset);
  }

  static List<Case> unsupported() {
    return List.of(
        refused("(a)\\1", "back-reference", 3),
        refused("\\9", "back-reference", 0),
        refused("a\\81", "back-reference", 1),
        refused("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", "back-reference", 30),
        refused("(a)\\g1", "back-reference", 3),
        refused("(a)\\g-1", "back-reference", 3),
        refused("(a)\\g{1}", "back-reference", 3),
        refused("(a)\\g{-1}x", "back-reference", 3),
        refused("(?<n>a)\\g{n}", "back-reference", 7),
        refused("(?<n>a)\\k<n>", "back-reference", 7),
        refused("(?<n>a)\\k'n'", "back-reference", 7),
        refused("(?<n>a)\\k{n}", "back-reference", 7),
        refused("(?P<n>a)(?P=n)", "back-reference", 8),
        refused("a(?=b)", "look-ahead", 1),
        refused("a(?!b)", "look-ahead", 1),
        refused("(?<=a)b", "look-behind", 0),
        refused("(?<!a)b", "look-behind", 0),
        refused("a(?R)", "recursion", 1),
        refused("(?R", "recursion", 0),
        refused("(a)(?1)", "recursion", 3),
        refused("(?+1)(a)", "recursion", 0),
        refused("(a)(?-1)", "recursion", 3),
        refused("(?<n>a)(?&n)", "recursion", 7),
        refused("(?P<n>a)(?P>n)", "recursion", 8),
        refused("(a)\\g<1>", "recursion", 3),
        refused("(a)\\g'1'", "recursion", 3),
        refused("(a)(?(1)b|c)", "conditional group", 3),
        refused("(?(?=a)b|c)", "conditional group", 0),
        refused("ab*+", "possessive quantifier", 2),
        refused("ab++c", "possessive quantifier", 2),
        refused("b?+", "possessive quantifier", 1),
        refused("b{2,3}+", "possessive quantifier", 1),
        refused("(?x)b {2} +", "possessive quantifier", 6),
        refused("(?>a)", "atomic group", 0),
        refused("a\\Kb", "\\K", 1),
        refused("\\Ga", "\\G", 0),
        refused("a\\R", "\\R", 1),
        refused("\\X", "\\X", 0),
        refused("a\\pL", "Unicode property", 1),
        refused("\\P{Lu}", "Unicode property", 0),
        refused("[a\\p{Lu}]", "Unicode property", 2),
        refused("a(?C1)", "callout", 1),
        refused("(*ACCEPT)", "verb", 0),
        refused("(*UTF8)a", "verb", 0),
        refused("a(*:mark)", "verb", 1),
        refused("[a[.x.]]", "collating element", 2),
        refused("[[=x=]]", "collating element", 1),
        refused("[.x.]", "collating element", 0),
        refused("[[:<:]]a", "word-edge class", 1));
  }

  static List<Case> malformed() {
    return List.of(
        refused("a(b", "group", 1),
        refused("(?:b", "group", 0),
        refused("(?", "group", 0),
        refused("(?i", "group", 0),
        refused("(?z)", "group", 0),
        refused("(?P", "group", 0),
        refused("(?Px)", "group", 0),
        refused("(?i-s-m)", "group", 0),
        refused("(?^-i)", "group", 0),
        refused("ab)c", "group", 2),
        refused("(?<", "group name", 0),
        refused("(?<>a)", "group name", 0),
        refused("(?<1a>b)", "group name", 0),
        refused("(?<a-b>c)", "group name", 0),
        refused("(?'a>c)", "group name", 0),
        refused("(?P<" + "n".repeat(33) + ">c)", "group name", 0),
        refused("a(?#b", "comment", 1),
        refused("a[b", "bracket class", 1),
        refused("[]", "bracket class", 0),
        refused("[^]", "bracket class", 0),
        refused("[\\Qa]", "bracket class", 0),
        refused("[a-", "bracket class", 0),
        refused("x[z-a]", "bracket class", 2),
        refused("[[:foo:]]", "POSIX class", 1),
        refused("[:alpha:]", "POSIX class", 0),
        refused("*a", "quantifier", 0),
        refused("a|*", "quantifier", 2),
        refused("(+)", "quantifier", 1),
        refused("(*)", "quantifier", 1),
        refused("{3}", "quantifier", 0),
        refused("(?i)?", "quantifier", 4),
        refused("a**", "quantifier", 2),
        refused("a{2}{3}", "quantifier", 4),
        refused("a???", "quantifier", 3),
        refused("a{3,2}", "quantifier", 1),
        refused("a\\", "escape", 1),
        refused("\\c", "escape", 0),
        refused("\\c\u00e9", "escape", 0),
        refused("\\x{", "escape", 0),
        refused("\\x{}", "escape", 0),
        refused("\\x{4g}", "escape", 0),
        refused("\\x{100}", "escape", 0),
        refused("\\o1", "escape", 0),
        refused("\\o{8}", "escape", 0),
        refused("\\400", "escape", 0),
        refused("[\\400]", "escape", 1),
        refused("\\u0041", "escape", 0),
        refused("\\U", "escape", 0),
        refused("\\L\\l", "escape", 0),
        refused("\\N{a}", "escape", 0),
        refused("[\\N]", "escape", 1),
        refused("\\p", "escape", 0),
        refused("\\g", "escape", 0),
        refused("\\kn", "escape", 0),
        refused("a\u0100", "character", 1));
  }

  static List<Case> tooLarge() {
    return List.of(
        refused("ab{65536}", "repetition bound", 2),
        refused("b{1,99999999999999999999}", "repetition bound", 1),
        refused("(".repeat(251) + ")".repeat(251), "nesting", 250));
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void refusesWhatIsNotSupported(Case given) {
    assertRefused(given, Kind.UNSUPPORTED);
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void refusesWhatIsMalformed(Case given) {
    assertRefused(given, Kind.SYNTAX);
  }

  @ParameterizedTest
  @MethodSource("tooLarge")
  void refusesWhatIsTooLarge(Case given) {
    assertRefused(given, Kind.LIMIT);
  }

  @Test
  void saysWhatIsNotRegular() {
    assertThat(refusal("(?P<n>a)(?P=n)")).hasMessage("back-reference (?P=n) is not regular");
    assertThat(refusal("(a)\\g{1}b")).hasMessage("back-reference \\g{1} is not regular");
    assertThat(refusal("a(?R)b")).hasMessage("recursion (?R) is not regular");
    assertThat(refusal("a(?<!b)")).hasMessage("look-behind (?<! is not supported");
    assertThat(refusal("a\\Kb")).hasMessage("\\K is not supported");
    assertThat(refusal("a{2}{3}")).hasMessage("nothing to repeat before {3}");
  }

  @Test
  void quotesAreShortAndPrintable() {
    assertThat(refusal("(?P=" + "n".repeat(1000) + ")"))
        .hasMessage("back-reference (?P=" + "n".repeat(36) + "... is not regular");
    assertThat(refusal("[[:\u00e9\n:]]")).hasMessage("unknown POSIX class [:..:]");
  }

  private static void assertRefused(Case given, Kind kind) {
    RegexSyntaxException refusal = refusal(given.pattern());
    assertThat(refusal.construct()).isEqualTo(given.construct());
    assertThat(refusal.offset()).isEqualTo(given.offset());
    assertThat(refusal.kind()).isEqualTo(kind);
    assertThat(refusal.getMessage()).isNotBlank().doesNotContain("\n");
  }

  private static RegexSyntaxException refusal(String pattern) {
    return catchThrowableOfType(
        RegexSyntaxException.class, () -> RegexParser.parse(pattern, RegexFlags.NONE));
  }
}
