package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are missing or not what they should be: one line that says what and where. */
class UnusableFilesTest {

  @TempDir Path directory;
  private Path rules;
  private Path input;

  @BeforeEach
  void makeFiles() throws IOException {
    rules = Files.writeString(directory.resolve("good.rules"), "abc\n");
    input = Files.writeString(directory.resolve("good.bin"), "xxabc");
  }

  @Test
  void rulesThatAreMissing() {
    Path missing = directory.resolve("missing.rules");
    Cli.run("--rules", missing, "--input", input).unusable(missing, "no such file");
  }

  @Test
  void rulesThatAreADirectory() {
    Cli.run("--rules", directory, "--input", input).unusable(directory, "is a directory");
  }

  @Test
  void rulesThatAreEmpty() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty.rules"), "\n\r\n");
    Cli.run("--rules", empty, "--input", input).unusable(empty, "no rules");
  }

  @Test
  void rulesThatAreAllRefused() throws IOException {
    Path refused = Files.writeString(directory.resolve("refused.rules"), "(a)\\1\nb(?=c)\n");
    Cli run = Cli.run("--rules", refused, "--input", input);
    assertThat(run.status()).isEqualTo(Main.UNUSABLE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("2 of 2 rules refused")
        .endsWith("fsmrun: " + refused + ": no rules accepted\n");
  }

  @Test
  void inputThatIsMissing() {
    Path missing = directory.resolve("missing.bin");
    Cli.run("--rules", rules, "--input", missing).unusable(missing, "no such file");
  }

  @Test
  void inputThatIsADirectory() {
    Cli.run("--rules", rules, "--input", directory).unusable(directory, "is a directory");
  }

  @Test
  void inputWithAnImpossibleName() {
    Cli.run("--rules", rules, "--input", "a\0b").unusable("not a file name");
  }

  @Test
  void filesThatMayNotBeRead() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "abc\n");
    assumeFalse(!secret.toFile().setReadable(false) || Files.isReadable(secret), "root reads all");
    Cli.run("--rules", secret, "--input", input).unusable(secret, "permission denied");
    Cli.run("--rules", rules, "--input", secret).unusable(secret, "permission denied");
  }

  @Test
  void summaryInADirectoryThatIsMissing() {
    Path summary = directory.resolve("missing").resolve("summary.json");
    Cli.run("--rules", rules, "--input", input, "--summary-json", summary)
        .unusable(summary, "directory");
  }

  @Test
  void summaryThatIsADirectory() {
    Cli.run("--rules", rules, "--input", input, "--summary-json", directory)
        .unusable(directory, "is a directory");
  }

  @Test
  void benchmarkThatIsUnknown() throws IOException {
    Files.createDirectory(directory.resolve("Snort"));
    Cli.run("--benchmark", "Nmap", "--anmlzoo", directory).unusable("Nmap", "Snort");
  }

  @Test
  void benchmarkWithoutFiles() throws IOException {
    Files.createDirectory(directory.resolve("Snort"));
    Cli.run("--benchmark", "Snort", "--anmlzoo", directory).unusable("Snort", "missing");
  }

  @Test
  void checkoutThatIsMissing() {
    Path missing = directory.resolve("missing");
    Cli.run("--benchmark", "Snort", "--anmlzoo", missing).unusable(missing, "not a directory");
  }
}
