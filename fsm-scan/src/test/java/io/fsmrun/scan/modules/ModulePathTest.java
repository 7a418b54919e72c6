package io.fsmrun.scan.modules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module requires the library's module, and nothing else. */
class ModulePathTest {

  /** Folders of the modules that the library is made of, by names of modules. */
  private static final Map<String, String> MODULES = modules();

  private static final String PROGRAM =
      """
      package user;

      import io.fsmrun.cpu.block.BlockEngine;
      import io.fsmrun.cpu.filter.ByteSample;
      import io.fsmrun.scan.Database;
      import io.fsmrun.scan.plan.PlanOptions;
      import java.util.List;
      import java.util.Optional;

      public final class Program {
        public static void main(String[] arguments) throws Exception {
          Optional<ByteSample> sample = PlanOptions.defaults().withSample(new byte[9]).sample();
          Database database = Database.compile("/attack-\\\\d+/i", "needle", "b");
          List<BlockEngine> engines = database.plan().engines();
          long count = database.newScanner().count("ATTACK-1 needle".getBytes());
          boolean vectors = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
          System.out.println(
              count + " " + sample.isPresent() + " " + engines.isEmpty() + " " + vectors);
        }
      }
      """;

  @TempDir Path directory;

  private static Map<String, String> modules() {
    Map<String, String> modules = new LinkedHashMap<>();
    modules.put("io.fsmrun.core", "fsm-core");
    modules.put("io.fsmrun.regex", "regex-compiler");
    modules.put("io.fsmrun.enumerative", "enumerative");
    modules.put("io.fsmrun.cpu", "cpu-engine");
    modules.put("io.fsmrun.scan", "fsm-scan");
    return modules;
  }

  @Test
  void aModularProgramIsCompiledAndRuns() throws Exception {
    String modulePath = modulePath();
    Path source = Files.createDirectories(directory.resolve("source"));
    Files.createDirectories(source.resolve("user"));
    Path program = Files.writeString(source.resolve("user").resolve("Program.java"), PROGRAM);
    Path descriptor =
        Files.writeString(
            source.resolve("module-info.java"), "module user { requires io.fsmrun.scan; }");
    Path classes = directory.resolve("classes");
    compile(
        List.of(
            "--module-path",
            modulePath,
            "-Xlint:all,-incubating",
            "-Werror",
            "-d",
            classes.toString()),
        List.of(descriptor, program));
    assertThat(run(classes + File.pathSeparator + modulePath)).isEqualTo("2 true false true");
  }

  private String run(String modulePath) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--module-path",
                modulePath,
                "--add-modules",
                "jdk.incubator.vector",
                "--module",
                "user/user.Program")
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    return Files.readString(out).strip();
  }

  private static void compile(List<String> options, List<Path> sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(sources);
      boolean done = compiler.getTask(messages, files, null, options, null, units).call();
      assertThat(done).as("%s", messages).isTrue();
    }
  }

  private static List<Path> classPath() {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getProperty("java.class.path"))
        .map(Path::of)
        .toList();
  }

  private static String joined(List<Path> path) {
    return String.join(File.pathSeparator, path.stream().map(Path::toString).toList());
  }

  /** The class path of this test without what tests alone need. */
  private String modulePath() throws IOException {
    Map<String, Path> folders = new LinkedHashMap<>();
    List<Path> path = new ArrayList<>(libraries());
    for (Path place : classPath()) {
      String module = moduleOf(place);
      if (module != null && Files.isDirectory(place)) {
        folders.put(module, place);
      } else if (module != null) {
        path.add(place);
      }
    }
    if (!folders.isEmpty()) {
      path.add(withDescriptors(folders, joined(path)));
    }
    return joined(path);
  }

  private static List<Path> libraries() {
    return classPath().stream()
        .filter(place -> place.getFileName().toString().matches("(fastutil|automaton)-.*\\.jar"))
        .toList();
  }

  /** Null if it is of another module, or of tests. */
  private static String moduleOf(Path place) {
    String text = place.toAbsolutePath().toString().replace(File.separatorChar, '/');
    return MODULES.entrySet().stream()
        .filter(module -> text.contains("/" + module.getValue() + "/target/"))
        .filter(module -> !text.endsWith("/test-classes") && !text.endsWith("-tests.jar"))
        .map(Map.Entry::getKey)
        .findAny()
        .orElse(null);
  }

  /** Folders of classes get their descriptors only once they are packed: here they get copies. */
  private Path withDescriptors(Map<String, Path> folders, String others) throws IOException {
    Path copies = Files.createDirectories(directory.resolve("modules"));
    List<String> options = new ArrayList<>(List.of("-d", copies.toString(), "-proc:none"));
    options.addAll(List.of("--module-path", others));
    List<Path> descriptors = new ArrayList<>();
    for (Map.Entry<String, Path> folder : folders.entrySet()) {
      Path source = Path.of("..", MODULES.get(folder.getKey()), "src", "module", "java");
      descriptors.add(source.resolve("module-info.java"));
      options.addAll(List.of("--module-source-path", folder.getKey() + "=" + source));
      options.addAll(List.of("--patch-module", folder.getKey() + "=" + folder.getValue()));
      copy(folder.getValue(), copies.resolve(folder.getKey()));
    }
    compile(options, descriptors);
    return copies;
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }
}
