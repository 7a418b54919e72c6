package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversions: what they write reports the same, and what they refuse leaves no file behind. */
class ConvertTest {

  private static final String INPUT = "cat cot cut cat catcot\nabcbba";

  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void makeInput() throws IOException {
    input = Files.writeString(directory.resolve("input.bin"), INPUT);
  }

  private static String reports(Path network, Path input) {
    return Cli.run("--network", network, "--input", input, "--reports=tsv").done().out();
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.anml", "out.mnrl"})
  void reportsSurvive(String name) {
    Path out = directory.resolve(name);
    for (Path network : List.of(Networks.WORDS, Networks.GATES)) {
      Cli.run("convert", network, out).done();
      assertThat(symbolsAndNames(reports(out, input)))
          .isNotEmpty()
          .isEqualTo(symbolsAndNames(reports(network, input)));
      Cli.run("convert", network, out, "--optimize=all", "--fan-out=2", "--fan-in=2").done();
      assertThat(symbolsAndNames(reports(out, input)))
          .isEqualTo(symbolsAndNames(reports(network, input)));
    }
  }

  /** Ends, with codes or, where there is none, ids: all that formats and merging keep. */
  private static List<String> symbolsAndNames(String tsv) {
    return tsv.lines()
        .map(line -> line.split("\t", -1))
        .map(columns -> columns[1] + " " + (columns.length > 2 ? columns[2] : columns[0]))
        .distinct()
        .sorted()
        .toList();
  }

  @Test
  void eachStepSaysWhatItSaved() throws IOException {
    Path rules = Files.writeString(directory.resolve("my.rules"), "abcd\nabce\nxbce\n");
    Path out = directory.resolve("out.anml");
    Cli run = Cli.run("convert", rules, out, "--optimize=prefix,suffix", "--fan-out=2").done();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("read         12 elements")
        .containsPattern("prefix +9 elements \\(3 saved\\), 7 edges \\(2 saved\\)")
        .containsPattern("suffix +\\d+ elements")
        .containsPattern("fan limits +")
        .containsPattern("written +\\d+ elements");
    assertThat(Cli.run("convert", "-q", rules, out).done().err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"nfa,anml", "nfa,mnrl", "dfa,anml", "dfa,mnrl"})
  void rulesBecomeNetworks(String form, String format) throws IOException {
    Path rules = Files.writeString(directory.resolve("my.txt"), "c[ao]t\n/ab|ba/\n");
    Path out = directory.resolve("out");
    Cli.run("convert", rules, out, "--to", format, "--form", form).done();
    assertThat(reports(out, input).lines().map(line -> line.replaceAll("^\\S+\t", "")).distinct())
        .containsExactly("3\t1", "7\t1", "15\t1", "19\t1", "22\t1", "25\t2", "29\t2");
  }

  @Test
  void refusedRulesAreShown() throws IOException {
    Path rules = Files.writeString(directory.resolve("my.rules"), "abc\n(a)\\1\nx*\n");
    Path out = directory.resolve("out.anml");
    Cli run = Cli.run("convert", rules, out).done();
    assertThat(run.err())
        .contains(rules + ":2:4: refused")
        .contains("before the first symbol", "1 rules have them: 3");
    Files.delete(out);
    Cli strict = Cli.run("convert", rules, out, "--strict");
    assertThat(strict.status()).isEqualTo(Main.REFUSED);
    assertThat(out).doesNotExist();
  }

  @Test
  void drawings() throws IOException {
    Path dot = directory.resolve("out.dot");
    Cli.run("convert", Networks.WORDS, dot).done();
    assertThat(dot).content().startsWith("digraph \"words\"").contains("n0 -> n1");
  }

  @Test
  void whatIsReadIsNotOverwritten() throws IOException {
    Path network = Files.copy(Networks.WORDS, directory.resolve("n.anml"));
    byte[] before = Files.readAllBytes(network);
    Path link = Files.createSymbolicLink(directory.resolve("link.anml"), network);
    Path around = directory.resolve(".").resolve("n.anml");
    for (Path out : List.of(network, link, around)) {
      Cli.run("convert", network, out).unusable(out, "would overwrite what is read");
    }
    Cli.run("convert", network, directory.resolve("o.anml"), "--widen", "--encode", input, input)
        .unusable(input, "would overwrite what is read");
    Path out = directory.resolve("o.anml");
    Cli.run("convert", network, out, "--widen", "--encode", input, out).unusable(out, "IN or OUT");
    Cli.run("convert", network, out, "--widen", "--encode", input, network)
        .unusable(network, "IN or OUT");
    assertThat(network).hasBinaryContent(before);
    assertThat(input).hasContent(INPUT);
    assertThat(out).doesNotExist();
  }

  @Test
  void nothingIsLeftHalfWritten() throws IOException {
    Path network =
        Files.writeString(
            directory.resolve("n.mnrl"),
            """
            {"id": "n", "nodes": [{"id": "c:cnt", "type": "hState", "enable": "always",
              "report": true, "attributes": {"symbolSet": "a"}}]}
            """);
    Path out = Files.writeString(directory.resolve("out.anml"), "old");
    Cli.run("convert", network, out).unusable(out, "c:cnt");
    assertThat(out).hasContent("old");
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("n.mnrl", "out.anml", "input.bin");
    }
  }

