package io.fsmrun.scan.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples beside the modules can be compiled, do what they say, and are linked to. */
class ExamplesTest {

  private static final Path EXAMPLES = Path.of("..", "examples", "scan");

  @TempDir static Path classes;

  @TempDir Path directory;

  static List<Path> sources() throws Exception {
    assumeTrue(Files.isDirectory(EXAMPLES), "no examples beside the modules");
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  @BeforeAll
  static void compile() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-proc:none", "-Xlint:all", "-Werror", "-d", classes.toString());
      boolean done =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(sources()))
              .call();
      assertThat(done).as("%s", messages).isTrue();
    }
  }

  /** What an example prints, line by line. */
  private static List<String> run(String name, Object... arguments) throws Exception {
    String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    PrintStream real = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, ExamplesTest.class.getClassLoader())) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) texts);
    } finally {
      System.setOut(real);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private Path file(String name, String content) throws Exception {
    return Files.writeString(directory.resolve(name), content, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @MethodSource("sources")
  void eachSaysHowToRunItAndIsLinkedTo(Path source) throws Exception {
    assertThat(Files.readString(source))
        .contains("java -cp fsmrun-cli/target/fsmrun.jar examples/scan/" + source.getFileName());
    String docs = Files.readString(Path.of("..", "docs", "scanning.md"));
    assertThat(docs.contains("](../examples/scan/" + source.getFileName() + ")"))
        .as("docs/scanning.md has a link to it")
        .isTrue();
  }

  /** By the launcher of single files, as its comment says, but for the jar. */
  @Test
  void scanFileRunsFromItsSource() throws Exception {
    Path rules = file("rules", "ab\n(a)\\1\n/B/i\n");
    Path input = file("input", "xab");
    Path source = EXAMPLES.resolve("ScanFile.java");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                source.toString(),
                rules.toString())
            .redirectInput(input.toFile())
            .redirectOutput(directory.resolve("out").toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(directory.resolve("out")))
        .containsExactly("rule 1 matches up to byte 3", "rule 3 matches up to byte 3");
    assertThat(Files.readString(directory.resolve("err"))).contains("rules:2:");
    assertThat(run("ScanFile", rules, input)).hasSize(2);
  }

  @Test
  void manyFlows() throws Exception {
    assertThat(run("ManyFlows"))
        .containsExactly(
            "flow a: rule 1 up to byte 15",
            "flow a is saved",
            "flow b is saved",
            "flow c is saved",
            "flow b: rule 2 up to byte 8",
            "flow a: rule 3 up to byte 32");
  }

  @Test
  void shortInputs() throws Exception {
    Path lines = file("lines", "all is well\nan Error or an error\n\n17 denied\ndenied");
    assertThat(run("ShortInputs", lines, "/error|warning/i", "^\\d+ denied$"))
        .containsExactly("line 2 matches rule 1", "line 4 matches rule 2", "some word matches");
    assertThat(run("ShortInputs", lines, "ll\\s+is")).endsWith("no word matches");
  }

  @Test
  void earlyEnd() throws Exception {
    assertThat(run("EarlyEnd", file("input", "xabab-ab ab"), "ab", "b-"))
        .containsExactly(
            "any match: true",
            "first: rule 1 up to byte 3",
            "at least 3 matches: true",
            "3 matches seen, then stopped",
            "matches in all: 5");
    assertThat(run("EarlyEnd", file("input", "a"), "ab"))
        .containsExactly(
            "any match: false",
            "no first match",
            "at least 3 matches: false",
            "0 matches seen, all there are",
            "matches in all: 0");
  }

  @Test
  void optionsOfRules() throws Exception {
    assertThat(run("OptionsOfRules"))
        .containsExactly(
            "rule 1: 0 to 8, tag 17",
            "rule 1: 8 to 17, tag 17",
            "rule 2: -1 to 21, tag 0",
            "rule 3: -1 to 32, tag 0",
            "rule 4: -1 to 39, tag 0");
  }

  @Test
  void kindsOfMemory() throws Exception {
    assertThat(run("KindsOfMemory", file("input", "ab-ab-ab"), "ab-a?"))
        .containsExactly(
            "array: 4 matches",
            "first half of it: 2 matches",
            "direct buffer: 4 matches",
            "memory outside of the heap: 4 matches",
            "mapped file: 4 matches",
            "two parts of one input: 4 matches");
  }

  @Test
  void manyCores() throws Exception {
    Path input = file("input", "xab".repeat(3));
    assertThat(run("ManyCores", file("rules", "ab$"), input, 2))
        .containsExactly("rule 1 matches up to byte 9", "0 segments beside the first piece");
  }

  @Test
  void compileAndSave() throws Exception {
    Path rules = file("rules", "ab\nb$\n");
    Path database = directory.resolve("database");
    assertThat(run("CompileAndSave", rules, database, 0)).containsExactly("cancelled");
    assertThat(database).doesNotExist();
    String done = run("CompileAndSave", rules, database, 60).getLast();
    assertThat(done).isEqualTo("2 rules, " + Files.size(database) + " bytes");
    byte[] saved = Files.readAllBytes(database);
    Files.writeString(rules, "not compiled again");
    assertThat(run("CompileAndSave", rules, database, 60)).containsExactly("loaded", done);
    saved[saved.length / 2]++;
    Files.write(database, saved);
    assertThat(run("CompileAndSave", rules, database, 60))
        .hasSize(2)
        .last()
        .isEqualTo("1 rules, " + Files.size(database) + " bytes");
  }

  @Test
  void chooseEngines() throws Exception {
    Path rules = file("rules", "(a)\\1\nneedle[0-9]\nx\n");
    Path sample = file("sample", "hay ".repeat(1_000));
    assertThat(run("ChooseEngines", rules, sample))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("rule 2: literal-filter, "),
            line -> assertThat(line).isEqualTo("rule 3: byte-sets, matches one byte"));
    assertThat(run("ChooseEngines", rules)).hasSize(2);

    assertThat(
            run(
                "ChooseEngines",
                rules,
                sample,
                "byte-sets",
                "byte-runs",
                "literal-filter",
                "lazy-dfa"))
        .hasSize(2)
        .allMatch(line -> line.contains(": lazy-dfa, "));
  }
}
