package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.gpu.Devices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories of small files on the reference executor: what one thread of the CPU says. */
@Timeout(300)
class GpuManyFilesTest {

  private static final int FILES = 60;
  private static final int LONGEST = 300;

  /** Enough for all batches, and far fewer than one for each file that is not empty. */
  private static final int LAUNCHES = 37;

  private static final String WORDS = "start abc x y qqr end\n\0 aBcC .y ";

  @TempDir Path directory;
  private Path rules;
  private Path tree;

  @BeforeEach
  void makeFiles() throws IOException {
    rules =
        Files.writeString(
            directory.resolve("r"), "abc\n/x.*y/s\n/\\bqqr\\b/\nend$\n/^start/m\n/^/m\n/c\\b/\n");
    tree = Files.createDirectory(directory.resolve("tree"));
    Random random = new Random(7);
    for (int i = 0; i < FILES; i++) {
      Path below = Files.createDirectories(tree.resolve("d" + i % 7));
      StringBuilder text = new StringBuilder();
      int length = i % 10 == 0 ? 0 : random.nextInt(LONGEST);
      while (text.length() < length) {
        int from = random.nextInt(WORDS.length());
        text.append(WORDS, from, from + random.nextInt(WORDS.length() - from));
      }
      Files.writeString(below.resolve("f" + i), text);
    }
    Files.createSymbolicLink(tree.resolve("d3/link"), tree.resolve("d2/f2"));
  }

  @AfterEach
  void realDevices() {
    System.clearProperty(Devices.PROPERTY);
  }

  private static void device(String instead) {
    System.setProperty(Devices.PROPERTY, instead);
  }

  private Cli scan(String options, Object... files) {
    List<Object> all = new ArrayList<>(List.of("scan", "-f", rules));
    if (!options.isEmpty()) {
      all.addAll(List.of(options.split(" ", -1)));
    }
    all.addAll(List.of(files));
    return Cli.run(all.toArray());
  }

  private void sameOnBoth(String options, Object... files) {
    Cli cpu = scan((options + " --threads=1").trim(), files);
    Cli gpu = scan((options + " --backend=gpu").trim(), files);
    assertThat(gpu.err()).isEqualTo(cpu.err());
    assertThat(gpu.out()).isEqualTo(cpu.out());
    assertThat(gpu.status()).isEqualTo(cpu.status());
  }

  /** A launch or two a file would be many more: the device does not live so long. */
  @ParameterizedTest
  @ValueSource(strings = {"", "-n", "--json", "-c", "-l", "-q", "-m=3", "--first", "-c --json"})
  void everyFormatIsThatOfTheCpuAndLaunchesAreFew(String format) {
    device("reference:" + LAUNCHES);
    sameOnBoth((format + " -r").trim(), tree);
  }

  @Test
  void whatCannotBeSearchedIsSaidInItsPlace() throws IOException {
    device("reference");
    Path missing = directory.resolve("missing");
    Path dangling =
        Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nothing"));
    Path large = Files.writeString(directory.resolve("large"), "abc " + "\0".repeat(1 << 20));
    Path small = tree.resolve("d1/f1");
    for (String format : new String[] {"-c", "-q", "-l", "-c -s"}) {
      sameOnBoth(format, missing, small, tree, dangling, small, large, small, missing);
    }
    assertThat(scan("-c --backend=gpu", small, tree, missing).err().lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("tree: ").contains("-r searches it"),
            second -> assertThat(second).contains("missing"));
    assertThat(scan("-q --backend=gpu", small, missing).err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n", "-c", "-m=2"})
  void aDeviceThatIsLostInABatch(String format) {
    Cli cpu = scan(format + " -r", tree);
    boolean whole = false;
    for (int launches = 1; !whole; launches += format.equals("-n") ? 1 : 6) {
      device("reference:" + launches);
      Cli gpu = scan(format + " -r --backend=gpu", tree);
      assertThat(gpu.out()).as("launch %d", launches).isEqualTo(cpu.out());
      assertThat(gpu.status()).isEqualTo(cpu.status());
      assertThat(gpu.err().lines()).hasSizeLessThan(2);
      whole = gpu.err().isEmpty();
      assertThat(whole || gpu.err().contains("; searching with cpu")).isTrue();
    }
    device("reference:1");
    Cli strict = scan(format + " -r --backend=gpu --strict", tree);
    assertThat(strict.status()).isEqualTo(Main.UNUSABLE);
    assertThat(strict.err()).contains("because of --strict");
  }

  /** Rules of tables and of the CPU go beside, packet by packet; or each file by itself. */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "streams", "tables"})
  void rulesOnAllEngines(String engine) throws IOException {
    device("reference");
    StringBuilder wide = new StringBuilder();
    for (char c = 'A'; c <= 'Z'; c++) {
      wide.append('[').append(c).append(Character.toLowerCase((char) (c ^ 1))).append("]?");
    }
    // It takes long to compile, and is for the CPU with any engine.
    String huge = engine.equals("auto") ? "/tart.{16400}[ab]/s\n" : "";
    Files.writeString(rules, "abc\n/" + wide + "[d-y]{2}/\n/x.*y/s\nend$\n/^/m\n" + huge);
    String options = "-r -n --gpu-engine=" + engine;
    Cli cpu = scan("-r -n", tree);
    Cli gpu = scan(options + " --backend=gpu --strict", tree);
    assertThat(gpu.err()).isEmpty();
    assertThat(gpu.out()).isEqualTo(cpu.out());
  }
}
