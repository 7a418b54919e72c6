package io.fsmrun.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The PTX that ships belongs to the CUDA sources. */
final class KernelsTest {

  private static final Path SOURCES = Path.of("src/main/cuda");
  private static final Path SHIPPED = Path.of("src/main/resources/io/fsmrun/gpu");

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(SOURCES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".cu"))
          .map(name -> name.substring(0, name.length() - 3))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void theFirstLineNamesTheSourceAndTheRest(String name) throws Exception {
    String ptx = Files.readString(SHIPPED.resolve(name + ".ptx"), StandardCharsets.US_ASCII);
    int end = ptx.indexOf('\n') + 1;
    assertThat(ptx.substring(0, end).strip())
        .isEqualTo(
            "// %s.cu SHA-256 %s, the rest %s",
            name,
            hash(Files.readAllBytes(SOURCES.resolve(name + ".cu"))),
            hash(ptx.substring(end).getBytes(StandardCharsets.US_ASCII)));
  }

  @ParameterizedTest
  @MethodSource("names")
  void kernelsRunOnComputeCapability75AndDriversOfCuda11(String name) throws IOException {
    assertThat(Files.readString(SHIPPED.resolve(name + ".ptx")))
        .contains("\n.version 7.0\n")
        .contains("\n.target sm_75\n");
  }

  @ParameterizedTest
  @MethodSource("names")
  @Tag("slow")
  void buildingAnewGivesTheSame(String name, @TempDir Path folder) throws Exception {
    assumeTrue(hasCompiler(), "skipped: nvcc 13.0 is not installed");
    ProcessBuilder build =
        new ProcessBuilder("./build-kernels.sh", SOURCES.resolve(name + ".cu").toString());
    build.environment().put("KERNELS_OUT", folder.toString());
    Process process = build.inheritIO().start();
    assertThat(process.waitFor()).isZero();
    assertThat(folder.resolve(name + ".ptx"))
        .hasSameTextualContentAs(SHIPPED.resolve(name + ".ptx"));
  }

  private static boolean hasCompiler() throws InterruptedException {
    try {
      Process process = new ProcessBuilder("nvcc", "--version").start();
      String version =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return process.waitFor() == 0 && version.contains("release 13.0");
    } catch (IOException e) {
      return false;
    }
  }

  private static String hash(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
