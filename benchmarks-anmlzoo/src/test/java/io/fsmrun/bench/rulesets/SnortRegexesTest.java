package io.fsmrun.bench.rulesets;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.regex.Rules;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnortRegexesTest {

  private static Collection<String> of(String... rules) {
    SnortRegexes regexes = new SnortRegexes();
    List.of(rules).forEach(regexes::add);
    return regexes.lines();
  }

  @Test
  void contentsAreJoinedAndTakenAlone() {
    assertThat(
            of(
                "alert tcp any any -> any 80 (content:\"GET |2F 0d0A|\"; nocase; content:\"x\\;y\";)"))
        .containsExactly("/GET\\x20\\x2f\\x0d\\x0a.*x\\x3by/is", "/GET\\x20\\x2f\\x0d\\x0a/is");
  }

  @Test
  void neighboursAreJoined() {
    assertThat(of("alert ip any (content:\"ab\"; content:\"c\"; content:\"defg\"; sid:1;)"))
        .containsExactly("/ab.*c.*defg/s", "/ab.*c/s", "/c.*defg/s", "/defg/s");
  }

  @Test
  void expressionsKeepWhatIsNotAboutBuffers() {
    assertThat(of("alert tcp (uricontent:\"/a\"; pcre:\"/\\/id=\\d+\\;\\\"/Ui\";)"))
        .containsExactly("/\\/id=\\d+;\"/i", "/\\x2fa/s");
  }

  @Test
  void whatMustNotBeThereIsLeftOut() {
    assertThat(of("alert tcp (content:!\"abcd\"; sid:1;)", "# comment", "")).isEmpty();
  }

  @Test
  void linesAreRulesAndComeOnce() {
    String rule = "#alert udp (content:\"|80 ff|ab\"; pcre:\"/^x{2,3}/smiR\";)";
    Collection<String> lines = of(rule, rule);
    assertThat(lines).containsExactly("/^x{2,3}/smi", "/\\x80\\xffab/s");
    assertThat(Rules.of(List.copyOf(lines)).refused()).isEmpty();
  }
}
