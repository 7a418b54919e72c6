package io.fsmrun.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RulesFileTest {

  private static Rules read(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    return RulesFile.read(new ByteArrayInputStream(bytes), "rules.txt");
  }

  private static Rule only(String line) {
    Rules rules = Rules.of(line);
    assertThat(rules.refused()).isEmpty();
    return rules.accepted().getFirst();
  }

  @Test
  void idsAreLineNumbersAndEmptyLinesAreSkipped() throws IOException {
    Rules rules = read("abc\n\n/x.y/s\r\n\r\n# no comment\n");
    assertThat(rules.accepted()).extracting(Rule::id).containsExactly(1, 3, 5);
    assertThat(rules.accepted())
        .extracting(Rule::pattern)
        .containsExactly("abc", "x.y", "# no comment");
    assertThat(rules.accepted().get(1).line()).isEqualTo("/x.y/s");
    assertThat(rules.source()).isEqualTo("rules.txt");
  }

  @Test
  void theLastLineNeedsNoNewline() throws IOException {
    assertThat(read("a\nb").accepted()).hasSize(2);
    assertThat(read("").accepted()).isEmpty();
    assertThat(read("\n").accepted()).isEmpty();
  }

  @Test
  void skipsByteOrderMarkOnlyAtTheStart() throws IOException {
    String mark = "\u00ef\u00bb\u00bf";
    Rules rules = read(mark + "/a/\n" + mark + "b");
    assertThat(rules.accepted()).extracting(Rule::pattern).containsExactly("a", mark + "b");
    assertThat(read("\u00ef\u00bba").accepted().getFirst().pattern()).isEqualTo("\u00ef\u00bba");
  }

  @Test
  void keepsEveryByte() throws IOException {
    Rule rule = read("a\0\u0085\u00ff\u2028").accepted().getFirst();
    assertThat(rule.pattern()).isEqualTo("a\0\u0085\u00ff?");
  }

  @Test
  void readsFlags() {
    Rule rule = only("/a\\/b/smUiR2 \t");
    assertThat(rule.pattern()).isEqualTo("a\\/b");
    assertThat(rule.flags()).isEqualTo(RegexFlags.ofLetters("ims"));
    assertThat(rule.otherFlags()).isEqualTo("UR2");
    assertThat(Rules.of("/a/RU", "/b/iU", "c").notedFlags()).isEqualTo("RU");
    assertThat(only("//").pattern()).isEmpty();
    assertThat(only("/a/b/i").pattern()).isEqualTo("a/b");
  }

  @Test
  void appliesAnchoredAndDollarEndOnly() {
    assertThat(ReferenceMatcher.ends(only("/a|b/A").tree(), new byte[] {'b', 'a'}))
        .hasToString("{1}");
    assertThat(ReferenceMatcher.ends(only("/a$/E").tree(), new byte[] {'a', '\n'}))
        .hasToString("{}");
  }

  @Test
  void otherLinesAreBareRegexes() {
    for (String line :
        new String[] {
          "/a", "/", "a/i", "/a\\/", "/a/i-", "/a/ i", "/a\\\\\\/i", " /a/", "/a/\u00e9"
        }) {
      assertThat(only(line).pattern()).isEqualTo(line);
      assertThat(only(line).flags()).isEqualTo(RegexFlags.NONE);
    }
    assertThat(only("/a\\\\/i").pattern()).isEqualTo("a\\\\");
  }

  @Test
  void refusalsPointIntoTheLine() throws IOException {
    Rules rules = read("ok\n/(a)x\\1/i\n(b)\\1\n");
    assertThat(rules.accepted()).hasSize(1);
    assertThat(rules.refused().getFirst().display(rules.source()))
        .isEqualTo(
            """
            rules.txt:2:6: refused: back-reference \\1 is not regular
            /(a)x\\1/i
                 ^""");
    assertThat(rules.refused().get(1).display("r"))
        .isEqualTo(
            """
            r:3:4: refused: back-reference \\1 is not regular
            (b)\\1
               ^""");
  }

  @Test
  void caretsLineUpInLongAndBinaryLines() {
    String line = "\t\u00e9\0" + "a".repeat(300) + "*+" + "b".repeat(300);
    RefusedRule refused = Rules.of(line).refused().getFirst();
    assertThat(refused.column()).isEqualTo(304);
    String[] shown = refused.display("r").split("\n", -1);
    assertThat(shown).hasSize(3);
    assertThat(shown[1]).hasSize(106).startsWith("...aaa").endsWith("bbb...");
    assertThat(shown[1].charAt(shown[2].indexOf('^'))).isEqualTo('*');
    String[] binary = Rules.of("\t\u00e9\0(").refused().getFirst().display("r").split("\n", -1);
    assertThat(binary[1]).isEqualTo("...(");
    assertThat(binary[2]).isEqualTo("   ^");
  }

  @Test
  void caretMayStandPastTheEnd() {
    RefusedRule refused = new RefusedRule(1, 4, RegexSyntaxException.Kind.SYNTAX, "c", "m", "abc");
    assertThat(refused.display("r")).isEqualTo("r:1:4: refused: m\nabc\n   ^");
  }

  @Test
  void refusesLinesThatAreTooLong() throws IOException {
    byte[] bytes = new byte[3 * RulesFile.MAX_LINE_BYTES + 20];
    Arrays.fill(bytes, (byte) 'a');
    int second = RulesFile.MAX_LINE_BYTES + 2;
    bytes[second - 2] = '\r';
    bytes[second - 1] = '\n';
    bytes[bytes.length - 2] = '\n';
    Rules rules = RulesFile.read(new ByteArrayInputStream(bytes), "r");
    assertThat(rules.accepted()).extracting(Rule::id).containsExactly(1, 3);
    RefusedRule refused = rules.refused().getFirst();
    assertThat(refused.id()).isEqualTo(2);
    assertThat(refused.construct()).isEqualTo("line length");
    assertThat(refused.message()).isEqualTo("line is longer than 1048576 bytes");
    assertThat(refused.line()).hasSizeLessThan(200);
  }

  @Test
  void readsFiles(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("my.rules"), "a\n");
    assertThat(RulesFile.read(file).accepted()).hasSize(1);
    assertThat(RulesFile.read(file).source()).isEqualTo(file.toString());
    assertThatThrownBy(() -> RulesFile.read(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> RulesFile.read(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("is a directory");
  }

  @Test
  void rulesMayBeGivenOneByOne() {
    Rules rules = Rules.of("abc", "", "/x.y/s", "(");
    assertThat(rules.accepted()).extracting(Rule::id).containsExactly(1, 3);
    assertThat(rules.refused()).extracting(RefusedRule::id).containsExactly(4);
    assertThat(rules.source()).isEqualTo(Rules.NO_FILE);
  }
}
