package io.fsmrun.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** How the script of a checkout starts Java: with a Java that only says what it was given. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "a shell script")
class LauncherTest {

  private static final Path SCRIPT = Path.of("..", "fsmrun");
  private static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";
  private static final String VECTORS = "jdk.incubator.vector";
  private static final List<String> ARCHIVES =
      List.of("fsmrun.jsa", "fsmrun-vectors.jsa", "fsmrun-short.aot");

  @TempDir Path directory;
  private Path root;
  private Path jdk;

  @BeforeEach
  void makeCheckout() throws IOException {
    root = Files.createDirectory(directory.resolve("check out"));
    Files.copy(SCRIPT, root.resolve("fsmrun"));
    Files.createDirectories(root.resolve("fsmrun-cli/target"));
    Files.createFile(root.resolve("fsmrun-cli/target/fsmrun.jar"));
    jdk = directory.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    executable("bin/java", "#!/bin/sh\nfor a; do printf '%s\\n' \"$a\"; done\n");
    executable("bin/javac", "#!/bin/sh\necho javac 25.0.1\n");
    Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"25.0.1\"\n");
    Files.writeString(directory.resolve("small"), "abc\n");
    Files.writeString(directory.resolve("of two words"), "abc\n");
    makeFile("large", 68_000_000);
    makeFile("half", 34_000_000);
    makeFile("other half", 34_000_000);
    Files.createDirectory(directory.resolve("folder"));
  }

  /** A file of zeros that takes no room. */
  private void makeFile(String name, long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(directory.resolve(name).toFile(), "rw")) {
      file.setLength(length);
    }
  }

  private void executable(String name, String text) throws IOException {
    Path file = Files.writeString(jdk.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** What Java is given: options and arguments. */
  private List<String> start(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("sh", root.resolve("fsmrun").toString()));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(directory.resolve("err").toFile());
    builder.environment().put("JAVA_HOME", jdk.toString());
    builder.environment().put("FSMRUN_JAVA_OPTIONS", "-Dgiven=yes");
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(directory.resolve("err"), UTF_8)).isZero();
    return Files.readAllLines(out, UTF_8);
  }

  private void assertShort(boolean vectors, String... arguments) throws Exception {
    List<String> given = start(arguments);
    assertThat(given).as(String.join(" ", arguments)).contains(FIRST_COMPILER_ONLY, "-Dgiven=yes");
    assertThat(given.contains(VECTORS)).as(String.join(" ", arguments)).isEqualTo(vectors);
    assertThat(given).endsWith(arguments);
  }

  private void assertUsual(boolean vectors, String... arguments) throws Exception {
    List<String> given = start(arguments);
    assertThat(given)
        .as(String.join(" ", arguments))
        .doesNotContain(FIRST_COMPILER_ONLY)
        .contains("-Dgiven=yes");
    assertThat(given.contains(VECTORS)).as(String.join(" ", arguments)).isEqualTo(vectors);
    assertThat(given).endsWith(arguments);
  }

  @Test
  void shortSearchesAreForTheFirstCompiler() throws Exception {
    assertShort(false, "scan", "-e", "x", "small");
    assertShort(false, "scan", "-f", "small", "of two words", "small");
    assertShort(false, "scan", "-nc", "--rules=small", "-m", "3", "half");
    assertShort(false, "scan", "-q", "--json", "--database", "of two words", "small");
    assertShort(false, "scan", "--rule=large", "--no-vector", "--threads=1", "small");
    assertShort(false, "scan", "-e", "x", "--sample", "large", "small");
    assertShort(false, "scan", "-e", "x", "--sample=large", "small");
  }

  /** What is not known to be small, or may have been misread, is started as usual. */
  @Test
  void otherSearchesAreNot() throws Exception {
    assertUsual(true, "scan", "-e", "x", "large");
    assertUsual(true, "scan", "-e", "x", "half", "other half");
    assertUsual(true, "scan", "--database=large", "small");
    assertUsual(true, "scan", "-e", "x");
    assertUsual(true, "scan", "-e", "small");
    assertUsual(true, "scan", "-f", "small");
    assertUsual(true, "scan", "-e", "x", "-");
    assertUsual(true, "scan", "-e", "x", "small", "-");
    assertUsual(true, "scan", "-e", "x", "folder");
    assertUsual(true, "scan", "-e", "x", "/dev/null");
    assertUsual(true, "scan", "-re", "x", "small");
    assertUsual(true, "scan", "-ce", "x", "small");
    assertUsual(true, "scan", "-e", "x", "missing");
    assertUsual(true, "scan", "--backend", "gpu", "-e", "x", "small");
    assertUsual(true, "scan", "--", "small");
    assertUsual(false, "scan", "--no-vector", "-e", "x", "large");
    assertUsual(true, "bench", "--rules", "small", "--input", "small");
    assertUsual(false, "convert", "small", "out");
    assertUsual(false);
  }

  /** Plans are made for vectors if there are any, however they are compiled. */
  @Test
  void fewRulesAreCompiledByTheFirstCompiler() throws Exception {
    assertShort(true, "compile", "small", "-o", "out");
    assertShort(true, "compile", "small", "of two words", "-o", "out");
    assertShort(true, "compile", "small", "--sample", "large", "-o", "half");
    assertShort(true, "inspect", "--plan", "small");
    assertUsual(true, "compile", "half", "-o", "out");
    assertUsual(true, "inspect", "--plan", "half");
    assertUsual(false, "inspect", "small");
  }

  /** The options that the script reads are those of the command, with and without values. */
  @Test
  void theScriptReadsOptionsAsTheCommandDoes() throws IOException {
    String script = Files.readString(SCRIPT, UTF_8);
    int from = script.indexOf("is_short_search() {");
    String read = script.substring(from, script.indexOf("\n}\n", from));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, UTF_8);
    CommandLine command = new CommandLine(new ScanCommand(nowhere, nowhere));
    int checked = 0;
    for (String line : read.lines().toList()) {
      if (!line.strip().startsWith("-")) {
        continue;
      }
      String options = line.substring(0, line.indexOf(')'));
      Matcher letters = Pattern.compile("-\\*\\[!([a-zA-Z]+)]").matcher(options);
      if (letters.find()) {
        for (char letter : letters.group(1).toCharArray()) {
          assertThat(maxValues(command, "-" + letter)).as("-%s", letter).isZero();
          checked++;
        }
        continue;
      }
      Matcher option = Pattern.compile("(-{1,2}[a-zA-Z][a-z-]*)(=\\*)?").matcher(options);
      while (option.find()) {
        boolean value = line.contains("value=") || option.group(2) != null;
        assertThat(maxValues(command, option.group(1)))
            .as(option.group(1))
            .isEqualTo(value ? 1 : 0);
        checked++;
      }
    }
    assertThat(checked).isGreaterThan(25);
  }

  private static int maxValues(CommandLine command, String name) {
    OptionSpec option = command.getCommandSpec().findOption(name);
    assertThat(option).as(name).isNotNull();
    return option.arity().max();
  }

  private Path archive(String name) {
    return root.resolve("fsmrun-cli/target").resolve(name);
  }

  /**
   * A Java that keeps what it was started for in a file, and makes the archives it is asked for.
   */
  private void installArchiver() throws IOException {
    executable(
        "bin/java",
        """
        #!/bin/sh
        for a; do printf '%s\\n' "$a"; done
        for a; do
          case $a in
            -XX:ArchiveClassesAtExit=* | -XX:AOTCacheOutput=*)
              printf '%s\\n' "$*" >>'started'
              echo made >"${a#*=}"
              echo left >"${a#*=}.config" ;;
          esac
        done
        """
            .replace("started", directory.resolve("started").toString()));
  }

  /** Made before the first start since a build, used by all; never made twice. */
  @Test
  void archivesAreMadeOnceForEachBuild() throws Exception {
    installArchiver();
    List<String> first = start("scan", "-e", "x", "small");
    assertThat(first).contains("-XX:AOTCache=" + archive("fsmrun-short.aot").toRealPath());
    assertThat(Files.readString(directory.resolve("err"))).contains("preparing faster starts");
    List<String> started = Files.readAllLines(directory.resolve("started"));
    assertThat(started).hasSize(ARCHIVES.size()).allMatch(line -> line.contains("Rehearsal"));
    try (Stream<Path> files = Files.list(root.resolve("fsmrun-cli/target"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "fsmrun.jar", "fsmrun.jsa", "fsmrun-vectors.jsa", "fsmrun-short.aot");
    }

    assertThat(start("scan", "-e", "x", "large"))
        .contains("-XX:SharedArchiveFile=" + archive("fsmrun-vectors.jsa").toRealPath());
    assertThat(start("--mode", "cse"))
        .contains("-XX:SharedArchiveFile=" + archive("fsmrun.jsa").toRealPath());
    assertThat(Files.readString(directory.resolve("err"))).isEmpty();
    assertThat(Files.readAllLines(directory.resolve("started"))).hasSize(ARCHIVES.size());

    FileTime later =
        FileTime.fromMillis(
            Files.getLastModifiedTime(archive("fsmrun-short.aot")).toMillis() + 2000);
    Files.setLastModifiedTime(archive("fsmrun.jar"), later);
    start("scan", "-e", "x", "small");
    assertThat(Files.readAllLines(directory.resolve("started"))).hasSize(2 * ARCHIVES.size());
  }

  /** A Java that cannot make them is asked once, and starts without. */
  @Test
  void archivesThatCannotBeMadeAreNotUsed() throws Exception {
    assertThat(start("scan", "-e", "x", "small"))
        .noneMatch(argument -> argument.contains("AOTCache"));
    assertThat(archive("fsmrun-short.aot")).isEmptyFile();
    start("scan", "-e", "x", "small");
    assertThat(Files.readString(directory.resolve("err"))).isEmpty();
  }

  /** Every command that is rehearsed ends well: else there would be little to take note of. */
  @Test
  void rehearsalsSucceedAndLeaveNothing() throws IOException {
    Path text = Files.writeString(directory.resolve("text"), "one 12345 abbbc literal\n");
    Path place = Files.createDirectory(directory.resolve("place"));
    for (String kind : List.of("search", "run")) {
      assertThat(Rehearsal.rehearse(kind, text.toString(), place)).as(kind).isZero();
    }
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void anOldJavaIsNotTaken() throws Exception {
    Path old = directory.resolve("old");
    Files.createDirectories(old.resolve("bin"));
    Files.copy(jdk.resolve("bin/javac"), old.resolve("bin/javac"));
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    Process process =
        new ProcessBuilder(
                "sh", "-c", "JAVA_HOME='" + old + "' JDK_25='" + jdk + "' sh ./fsmrun scan")
            .directory(root.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).endsWith("scan\n").contains("-jar\n");
  }
}
