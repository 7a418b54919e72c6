package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.Devices;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
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

  /** More than two pieces of 16 KiB. */
  private static final int LONG_BYTES = 36_000;

  /** A rule that needs more streams at once than the kernel has, but has a small DFA. */
  private static final String WIDE = wide();

  /** A rule that has more states than a program may have, and no DFA. */
  private static final String LONG = "/tart.{16400}[ab]/s";

  @TempDir Path directory;
  private Path rules;
  private Path small;
  private Path large;
  private Path empty;

  private static String wide() {
    StringBuilder rule = new StringBuilder("/");
    for (char c = 'A'; c <= 'Z'; c++) {
      rule.append('[').append(c).append(Character.toLowerCase((char) (c ^ 1))).append("]?");
    }
    return rule.append("[d-y]{2}/").toString();
  }

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

  private Cli scanStandardInput(String options, byte[] input) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return scan(options, "-");
    } finally {
      System.setIn(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-n", "--json", "-c", "-l", "-q", "-m=3", "--first"})
  void standardInput(String format) throws IOException {
    device("reference");
    for (Path file : new Path[] {small, empty, large}) {
      byte[] input = Files.readAllBytes(file);
      Cli cpu = scanStandardInput(format, input);
      // Pieces much smaller than the input: matches go over their borders.
      Cli gpu = scanStandardInput((format + " --backend=gpu --gpu-piece=16KiB").trim(), input);
      assertThat(gpu.err()).isEmpty();
      assertThat(gpu.out()).isEqualTo(cpu.out());
      assertThat(gpu.status()).isEqualTo(cpu.status());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 9, 14, 20})
  void standardInputOfADeviceThatIsLost(int launches) throws IOException {
    byte[] input = Files.readAllBytes(large);
    for (String format : new String[] {"-n", "-c", "-m=200"}) {
      System.clearProperty(Devices.PROPERTY);
      Cli cpu = scanStandardInput(format, input);
      device("reference:" + launches);
      Cli gpu = scanStandardInput(format + " --backend=gpu --gpu-piece=16KiB", input);
      assertThat(gpu.out()).isEqualTo(cpu.out());
      assertThat(gpu.status()).isEqualTo(FOUND);
      assertThat(gpu.err()).contains("searching with cpu");
    }
  }

  /** Rules that the device does not take go to the CPU, beside the others. */
  @ParameterizedTest
  @ValueSource(strings = {"-n", "-c", "-m=3"})
  void rulesOnAllEngines(String format) throws IOException {
    device("reference");
    for (String engine : new String[] {"auto", "streams", "tables"}) {
      // It takes long to compile, and is for the CPU with any engine.
      String huge = engine.equals("auto") && format.equals("-n") ? LONG + "\n" : "";
      Files.writeString(rules, "abc\n" + WIDE + "\n/x.*y/s\nend$\n" + huge);
      Cli cpu = scan(format, small, large, empty);
      String options = format + " --backend=gpu --strict --gpu-piece=16KiB --gpu-engine=" + engine;
      Cli gpu = scan(options.trim(), small, large, empty);
      assertThat(gpu.err()).isEmpty();
      assertThat(gpu.out()).isEqualTo(cpu.out());
      assertThat(gpu.status()).isEqualTo(FOUND);
    }
  }

  @Test
  void thePlanIsSaid() throws IOException {
    device("reference");
    Files.writeString(rules, "abc\n" + WIDE + "\n/x.*y/s\nend$\n" + LONG + "\n");
    assertThat(scan("--backend=gpu -v", small).err())
        .contains("gpu-streams 3 rules, gpu-tables 1 rules, cpu 1 rules");
    Files.writeString(rules, "abc\n" + WIDE + "\n/x.*y/s\nend$\n");
    assertThat(scan("--backend=gpu -v --gpu-engine=streams", small).err())
        .contains("gpu-streams 3 rules, cpu 1 rules");
    assertThat(scan("--backend=gpu -v --gpu-engine=tables", small).err())
        .contains("gpu-tables 4 rules");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reference", "none"})
  void thePlanCanBeInspected(String instead) throws IOException {
    device(instead);
    Files.writeString(rules, "abc\n" + WIDE + "\n" + LONG + "\n");
    Path json = directory.resolve("plan");
    String[] words = {"inspect", "--plan", "--backend=gpu", rules.toString()};
    Cli run = Cli.run(words[0], words[1], words[2], words[3], "--input=" + large, "--json=" + json);
    run.done();
    assertThat(run.out()).contains("1\tgpu-streams\t", "2\tgpu-tables\t", "3\tcpu\t", "pieces  ");
    assertThat(run.out()).contains("streams at once", "states, at most");
    JsonNode plan = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(plan.get("pieceBytes").asLong()).isGreaterThanOrEqualTo(LONG_BYTES);
    assertThat(plan.get("plan").get(2).get("engine").asString()).isEqualTo("cpu");
    Files.writeString(rules, "abc\n" + WIDE + "\n");
    assertThat(Cli.run(words[0], words[1], words[2], words[3], "--gpu-engine=streams").out())
        .contains("2\tcpu\t");
    Cli.run("inspect", words[2], words[3]).unusable("--backend", "--plan");
  }

  @Test
  void rulesOfWhichTheDeviceTakesNone() throws IOException {
    device("reference");
    Files.writeString(rules, WIDE + "\n");
    Cli run = scan("--backend=gpu --gpu-engine=streams", small);
    assertThat(run.out()).isEqualTo(scan("", small).out());
    assertThat(run.err())
        .contains("fsmrun: gpu: rule 1: ", "streams at once", "searching with cpu");
    assertThat(scan("--backend=gpu --gpu-engine=streams --strict", small).status())
        .isEqualTo(Main.UNUSABLE);
  }

  @Test
  void aDatabaseHoldsTheTextOfItsRules() {
    device("reference");
    Path database = directory.resolve("db");
    Cli.run("compile", rules, "-o", database).done();
    Cli cpu = Cli.run("scan", "--database", database, "-n", small, large);
    Cli gpu = Cli.run("scan", "--database", database, "-n", "--backend=gpu", small, large);
    assertThat(gpu.err()).isEmpty();
    assertThat(gpu.out()).isEqualTo(cpu.out()).isEqualTo(scan("-n", small, large).out());
  }

  @Test
  void everyEngineFindsTheSame() {
    device("reference");
    String expected = scan("-n", large).out();
    for (String engine : new String[] {"auto", "streams", "tables"}) {
      for (String piece : new String[] {"4KiB", "16KiB", "1MiB"}) {
        Cli run = scan("-n --backend=gpu --gpu-engine=" + engine + " --gpu-piece=" + piece, large);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).as("%s, pieces of %s", engine, piece).isEqualTo(expected);
      }
    }
  }

  @Test
  void autoKeepsSmallFilesOnTheCpuAndSaysWhy() throws IOException {
    device("none");
    Cli run = scan("--backend=auto -v", small, large);
    assertThat(run.out()).isEqualTo(scan("", small, large).out());
    assertThat(run.err()).contains("fsmrun: auto: cpu");
    assertThat(scan("--backend=auto", small).err()).isEmpty();
    assertThat(scan("--backend=auto --strict", empty).status()).isEqualTo(NOT_FOUND);
    assertThat(scan("--backend=auto -v -r", directory).err()).contains("auto: cpu");
    Cli input = scanStandardInput("--backend=auto -v -n", Files.readAllBytes(large));
    assertThat(input.err()).contains("auto: cpu");
    assertThat(input.out()).isEqualTo(scanStandardInput("-n", Files.readAllBytes(large)).out());
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
