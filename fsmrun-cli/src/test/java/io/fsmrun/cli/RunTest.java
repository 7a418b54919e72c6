package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fsmrun.ap.chip.ThesisAllocation;
import io.fsmrun.bench.AnmlZoo;
import io.fsmrun.bench.AnmlZooException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that go well: reports, summaries and refusals. */
class RunTest {

  private static final String RULES =
      "abc\n/x.*y/s\n\n/^start/\nback(ref)\\1\n/A[BC]+D/iU\nend$\n/q{2,40}r/R\n";
  private static final String INPUT =
      "start abcx\nqqqqr abcd aBcCd y abbd yy\nstart qr abcabc qqr end";

  @TempDir Path directory;

  private Path rules() throws IOException {
    return Files.writeString(directory.resolve("test.rules"), RULES);
  }

  private Path input() throws IOException {
    return Files.writeString(directory.resolve("test.bin"), INPUT);
  }

  @Test
  void tsvIsSortedAndAloneOnStandardOutput() throws IOException {
    Cli run = Cli.run("--rules", rules(), "--input", input(), "--reports", "tsv").done();
    assertThat(run.outLines()).isNotEmpty().allMatch(line -> line.matches("[1-8]\t\\d+"));
    assertThat(run.out()).endsWith("\n").doesNotContain("\r");
    List<long[]> reports = new ArrayList<>();
    for (String line : run.outLines()) {
      int tab = line.indexOf('\t');
      long rule = Long.parseLong(line.substring(0, tab));
      reports.add(new long[] {Long.parseLong(line.substring(tab + 1)), rule});
    }
    assertThat(reports).isSortedAccordingTo(Arrays::compare);
    assertThat(run.out()).startsWith("4\t5\n1\t9\n").endsWith("7\t" + INPUT.length() + "\n");
  }

  @Test
  void everyWayToRunPrintsTheSame() throws IOException {
    Path rules = rules();
    Path input = input();
    Set<String> printed = new HashSet<>();
    for (String backend : List.of("ap", "cpu")) {
      for (String mode : List.of("sequential", "cse")) {
        for (int segments : new int[] {1, 2, 7, 16}) {
          for (int threads : new int[] {1, 3}) {
            for (int dfaStates : new int[] {0, 20, 10_000}) {
              Cli run =
                  Cli.run(
                      "--rules=" + rules,
                      "--input=" + input,
                      "--reports=tsv",
                      "--backend=" + backend,
                      "--mode=" + mode,
                      "--segments=" + segments,
                      "--threads=" + threads,
                      "--dfa-states=" + dfaStates);
              printed.add(run.done().out());
            }
          }
        }
      }
    }
    assertThat(printed).hasSize(1);
  }

  @Test
  void summaryGoesToStandardError() throws IOException {
    Cli run = Cli.run("--rules", rules(), "--input", input()).done();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("mode         cse on ap, 16 segments")
        .contains("1 refused")
        .containsPattern("reports      \\d+");
  }

  @Test
  void noReportsAreNotSpokenOf() throws IOException {
    Cli run = Cli.run("--rules", rules(), "--input", input(), "--reports", "none").done();
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("mode").doesNotContain("reports");
  }

  @Test
  void quietSaysNothingOfASuccess() throws IOException {
    Path rules = Files.writeString(directory.resolve("one.rules"), "/abc/U\n");
    Cli run = Cli.run("-q", "--rules", rules, "--input", input(), "--reports", "tsv").done();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("1\t9\n1\t20\n1\t50\n1\t53\n");
  }

  @Test
  void refusedRulesShowTheirPlace() throws IOException {
    Path rules = rules();
    Cli run = Cli.run("--rules", rules, "--input", input()).done();
    assertThat(run.err())
        .contains(rules + ":5:10: refused: ")
        .contains("\nback(ref)\\1\n         ^\n")
        .contains(rules + ": 1 of 7 rules refused (1 back-reference)")
        .contains(rules + ": flags noted without effect: RU");
  }

  @Test
  void manyRefusedRulesAreShownInFullOnlyIfAsked() throws IOException {
    Path rules = Files.writeString(directory.resolve("r"), "abc\n" + "(a)\\1\n".repeat(12));
    String refused = ": refused: ";
    Cli some = Cli.run("--rules", rules, "--input", input()).done();
    assertThat(some.err().split(refused, -1)).hasSize(11);
    assertThat(some.err()).contains("12 of 13 rules refused (12 back-reference); --verbose");
    Cli all = Cli.run("-v", "--rules", rules, "--input", input()).done();
    assertThat(all.err().split(refused, -1)).hasSize(13);
    assertThat(all.err()).doesNotContain("--verbose");
  }

