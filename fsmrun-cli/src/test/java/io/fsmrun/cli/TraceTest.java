package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** The command that generates inputs. */
class TraceTest {

  @TempDir Path directory;
  private Path rules;
  private Path input;

  @BeforeEach
  void makeRules() throws IOException {
    rules = Files.writeString(directory.resolve("my.rules"), "abcdef\nghij.*kl\n");
    input = directory.resolve("my.input");
  }

  private Cli trace(Object... more) {
    Object[] all = new Object[more.length + 5];
    all[0] = "trace";
    all[1] = "--rules";
    all[2] = rules;
    all[3] = "-o";
    all[4] = input;
    System.arraycopy(more, 0, all, 5, more.length);
    return Cli.run(all);
  }

  @Test
  void helpHasExamples() {
    assertThat(Cli.run("trace", "--help").done().out())
        .startsWith("Usage: fsmrun trace")
        .contains("--pm", "--length", "--seed", "--guidance", "10MiB", "Examples:");
  }

  @Test
  void writesWhatRulesMatch() throws IOException {
    Cli run = trace("--length=10KB", "--pm=1").done();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo("10,000 bytes written, for 2 rules: seed 1, p_m 1.0, guided by depth\n");
    assertThat(Files.readString(input)).hasSize(10_000).contains("abcdef", "ghij");
    String reports =
        Cli.run("--rules", rules, "--input", input, "--reports=tsv", "-q").done().out();
    assertThat(reports.lines().filter(line -> line.startsWith("1\t")).count()).isGreaterThan(300);
    assertThat(reports.lines().filter(line -> line.startsWith("2\t")).count()).isGreaterThan(300);
  }

  @Test
  void seedsAndGuidance() throws IOException {
    trace("--length=2000", "-q").done();
    byte[] first = Files.readAllBytes(input);
    trace("--length=1000", "-q").done();
    assertThat(first).startsWith(Files.readAllBytes(input)).hasSize(2000);
    trace("--length=2000", "--seed=2", "-q").done();
    assertThat(Files.readAllBytes(input)).isNotEqualTo(first);
    trace("--length=2000", "--guidance=ACTIVITY", "-q").done();
    assertThat(Files.readAllBytes(input)).isNotEqualTo(first);
    trace("--length=2000", "--seed=1", "--guidance=depth", "--pm=0.75", "-q").done();
    assertThat(Files.readAllBytes(input)).isEqualTo(first);
    trace("--length=2000", "--dfa-states=0", "-q").done();
    assertThat(input).hasSize(2000);
  }

  @Test
  void standardOutputTakesBytesOnly() throws IOException {
    trace("--length=5KB", "--pm=1", "-q").done();
    Cli run = Cli.run("trace", "--rules", rules, "--length=5KB", "--pm=1", "-o", "-").done();
    assertThat(run.out()).isEqualTo(Files.readString(input));
    assertThat(run.err()).contains("5,000 bytes");
  }

  @Test
  void aReaderThatHasGoneIsNoDefect() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int symbol) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    int status =
        Main.execute(
            new PrintStream(closed, false, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "trace",
            "--rules=" + rules,
            "--length=1TB",
            "-o-");
    assertThat(status).isEqualTo(Main.UNUSABLE);
    assertThat(err.size()).isZero();
  }

  @Test
  void interruptionLeavesTheOldFile() throws IOException {
    Files.writeString(input, "old");
    Thread.currentThread().interrupt();
    Cli run = trace("--length=1TB");
    assertThat(Thread.interrupted()).isFalse();
    assertThat(run.status()).isEqualTo(Main.UNUSABLE);
    assertThat(run.err()).isEqualTo("fsmrun: interrupted\n");
    assertThat(input).hasContent("old");
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void refusedRules() throws IOException {
    Files.writeString(rules, "abc\n(a)\\1\n");
    assertThat(trace("--length=10").done().err()).contains(rules + ":2:4: refused");
    assertThat(trace("--length=10", "--strict").status()).isEqualTo(Main.REFUSED);
    Files.writeString(rules, "\n");
    trace("--length=10").unusable(rules, "no rules");
  }

  @Test
  void whatCannotBeReadOrWritten() {
    trace("--length=10", "-o", rules).unusable("output");
    Cli.run("trace", "--rules", rules, "-o", rules, "--length=10")
        .unusable(rules, "would overwrite what is read");
    Cli.run("trace", "--rules", rules, "-o", directory, "--length=10")
        .unusable(directory, "is a directory");
    Cli.run("trace", "--rules", directory.resolve("none"), "-o", input, "--length=10")
        .unusable("none", "no such file");
  }

  @Test
  void usage() {
    Cli.run("trace", "-o", input, "--length=10").unusable("--rules");
    Cli.run("trace", "--rules", rules, "--length=10").unusable("--output");
    trace().unusable("--length");
    trace("--length=10", "--pm=1.5").unusable("--pm", "0 to 1", "1.5");
    trace("--length=10", "--pm=NaN").unusable("--pm", "NaN");
    trace("--length=10", "--pm=-0.1").unusable("--pm", "-0.1");
    trace("--length=10", "--pm=often").unusable("--pm", "often");
    trace("--length=10", "--guidance=width").unusable("--guidance", "depth", "activity");
    trace("--length=10", "--dfa-states=-1").unusable("--dfa-states", "-1");
    trace("--lenght=10").unusable("--length");
    assertThat(input).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "1000,1000",
    "7B,7",
    "64KB,64000",
    "64kb,64000",
    "10M,10000000",
    "1GB,1000000000",
    "1.5GB,1500000000",
    "10MiB,10485760",
    "0.5KiB,512",
    "8TiB,8796093022208",
    "9000000TB,9000000000000000000"
  })
  void sizes(String text, long bytes) {
    assertThat(new ByteSize().convert(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-1",
        "+1",
        "MB",
        "1.5",
        "0.3B",
        "10 MB",
        "10iB",
        "10MBB",
        "1e6",
        "1,000",
        "10PB",
        "10000000TB",
        "99999999999999999999",
        "0x10",
        "NaN",
        "1..5MB",
        ".5MB",
        "٣"
      })
  void otherSizesAreRefused(String text) {
    assertThatExceptionOfType(TypeConversionException.class)
        .isThrownBy(() -> new ByteSize().convert(text))
        .withMessageContainingAll("'" + text + "'", "10MiB");
  }
}
