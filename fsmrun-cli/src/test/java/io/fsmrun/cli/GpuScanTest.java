package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.Devices;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code scan} and {@code bench} on the reference executor: what the CPU says, in every case. */
@Timeout(120)
class GpuScanTest {

  private static final int FOUND = 0;
  private static final int NOT_FOUND = 1;

  /** Two chunks of the least size. */
  private static final int LONG_BYTES = 100_000;

  @TempDir Path directory;
  private Path rules;
  private Path small;
  private Path large;
  private Path empty;

  @BeforeEach
  void makeFiles() throws IOException {
    rules =
        Files.writeString(directory.resolve("r"), "abc\n/x.*y/s\n/\\bqqr\\b/\nend$\n/^start/m\n");
    String text = "start abcx\nqqr abcd aBcCd y abbd yy\nqqrr abcabc qqr end\n";
    small = Files.writeString(directory.resolve("small"), text);
    StringBuilder repeated = new StringBuilder(LONG_BYTES + text.length());
    while (repeated.length() < LONG_BYTES) {
      repeated.append("nothing to be seen here, move on ".repeat(40)).append(text);
    }
    large = Files.writeString(directory.resolve("large"), repeated.append("abc end"));
    empty = Files.createFile(directory.resolve("empty"));
  }

  @AfterEach
  void realDevices() {
    System.clearProperty(Devices.PROPERTY);
  }

  private static void device(String instead) {
    System.setProperty(Devices.PROPERTY, instead);
  }

  private Cli scan(String options, Object... files) {
    String[] words = options.isEmpty() ? new String[0] : options.split(" ", -1);
    Object[] all = new Object[3 + words.length + files.length];
    all[0] = "scan";
    all[1] = "-f";
    all[2] = rules;
    System.arraycopy(words, 0, all, 3, words.length);
    System.arraycopy(files, 0, all, 3 + words.length, files.length);
    return Cli.run(all);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-n", "--json", "-c", "-l", "-q", "-m=3", "--first", "--no-filename"})
  void everyFormatIsThatOfTheCpu(String format) {
    device("reference");
    Cli cpu = scan(format, small, empty, large, small);
    Cli gpu = scan((format + " --backend=gpu").trim(), small, empty, large, small);
    assertThat(gpu.err()).isEmpty();
    assertThat(gpu.out()).isEqualTo(cpu.out());
    assertThat(gpu.status()).isEqualTo(cpu.status()).isEqualTo(FOUND);
  }

  @Test
  void directoriesAndFilesThatAreNotThere() {
    device("reference");
    Path missing = directory.resolve("missing");
    Cli cpu = scan("-r", directory, missing);
    Cli gpu = scan("-r --backend=gpu", directory, missing);
    assertThat(gpu.out()).isEqualTo(cpu.out());
    assertThat(gpu.err()).contains(cpu.err().trim());
    assertThat(gpu.status()).isEqualTo(cpu.status()).isEqualTo(Main.UNUSABLE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 8, 10, 14})
  void aDeviceThatIsLostHalfWay(int launches) {
    for (String format : new String[] {"-n", "-c"}) {
      System.clearProperty(Devices.PROPERTY);
      Cli cpu = scan(format, large, small);
      device("reference:" + launches);
      Cli gpu = scan(format + " --backend=gpu", large, small);
      assertThat(gpu.out()).isEqualTo(cpu.out());
      assertThat(gpu.status()).isEqualTo(FOUND);
      if (launches < 3) {
        assertThat(gpu.err()).contains("fsmrun: gpu: ", "searching with cpu");
      }
      assertThat(gpu.err().lines()).hasSizeLessThan(2);
    }
  }

  @Test
  void noDeviceIsSaidAndTheSearchGoesOn() {
    device("none");
    Cli run = scan("--backend=gpu", small);
    assertThat(run.out()).isEqualTo(scan("", small).out());
    assertThat(run.err()).contains("fsmrun: gpu: no GPU", "; searching with cpu");
    assertThat(run.status()).isEqualTo(FOUND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "reference:1"})
  void strictSearchesStop(String instead) {
    device(instead);
    Cli run = scan("--backend=gpu --strict", small);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("fsmrun: gpu: ").contains("because of --strict");
    assertThat(run.status()).isEqualTo(Main.UNUSABLE);
  }

  @Test
  void standardInputCannotBeReadAgain() {
    device("reference");
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream("x abc".getBytes(StandardCharsets.US_ASCII)));
    try {
      Cli run = scan("--backend=gpu", "-");
      assertThat(run.out()).isEqualTo("(standard input):5:1\n");
      assertThat(run.err()).contains("(standard input)", "searching with cpu");
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void aRuleThatTheDeviceDoesNotTake() throws IOException {
    device("reference");
    Files.writeString(rules, "abc\n/a.{60000}b/s\n");
    Cli run = scan("--backend=gpu", small);
    assertThat(run.out()).isEqualTo(scan("", small).out());
    if (!run.err().isEmpty()) {
      assertThat(run.err()).contains("fsmrun: gpu: rule 2", "searching with cpu");
    }
  }

  @Test
  void autoKeepsSmallFilesOnTheCpuAndSaysWhy() {
    device("none");
    Cli run = scan("--backend=auto -v", small, large);
    assertThat(run.out()).isEqualTo(scan("", small, large).out());
    assertThat(run.err()).contains("fsmrun: auto: cpu for ", "GB/s");
    assertThat(scan("--backend=auto", small).err()).isEmpty();
    assertThat(scan("--backend=auto --strict", empty).status()).isEqualTo(NOT_FOUND);
    assertThat(scan("--backend=auto -v -r", directory).err()).contains("auto: cpu: ");
  }

  @Test
  void otherBackendsAreNotForSearches() {
    scan("--backend=ap", small).unusable("--backend ap");
    scan("--gpu=1", small).unusable("--gpu");
  }

  @Test
  void benchMeasuresBoth() throws IOException {
    device("reference");
    Path json = directory.resolve("json");
    Cli run =
        Cli.run(
            "bench",
            "--rules=" + rules,
            "--input=" + small,
            "--warm-up=0",
            "--repeat=2",
            "--backend=gpu",
            "--json=" + json);
    run.done();
    assertThat(run.out())
        .contains("fsmrun on gpu", "SIMT reference executor", "kernels ", "end to");
    JsonNode gpu = JsonMapper.shared().readTree(Files.readString(json)).get("gpu");
    assertThat(gpu.get("device").asString()).isEqualTo("SIMT reference executor");
    assertThat(gpu.get("chunks").asInt()).isEqualTo(1);
    assertThat(gpu.get("programBytes").asLong()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "reference:1", "reference:9"})
  void benchStopsWithoutAGpu(String instead) {
    device(instead);
    Cli run =
        Cli.run(
            "bench",
            "--rules=" + rules,
            "--input=" + small,
            "--warm-up=0",
            "--repeat=2",
            "--backend=gpu");
    assertThat(run.status()).isEqualTo(Main.UNUSABLE);
    assertThat(run.err()).contains("fsmrun: --backend gpu: ").doesNotContain("defect");
  }

  @Test
  void benchTakesOneGpuAndNoGuess() {
    String[] common = {"bench", "--rules=" + rules, "--input=" + small};
    Cli.run(common[0], common[1], common[2], "--backend=auto").unusable("--backend auto");
    Cli.run(common[0], common[1], common[2], "--backend=gpu", "--threads=2").unusable("--threads");
  }
}