  @Test
  void targetsThatCannotBeWritten() {
    Path unnamed = directory.resolve("out.xml");
    Cli.run("convert", Networks.WORDS, unnamed).unusable(unnamed, "--to");
    Cli.run("convert", Networks.WORDS, directory).unusable(directory, "is a directory");
    Path nowhere = directory.resolve("no").resolve("out.anml");
    Cli.run("convert", Networks.WORDS, nowhere).unusable(nowhere, "does not exist");
  }

  @Test
  void twoBytesASymbol() throws IOException {
    Path rules = Files.writeString(directory.resolve("my.rules"), "c[ao]t\n");
    Path plain = directory.resolve("plain.anml");
    Cli.run("convert", rules, plain).done();
    for (String text : List.of(INPUT, "xcat", "cat", "")) {
      Path out = directory.resolve("out.anml");
      Path coded = directory.resolve("coded.bin");
      Path bytes = Files.writeString(directory.resolve("text"), text);
      Cli.run("convert", plain, out, "--stride2", "--optimize=all", "--encode", bytes, coded)
          .done();
      assertThat(coded).hasSize((text.length() + 1) / 2);
      // A code ends in :0 or :1, for the byte of the pair that the match ended on.
      List<Long> ends =
          reports(out, coded)
              .lines()
              .map(line -> line.split("\t", -1))
              .map(columns -> 2 * (Long.parseLong(columns[1]) - 1) + columns[2].charAt(2) - '0' + 1)
              .sorted()
              .toList();
      List<Long> expected =
          reports(plain, bytes)
              .lines()
              .map(line -> line.split("\t", -1))
              .map(columns -> Long.parseLong(columns[1]))
              .toList();
      assertThat(ends).as(text).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"before,UTF-16BE", "after,UTF-16LE"})
  void sixteenBitText(String padding, String charset) throws IOException {
    Path out = directory.resolve("out.mnrl");
    Path coded = directory.resolve("coded.bin");
    Cli.run(
            "convert",
            Networks.WORDS,
            out,
            "--widen",
            "--padding=" + padding,
            "--encode",
            input,
            coded)
        .done();
    assertThat(coded).hasBinaryContent(INPUT.getBytes(Charset.forName(charset)));
    String doubled =
        reports(Networks.WORDS, input)
            .lines()
            .map(line -> line.split("\t", -1))
            .map(c -> (2 * Long.parseLong(c[1])) + " " + (c.length > 2 ? c[2] : c[0]))
            .sorted()
            .toList()
            .toString();
    assertThat(symbolsAndNames(reports(out, coded)).toString()).isEqualTo(doubled);
  }

  @Test
  void longInputsAreCodedWhole() throws IOException {
    byte[] text = "cot at ".repeat(200_001).getBytes(StandardCharsets.US_ASCII);
    Path bytes = Files.write(directory.resolve("long"), text);
    Path rules = Files.writeString(directory.resolve("my.rules"), "cot\n");
    Path coded = directory.resolve("coded.bin");
    Path out = directory.resolve("out.anml");
    Cli.run("convert", rules, out, "--stride2", "--encode", bytes, coded).done();
    assertThat(coded).hasSize((text.length + 1) / 2);
    assertThat(reports(out, coded).lines()).hasSize(200_001);
  }

  @Test
  void strideNeedsStesAndFewClasses() throws IOException {
    Path out = directory.resolve("out.anml");
    Cli.run("convert", Networks.WORDS, out, "--stride2")
        .unusable(Networks.WORDS, "--stride2", "third");
    Path rules = Files.writeString(directory.resolve("my.rules"), "abcdefghijklmnopqrs\n");
    Cli.run("convert", rules, out, "--stride2").unusable(rules, "--stride2", "15");
    assertThat(out).doesNotExist();
  }

  @Test
  void splittingThatNeverEndsIsStopped() throws IOException {
    StringBuilder text = new StringBuilder("<automata-network id='clique'>");
    for (int i = 0; i < 12; i++) {
      text.append("<state-transition-element id='s%d' symbol-set='a'>".formatted(i));
      for (int j = 0; j < 12; j++) {
        text.append("<activate-on-match element='s%d'/>".formatted(j));
      }
      text.append("</state-transition-element>");
    }
    Path clique = Files.writeString(directory.resolve("c.anml"), text + "</automata-network>");
    Path out = directory.resolve("out.anml");
    Cli.run("convert", clique, out, "--fan-in=2", "--fan-out=2").unusable(clique, "--fan-in");
    assertThat(out).doesNotExist();
  }
}
