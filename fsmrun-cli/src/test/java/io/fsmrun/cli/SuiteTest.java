package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.suite.SuiteRuleset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that writes the rulesets of the Regex suite, and runs of these. */
class SuiteTest {

  @TempDir Path directory;

  @Test
  void helpHasExamples() {
    // As picocli shows a text that it can format, and not as it shows one that it cannot.
    assertThat(Cli.run("suite", "--help").done().out())
        .contains("20% of its numbers")
        .doesNotContain("%%", "%n")
        .startsWith("Usage: fsmrun suite")
        .contains("--seed", "--trace", "--list", "Examples:");
  }

  @Test
  void listsWhatThereIs() {
    Cli list = Cli.run("suite", "--list").done();
    assertThat(list.outLines()).hasSize(8);
    for (SuiteRuleset ruleset : SuiteRuleset.values()) {
      assertThat(list.out()).contains(ruleset.label(), ruleset.description());
    }
    assertThat(Cli.run("suite", "tcp", "--list").done().outLines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("TCP           733    38,107");
  }

  @Test
  void writesRulesThatRun() throws IOException {
    Path suite = directory.resolve("suite");
    Cli run = Cli.run("suite", "ranges05", "-o", suite, "--trace", "20KB").done();
    assertThat(run.outLines().getFirst()).contains("name", "states", "thesis");
    assertThat(run.outLines().getLast())
        .matches("Ranges05 +300 +1\\d,\\d{3} +13,391 +[+-]\\d+\\.\\d%");
    Path rules = suite.resolve("Ranges05.rules");
    assertThat(Files.readAllLines(rules)).isEqualTo(SuiteRuleset.RANGES05.rules(1));
    assertThat(suite.resolve("Ranges05.input")).hasSize(20_000);
    try (var files = Files.list(suite)) {
      assertThat(files).hasSize(2);
    }
    Cli.run("--rules", rules, "--input", suite.resolve("Ranges05.input"), "--backend=cpu", "-q")
        .done();
  }

  @Test
  void writesAllOfASeed() throws IOException {
    Cli run = Cli.run("suite", "-o", directory, "--seed", 7).done();
    assertThat(run.outLines()).hasSize(8);
    for (SuiteRuleset ruleset : SuiteRuleset.values()) {
      assertThat(Files.readAllLines(directory.resolve(ruleset.label() + ".rules")))
          .isEqualTo(ruleset.rules(7));
    }
    assertThat(Cli.run("suite", "TCP", "-q", "-o", directory).done().out()).isEmpty();
  }

  @Test
  void whatCannotBeWritten() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    Cli.run("suite", "TCP", "-o", file).unusable(file, "is a file");
    Path deep = directory.resolve("a").resolve("b");
    Cli.run("suite", "TCP", "-o", deep).unusable(deep, "does not exist");
    Files.createDirectory(directory.resolve("TCP.input"));
    Cli.run("suite", "all", "-o", directory, "--trace=9").unusable("TCP.input", "is a directory");
    assertThat(directory.resolve("ExactMatch.rules")).doesNotExist();
  }

  @Test
  void usage() {
    Cli.run("suite", "TCP").unusable("-o DIR", "--list");
    Cli.run("suite", "Snort", "-o", directory).unusable("'Snort'", "ExactMatch", "TCP");
    Cli.run("suite", "--list", "-o", directory).unusable("--output", "--list");
    Cli.run("suite", "--list", "--trace=1").unusable("--trace", "--list");
    Cli.run("suite", "--list", "--seed=1").unusable("--seed", "--list");
    Cli.run("suite", "TCP", "-o", directory, "--seed=x").unusable("--seed", "x");
    Cli.run("suite", "TCP", "-o", directory, "--sed=1").unusable("did you mean --seed?");
    Cli.run("suite", "TCP", "-o", directory, "--trace=-1").unusable("--trace", "'-1'", "10MiB");
  }

  @ParameterizedTest
  @CsvSource({"TCP,733", "ranges1,299"})
  void rulesetsOfTheSuiteAreBenchmarks(String name, int rules) throws IOException {
    Path input = Files.writeString(directory.resolve("input"), "abc".repeat(20_000));
    Cli run = Cli.run("--benchmark", name, "--input", input, "--mode=cse").done();
    // 16 segments are those of the thesis; the states of TCP would need more than a half-core.
    assertThat(run.err()).contains("16 segments").contains(rules + " (0 refused");
    Cli.run("--benchmark", name, "--anmlzoo", directory).unusable("--anmlzoo");
    Cli.run("--benchmark", name, "--rules", input).unusable("--rules", "--benchmark");
  }

  @Test
  void withoutInputABenchmarkHasItsTrace() {
    Cli run = Cli.run("--benchmark=ExactMatch", "--backend=cpu", "--segments=1").done();
    assertThat(run.err()).contains("1,000,000 bytes");
  }

  @Test
  void unknownBenchmarksListBothKinds() throws IOException {
    Files.createDirectory(directory.resolve("Snort"));
    List<String> names = Arrays.asList("Nmap", "Snort", "Dotstar09");
    Cli.run("--benchmark", "Nmap", "--anmlzoo", directory).unusable(names.toArray());
  }
}
