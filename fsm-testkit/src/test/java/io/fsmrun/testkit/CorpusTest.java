package io.fsmrun.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fsmrun.core.report.Report;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The corpus says what {@code java.util.regex} says, where their syntax and meaning agree. */
class CorpusTest {

  static Stream<Corpus.Case> casesThatJavaConfirms() {
    return Corpus.load().stream().filter(c -> c.javaDiffers().isEmpty());
  }

  static Stream<Corpus.Case> casesThatJavaSeesOtherwise() {
    return Corpus.load().stream().filter(c -> c.javaDiffers().isPresent());
  }

  @ParameterizedTest
  @MethodSource("casesThatJavaConfirms")
  void agreesWithJava(Corpus.Case c) {
    assertThat(c.reports()).isEqualTo(javaReports(c));
  }

  /** A marker that is not needed would hide a wrong case. */
  @ParameterizedTest
  @MethodSource("casesThatJavaSeesOtherwise")
  void isMarkedOnlyWhereJavaDiffers(Corpus.Case c) {
    assertThat(javaRefusesOrDiffers(c)).isTrue();
  }

  private static boolean javaRefusesOrDiffers(Corpus.Case c) {
    try {
      return !javaReports(c).equals(c.reports());
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /** For every end, tries every start: the definition of a report, with nothing clever in it. */
  private static List<Report> javaReports(Corpus.Case c) {
    SortedSet<Report> reports = new TreeSet<>();
    String input = new String(c.input(), StandardCharsets.ISO_8859_1);
    for (int rule = 1; rule <= c.rules().size(); rule++) {
      Matcher matcher = pattern(c.rules().get(rule - 1)).matcher(input);
      matcher.useTransparentBounds(true).useAnchoringBounds(false);
      for (int end = 0; end <= input.length(); end++) {
        for (int start = 0; start <= end; start++) {
          if (matcher.region(start, end).matches()) {
            reports.add(new Report(rule, end));
          }
        }
      }
    }
    return List.copyOf(reports);
  }

  private static Pattern pattern(String rule) {
    if (!rule.startsWith("/")) {
      return Pattern.compile(rule, Pattern.UNIX_LINES);
    }
    int slash = rule.lastIndexOf('/');
    int flags = Pattern.UNIX_LINES;
    for (char letter : rule.substring(slash + 1).toCharArray()) {
      flags |=
          switch (letter) {
            case 'i' -> Pattern.CASE_INSENSITIVE;
            case 's' -> Pattern.DOTALL;
            case 'm' -> Pattern.MULTILINE;
            case 'x' -> Pattern.COMMENTS;
            default -> throw new IllegalArgumentException("no flag " + letter + " in Java");
          };
    }
    return Pattern.compile(rule.substring(1, slash), flags);
  }

  @Test
  void hasManyCases() {
    assertThat(Corpus.load()).hasSizeGreaterThan(150);
  }

  @Test
  void readsEveryEscape() {
    Corpus.Case read =
        Corpus.parse(
                "# comment\ncase x y\nrule a b\ninput \\n\\r\\t\\\\\\x00\\xff \nends 1: 0 2..4\n")
            .getFirst();
    assertThat(read.name()).isEqualTo("x y");
    assertThat(read.rules()).containsExactly("a b");
    assertThat(read.input()).containsExactly('\n', '\r', '\t', '\\', 0, 0xff, ' ');
    assertThat(read.reports())
        .containsExactly(new Report(1, 0), new Report(1, 2), new Report(1, 3), new Report(1, 4));
  }

  @Test
  void ordersReportsByEndThenRule() {
    Corpus.Case read =
        Corpus.parse("case x\nrule a\nrule b\ninput abc\nends 2: 1 2\nends 1: 2\n").getFirst();
    assertThat(read.reports())
        .containsExactly(new Report(2, 1), new Report(1, 2), new Report(2, 2));
  }

  @Test
  void refusesWhatIsMalformed() {
    String start = "case x\nrule a\ninput ab\n";
    for (String wrong :
        List.of(
            "rule a\n",
            "case x\nrule a\n",
            start + start,
            start + "input b\n",
            start + "ends 2: 1\n",
            start + "ends 1: 3\n",
            start + "ends 1: 2 1\n",
            start + "ends 1: 1 1\n",
            start + "ends 1: 2..1\n",
            start + "ends 1:\n",
            start + "ends 1: 1\nends 1: 1\n",
            start + "end 1: 1\n",
            "case x\nrule a\ninput \\q\n",
            "case x\nrule a\ninput \\x1\n",
            "case x\nrule a\ninput \\\n",
            "case x\nrule a\nends 1: 1\ninput a\n")) {
      assertThatIllegalArgumentException().as(wrong).isThrownBy(() -> Corpus.parse(wrong));
    }
  }
}
