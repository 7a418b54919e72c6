package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process: what only a real one shows. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals and device files")
class ProcessTest {

  private static final int TERMINATED = 128 + 15;

  @TempDir Path directory;
  private Path rules;

  @BeforeEach
  void makeRules() throws IOException {
    rules = Files.writeString(directory.resolve("rules"), "abc\n");
  }

  private Process start(List<String> javaOptions, Object... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(javaOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command)
        .redirectError(directory.resolve("err").toFile())
        .redirectOutput(directory.resolve("out").toFile())
        .start();
  }

  private int end(Process process) throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String read(String name) throws IOException {
    return Files.readString(directory.resolve(name), StandardCharsets.UTF_8);
  }

  @Test
  void deviceFilesAreInputs() throws Exception {
    Process process =
        start(List.of(), "--rules", rules, "--input", "/dev/stdin", "--reports", "tsv");
    try (OutputStream in = process.getOutputStream()) {
      in.write("abcabc".getBytes(StandardCharsets.US_ASCII));
    }
    assertThat(end(process)).isEqualTo(Main.DONE);
    assertThat(read("out")).isEqualTo("1\t3\n1\t6\n");
  }

  @Test
  void terminationLeavesNothingHalfDone() throws Exception {
    Path summary = directory.resolve("summary.json");
    Process process =
        start(
            List.of("-Xmx1g"),
            "--rules=" + Files.writeString(rules, "/abc/R\n"),
            "--input=/dev/zero",
            "--backend=cpu",
            "--segments=1",
            "--threads=1",
            "--summary-json=" + summary);
    while (process.isAlive() && !read("err").contains("noted")) {
      Thread.sleep(20); // It scans once it has spoken of the flags.
    }
    assertThat(process.waitFor(200, TimeUnit.MILLISECONDS)).isFalse();
    process.destroy();
    assertThat(end(process)).isEqualTo(TERMINATED);
    assertThat(read("err").lines().toList())
        .containsExactly(rules + ": flags noted without effect: R", "fsmrun: interrupted");
    assertThat(summary).doesNotExist();
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("rules", "out", "err");
    }
  }

  @Test
  void terminationOfANetworkLeavesNothingHalfDone() throws Exception {
    Path summary = directory.resolve("summary.json");
    Path fifo = directory.resolve("in");
    assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    Process process =
        start(
            List.of("-Xmx200m"),
            "--network=" + Networks.WORDS,
            "--input=" + fifo,
            "--threads=1",
            "--summary-json=" + summary);
    // Opening waits for the command to open its end, so it has begun to run.
    try (OutputStream in = Files.newOutputStream(fifo)) {
      byte[] words = "cat ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i < 200; i++) {
        in.write(words);
      }
      process.destroy();
      assertThat(end(process)).isEqualTo(TERMINATED);
    }
    assertThat(read("err")).isEqualTo("fsmrun: interrupted\n");
    assertThat(summary).doesNotExist();
  }

  @Test
  void progressIsShownOnlyWhereStandardErrorIsATerminal() throws Exception {
    for (boolean terminal : new boolean[] {false, true}) {
      Process process =
          start(
              List.of("-Dfsmrun.terminal=" + terminal),
              "--rules=" + rules,
              "--input=" + rules,
              "--reports=tsv");
      assertThat(end(process)).isEqualTo(Main.DONE);
      assertThat(read("out")).isEqualTo("1\t3\n");
      assertThat(read("err").contains("Compiling")).isEqualTo(terminal);
    }
  }

  /** Java is started without its vector module, as {@code ./fsmrun scan --no-vector} does. */
  @Test
  void rulesAreScannedWithoutTheVectorModule() throws Exception {
    Path input = Files.writeString(directory.resolve("input"), "a needle, some thread\n");
    Process process =
        start(List.of(), "scan", "--no-vector", "-q", "-e", "needle", "-e", "thread", input);
    assertThat(end(process)).as(read("err")).isEqualTo(Main.DONE);
  }

  @Test
  void tooSmallAHeapIsSaidInOneLine() throws Exception {
    Process process = start(List.of("-Xmx20m"), "--rules=" + rules, "--input=/dev/zero");
    assertThat(end(process)).isEqualTo(Main.UNUSABLE);
    assertThat(read("err")).startsWith("fsmrun: out of memory").contains("-Xmx").hasLineCount(1);
  }
}
