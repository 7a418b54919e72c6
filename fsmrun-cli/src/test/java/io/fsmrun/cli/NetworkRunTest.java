package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.ap.mnrl.MnrlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of networks that go well. */
class NetworkRunTest {

  private static final String INPUT = "cat cot cut cat";
  private static final String TSV = "word\t3\t7\nword\t7\t7\nword\t15\t7\nthird\t15\n";

  @TempDir Path directory;

  private Path input(String text) throws IOException {
    return Files.writeString(directory.resolve("input.bin"), text, StandardCharsets.ISO_8859_1);
  }

  private Cli words(Object... options) throws IOException {
    Object[] arguments = new Object[options.length + 2];
    arguments[0] = "--network=" + Networks.WORDS;
    arguments[1] = "--input=" + input(INPUT);
    System.arraycopy(options, 0, arguments, 2, options.length);
    return Cli.run(arguments);
  }

  @Test
  void tsvHasTheCodeWhereThereIsOne() throws IOException {
    Cli run = words("-q", "--reports=tsv").done();
    assertThat(run.out()).isEqualTo(TSV);
    assertThat(run.err()).isEmpty();
  }

  @Test
  void vasimCountsCyclesFromZero() throws IOException {
    assertThat(words("--reports=vasim").done().out())
        .isEqualTo("2 : word : 7\n6 : word : 7\n14 : word : 7\n14 : third : \n");
  }

  @Test
  void summaryGoesToStandardError() throws IOException {
    Cli run = words().done();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("3 STEs, 1 counters, 0 boolean elements, 3 edges, 1 components")
        .contains("input        15 symbols")
        .contains("reports      4\n")
        .contains("placement    D480, half-cores 1, passes 1")
        .containsPattern("AP cycles +\\d+")
        .containsPattern("memory +network \\d");
    Cli none = words("--reports=none").done();
    assertThat(none.err()).contains("input").doesNotContain("reports   ");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void threadsChangeNothing(int threads) throws IOException {
    assertThat(words("--threads", threads, "--reports=tsv").done().out()).isEqualTo(TSV);
  }

  @Test
  void segmentsChangeNothing() throws IOException {
    Random random = new Random(7);
    byte[] letters = new byte[300_000];
    for (int i = 0; i < letters.length; i++) {
      letters[i] = (byte) "abcaot \n".charAt(random.nextInt(8));
    }
    Path input = Files.write(directory.resolve("letters"), letters);
    for (Path network : new Path[] {Networks.WORDS, Networks.GATES}) {
      Object[] run = {"--network", network, "--input", input, "--reports=tsv", "--segments=1"};
      String whole = Cli.run(run).done().out();
      assertThat(whole).isNotEmpty();
      for (int segments : new int[] {2, 3, 16}) {
        run[5] = "--segments=" + segments;
        Cli cut = Cli.run(run).done();
        assertThat(cut.out().equals(whole)).as("%s, %d segments", network, segments).isTrue();
        assertThat(cut.err()).contains("segments     " + segments + " side by side");
      }
    }
  }

  @Test
  void theBackendAndTheModeMayBeNamed() throws IOException {
    assertThat(words("--backend=ap", "--mode=sequential", "--reports=tsv").done().out())
        .isEqualTo(TSV);
  }

  @Test
  void countersGatesLatchesAndEndsAsTheProfilerHasThem() throws IOException {
    Random random = new Random(5);
    for (int length : new int[] {0, 1, 2, 7, 300}) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < length; i++) {
        text.append("abcd".charAt(random.nextInt(i < 3 ? 3 : 4)));
      }
      Cli run =
          Cli.run("--network", Networks.GATES, "--input", input(text.toString()), "--reports=tsv");
      assertThat(run.done().out())
          .isEqualTo(
              Networks.tsv(
                  MnrlReader.read(Networks.GATES),
                  text.toString().getBytes(StandardCharsets.US_ASCII)));
    }
  }

  @Test
  void whatReportsAtTheEndOnly() throws IOException {
    Cli run = Cli.run("--network", Networks.GATES, "--input", input("aab"), "--reports=tsv");
    assertThat(run.done().out()).endsWith("both\t3\tb after a\nend\t3\tend\n");
    assertThat(run.out()).containsOnlyOnce("end\t");
  }

  @Test
  void inputLongerThanAWindow() throws IOException {
    String gap = " ".repeat((1 << 20) - 2);
    Path input = input(gap + "cat" + gap + "cat");
    int first = gap.length() + 3;
    int second = 2 * gap.length() + 6;
    Cli run = Cli.run("--network", Networks.WORDS, "--input", input, "--reports=tsv").done();
    assertThat(run.out()).isEqualTo("word\t" + first + "\t7\nword\t" + second + "\t7\n");
  }

  @Test
  void standardInputIsADash() throws IOException {
    InputStream real = System.in;
    System.setIn(new ByteArrayInputStream(INPUT.getBytes(StandardCharsets.US_ASCII)));
    try {
      Cli run = Cli.run("--network", Networks.WORDS, "--input", "-", "--reports=tsv").done();
      assertThat(run.out()).isEqualTo(TSV);
    } finally {
      System.setIn(real);
    }
  }

  @Test
  void otherNamesAreToldByContent() throws IOException {
    for (Path network : new Path[] {Networks.WORDS, Networks.GATES}) {
      Path copy = Files.copy(network, directory.resolve(network.getFileName() + ".txt"));
      Path input = input("cat abcat");
      assertThat(Cli.run("--network", copy, "--input", input, "--reports=tsv").done().out())
          .isNotEmpty()
          .isEqualTo(Cli.run("--network", network, "--input", input, "--reports=tsv").out());
    }
  }

  @Test
  void namesBreakNoLines() throws IOException {
    Path network =
        Files.writeString(
            directory.resolve("odd.anml"),
            """
            <automata-network id="odd">
              <state-transition-element id="a&#9;b&#10;\u00e9" symbol-set="x" start="all-input">
                <report-on-match reportcode="1&#13;2"/>
              </state-transition-element>
            </automata-network>
            """);
    Cli run = Cli.run("--network", network, "--input", input("x"), "--reports=tsv").done();
    assertThat(run.out()).isEqualTo("a\\x09b\\x0a\u00e9\t1\t1\\x0d2\n");
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
    String[] arguments = {
      "-q", "--network=" + Networks.WORDS, "--input=" + input(INPUT), "--reports=tsv"
    };
    try (PrintStream out = new PrintStream(closed, false, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8)) {
      assertThat(Main.execute(out, errStream, arguments)).isEqualTo(Main.UNUSABLE);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