  @Test
  void strictStopsAtRefusedRules() throws IOException {
    Path summary = directory.resolve("summary.json");
    Cli run =
        Cli.run(
            "--strict",
            "--rules",
            rules(),
            "--input",
            input(),
            "--reports",
            "tsv",
            "--summary-json",
            summary);
    assertThat(run.status()).isEqualTo(Main.REFUSED);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("back-reference").endsWith("--strict\n");
    assertThat(summary).doesNotExist();
  }

  @Test
  void strictLetsGoodRulesPass() throws IOException {
    Path rules = Files.writeString(directory.resolve("one.rules"), "abc");
    Cli.run("--strict", "--rules", rules, "--input", input()).done();
  }

  @Test
  void rulesFilesMayComeFromElsewhere() throws IOException {
    Path rules =
        Files.writeString(
            directory.resolve("dos.rules"),
            "\u00ef\u00bb\u00bfabc\r\n\r\n/END/i\r\n",
            StandardCharsets.ISO_8859_1);
    Cli run = Cli.run("--rules", rules, "--input", input(), "--reports", "tsv").done();
    assertThat(run.out()).startsWith("1\t9\n").endsWith("3\t" + INPUT.length() + "\n");
  }

  @Test
  void standardInputIsADash() throws IOException {
    InputStream real = System.in;
    System.setIn(new ByteArrayInputStream(INPUT.getBytes(StandardCharsets.ISO_8859_1)));
    try {
      Cli piped = Cli.run("--rules", rules(), "--input", "-", "--reports", "tsv").done();
      Cli read = Cli.run("--rules", rules(), "--input", input(), "--reports", "tsv").done();
      assertThat(piped.out()).isEqualTo(read.out());
    } finally {
      System.setIn(real);
    }
  }

  @Test
  void emptyInputIsAnInput() throws IOException {
    Path rules = Files.writeString(directory.resolve("one.rules"), "a*\nb\n^$\n");
    Path empty = Files.writeString(directory.resolve("empty.bin"), "");
    Cli run = Cli.run("--rules", rules, "--input", empty, "--reports", "tsv").done();
    assertThat(run.out()).isEqualTo("1\t0\n3\t0\n");
  }

  @Test
  void closedStandardOutputEndsTheRunQuietly() throws IOException {
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] arguments = {"-q", "--rules=" + rules(), "--input=" + input(), "--reports=tsv"};
    try (PrintStream out = new PrintStream(closed, false, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      assertThat(Main.execute(out, errStream, arguments)).isEqualTo(Main.UNUSABLE);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("defect", "Exception", "\tat ");
  }

  @Test
  void benchmarkOfACheckout() throws IOException {
    AnmlZoo zoo;
    try {
      // Tests run in the folder of their module; the data lies beside the repository.
      Path beside = Path.of("..").resolve(AnmlZoo.DEFAULT_HOME);
      boolean told = System.getenv(AnmlZoo.HOME_VARIABLE) != null;
      zoo = told ? AnmlZoo.find() : AnmlZoo.at(beside);
    } catch (AnmlZooException e) {
      assumeTrue(false, e.getMessage());
      return;
    }
    Path slice = directory.resolve("slice.bin");
    try (InputStream in = Files.newInputStream(zoo.input("PowerEN", AnmlZoo.Size.ONE_MB))) {
      Files.write(slice, in.readNBytes(5000));
    } catch (AnmlZooException e) {
      assumeTrue(false, e.getMessage());
    }
    Cli run =
        Cli.run(
            "--benchmark=powerEN",
            "--anmlzoo=" + zoo.home(),
            "--input=" + slice,
            "--backend=cpu",
            "--mode=sequential",
            "--reports=tsv");
    assertThat(run.done().out()).isNotEmpty();
    Path summary = directory.resolve("summary.json");
    Cli.run(
            "--benchmark=powerEN",
            "--anmlzoo=" + zoo.home(),
            "--input=" + slice,
            "--mode=lbe",
            "--lookback=5",
            "--segments=auto",
            "--summary-json=" + summary)
        .done();
    int published = ThesisAllocation.named("PowerEN").segments();
    assertThat(summary).content().containsPattern("\"segments\" ?: ?" + published + "\\b");
  }
}
