package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.testkit.Corpus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules run as one network report what they report otherwise. */
class RulesAsNetworkTest {

  private static final String RULES =
      "abc\n/x.*y/s\n\n/^start/\nback(ref)\\1\n/A[BC]+D/iU\nend$\n/q{2,40}r/R\n\\b\nz*\n$\n^$\n/\\bb/m\n";
  private static final String INPUT =
      "start abcx\nqqqqr abcd aBcCd y abbd yy\nstart qr abcabc qqr end\n";

  @TempDir Path directory;

  @Test
  void everyFormPrintsTheSame() throws IOException {
    Path rules = Files.writeString(directory.resolve("rules"), RULES);
    for (String text : List.of(INPUT, "", "a", "\n")) {
      Path input = Files.writeString(directory.resolve("input"), text);
      String expected = plain(rules, input);
      for (String form : List.of("--form=nfa", "--form=dfa", "--form=dfa --dfa-states=20")) {
        for (int threads : new int[] {1, 3}) {
          assertThat(asNetwork(rules, input, threads, form.split(" ", -1)))
              .as("%s, %d threads, '%s'", form, threads, text)
              .isEqualTo(expected);
        }
      }
    }
  }

  static List<Corpus.Case> cases() {
    return Corpus.load();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theCorpus(Corpus.Case given) throws IOException {
    Path rules =
        Files.write(directory.resolve("rules"), given.rules(), StandardCharsets.ISO_8859_1);
    Path input = Files.write(directory.resolve("input"), given.input());
    StringBuilder expected = new StringBuilder();
    given
        .reports()
        .forEach(
            report ->
                expected.append(report.rule()).append('\t').append(report.end()).append('\n'));
    for (String form : List.of("--form=nfa", "--form=dfa")) {
      assertThat(asNetwork(rules, input, 1, form)).as(form).isEqualTo(expected.toString());
    }
  }

  private static String plain(Path rules, Path input) {
    Cli run = Cli.run("--rules", rules, "--input", input, "--reports=tsv", "--backend=cpu");
    return run.done().out();
  }

  private static String asNetwork(Path rules, Path input, int threads, String... options) {
    Object[] arguments = new Object[options.length + 4];
    arguments[0] = "--rules=" + rules;
    arguments[1] = "--input=" + input;
    arguments[2] = "--reports=tsv";
    arguments[3] = "--threads=" + threads;
    System.arraycopy(options, 0, arguments, 4, options.length);
    return Cli.run(arguments).done().out();
  }

  @Test
  void refusedRulesAreShownAndCounted() throws IOException {
    Path rules = Files.writeString(directory.resolve("rules"), RULES);
    Path input = Files.writeString(directory.resolve("input"), INPUT);
    Cli run = Cli.run("--rules", rules, "--input", input, "--form", "nfa").done();
    assertThat(run.err())
        .contains(rules + ":5:10: refused: ")
        .contains(rules + ", 11 rules (1 refused) as nfa")
        .containsPattern("reports      \\d+");
    Cli strict = Cli.run("--rules", rules, "--input", input, "--form=dfa", "--strict");
    assertThat(strict.status()).isEqualTo(Main.REFUSED);
    assertThat(strict.err()).endsWith("--strict\n");
  }

  @Test
  void rulesThatAreAllRefused() throws IOException {
    Path refused = Files.writeString(directory.resolve("rules"), "(a)\\1\n");
    Cli run = Cli.run("--rules", refused, "--input", refused, "--form=nfa");
    assertThat(run.status()).isEqualTo(Main.UNUSABLE);
    assertThat(run.err()).endsWith("fsmrun: " + refused + ": no rules accepted\n");
  }
}
