package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.scan.RuleMachine;
import io.fsmrun.scan.StrategyScanner;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The five lines of the README work as they stand there. */
class ReadmeExampleTest {

  private static final Path README = Path.of("..", "README.md");
  private static final Path THIS =
      Path.of("src", "test", "java", "io", "fsmrun", "cli", "ReadmeExampleTest.java");

  private static final List<String> LINES =
      List.of(
          "RuleMachine machine = RuleMachine.compile(\"/attack-\\\\d+/i\", \"/begin.*end/s\");",
          "ConvergenceProfile profile = ConvergenceProfiler.withDefaults().profile(machine.ruleSet());",
          "StrategyScanner scanner = machine.scanner().strategy(profile.strategy(8)).build();",
          "RunStatistics run = scanner.scan(Path.of(\"traffic.bin\"), (rule, end) -> System.out.println(rule + \"\\t\" + end));",
          "System.out.println(run.reports() + \" reports in \" + run.bytes() + \" bytes\");");

  @TempDir Path directory;

  @Test
  void runs() throws Exception {
    Path traffic = directory.resolve("traffic.bin");
    Files.writeString(traffic, "xxATTACK-17 begin\nthe end", StandardCharsets.ISO_8859_1);
    assertThat(printed(() -> example(traffic)))
        .isEqualTo("1\t10\n1\t11\n2\t25\n3 reports in 25 bytes\n");
  }

  @SuppressWarnings("SystemOut")
  private static void example(Path trafficBin) throws Exception {
    // The README's lines, but for the place of the file.
    RuleMachine machine = RuleMachine.compile("/attack-\\d+/i", "/begin.*end/s");
    ConvergenceProfile profile = ConvergenceProfiler.withDefaults().profile(machine.ruleSet());
    StrategyScanner scanner = machine.scanner().strategy(profile.strategy(8)).build();
    RunStatistics run =
        scanner.scan(trafficBin, (rule, end) -> System.out.println(rule + "\t" + end));
    System.out.println(run.reports() + " reports in " + run.bytes() + " bytes");
  }

  @Test
  void readmeHasTheseLines() throws Exception {
    assumeTrue(Files.exists(README), "no README.md beside the modules");
    assertThat(Files.readAllLines(README).stream().map(String::strip)).containsSequence(LINES);
  }

  @Test
  void theseLinesAreWhatRuns() throws Exception {
    String source = squeeze(Files.readString(THIS));
    String executed = source.substring(source.indexOf(squeeze("// The README's lines")));
    for (String line : LINES) {
      assertThat(executed)
          .contains(squeeze(line.replace("Path.of(\"traffic.bin\")", "trafficBin")));
    }
  }

  /** Without white space, which the formatter decides on. */
  private static String squeeze(String text) {
    return text.replaceAll("\\s", "");
  }

  private interface Example {
    void run() throws Exception;
  }

  private static String printed(Example example) throws Exception {
    PrintStream real = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      example.run();
    } finally {
      System.setOut(real);
    }
    return printed.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
