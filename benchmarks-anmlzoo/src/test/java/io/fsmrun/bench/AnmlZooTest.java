package io.fsmrun.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fsmrun.bench.AnmlZoo.Benchmark;
import io.fsmrun.bench.AnmlZoo.Size;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finding benchmarks, in a made-up checkout. */
final class AnmlZooTest {

  private static final String ALL = "Brill, ClamAV, Dotstar, PowerEN, Protomata, Snort";

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "brill, Brill, brill.1chip.regex, brill_1MB.input",
    "CLAMAV, ClamAV, 515_nocounter.1chip.anml, vasim_1MB.input",
    "Dotstar, Dotstar, backdoor_dotstar.1chip.regex, backdoor_1MB.input",
    "powerEN, PowerEN, complx_01000_00123.1chip.regex, poweren_1MB.input",
    "protomata, Protomata, 2340sigs.1chip.regex, uniprot_fasta_1MB.input",
    "snort, Snort, snort.1chip.regex, snort_1MB.input",
  })
  void findsFilesByName(String name, String folder, String rules, String input) throws IOException {
    Path rulesFile = touch(folder, "regex", rules);
    Path inputFile = touch(folder, "inputs", input);
    AnmlZoo zoo = AnmlZoo.at(home);
    assertThat(zoo.home()).isEqualTo(home);
    assertThat(zoo.benchmarks()).containsExactly(Benchmark.of(folder));
    assertThat(Benchmark.of(name).directory()).isEqualTo(folder);
    assertThat(zoo.rules(name)).isEqualTo(rulesFile);
    assertThat(zoo.input(name, Size.ONE_MB)).isEqualTo(inputFile);
  }

  @Test
  void findsTheLargerInput() throws IOException {
    Path input = touch("Snort", "inputs", "snort_10MB.input");
    assertThat(AnmlZoo.at(home).input(Benchmark.SNORT, Size.TEN_MB)).isEqualTo(input);
  }

  @Test
  void namesTheBenchmarksIfThereIsNoSuchOne() throws IOException {
    touch("Snort", "regex", "snort.1chip.regex");
    AnmlZoo zoo = AnmlZoo.at(home);
    assertRefused(
        () -> zoo.rules("Fermi"), "no ANMLZoo benchmark named \"Fermi\"; there are " + ALL);
  }

  @Test
  void saysWhichFileIsMissing() throws IOException {
    touch("Snort", "regex", "snort.1chip.regex");
    touch("Brill", "inputs", "other");
    AnmlZoo zoo = AnmlZoo.at(home);
    Path input = home.resolve("Brill").resolve("inputs").resolve("brill_10MB.input");
    assertRefused(
        () -> zoo.input("brill", Size.TEN_MB),
        "ANMLZoo benchmark Brill has no 10MB input: "
            + input
            + " is missing; "
            + home
            + " has Brill, Snort");
    Path rules = home.resolve("ClamAV").resolve("regex").resolve("515_nocounter.1chip.anml");
    assertRefused(
        () -> zoo.rules(Benchmark.CLAMAV),
        "ANMLZoo benchmark ClamAV has no rules: "
            + rules
            + " is missing; "
            + home
            + " has Brill, Snort");
  }

  @Test
  void refusesWhatIsNoCheckout() {
    Path missing = home.resolve("nowhere");
    assertRefused(
        () -> AnmlZoo.at(missing),
        "no ANMLZoo checkout: " + missing + " (as told) is not a directory");
    assertRefused(
        () -> AnmlZoo.at(home),
        "no ANMLZoo checkout: " + home + " (as told) has none of the folders " + ALL);
  }

  @Test
  void looksWhereTheVariablePointsThenBesideTheWorkingDirectory() throws IOException {
    Path beside = home.resolve("shared").resolve("anmlzoo");
    Files.createDirectories(beside.resolve("Snort"));
    Path elsewhere = Files.createDirectories(home.resolve("elsewhere"));
    Path work = Files.createDirectories(home.resolve("work"));
    assertThat(AnmlZoo.find(Map.of(), work).home()).isEqualTo(work.resolve(AnmlZoo.DEFAULT_HOME));
    assertThat(AnmlZoo.find(Map.of(AnmlZoo.HOME_VARIABLE, ""), work).benchmarks())
        .containsExactly(Benchmark.SNORT);
    Map<String, String> environment = Map.of(AnmlZoo.HOME_VARIABLE, elsewhere.toString());
    assertRefused(
        () -> AnmlZoo.find(environment, work),
        "no ANMLZoo checkout: "
            + elsewhere
            + " (named by ANMLZOO_HOME) has none of the folders "
            + ALL);
    Files.createDirectories(elsewhere.resolve("Brill"));
    assertThat(AnmlZoo.find(environment, work).home()).isEqualTo(elsewhere);
    Path alone = elsewhere.resolve("Brill");
    assertRefused(
        () -> AnmlZoo.find(Map.of(), alone),
        "no ANMLZoo checkout: "
            + alone.resolve(AnmlZoo.DEFAULT_HOME)
            + " (ANMLZOO_HOME is not set) is not a directory");
    assertThat(AnmlZoo.atOrFind(elsewhere).home()).isEqualTo(elsewhere);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatExceptionOfType(AnmlZooException.class).isThrownBy(call).withMessage(message);
  }

  private Path touch(String benchmark, String folder, String file) throws IOException {
    Path directory = Files.createDirectories(home.resolve(benchmark).resolve(folder));
    return Files.createFile(directory.resolve(file));
  }
}
