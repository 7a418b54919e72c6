package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cycle traces of ten symbols, as docs/strategies.md explains them, each added up by hand. */
class CycleTraceExampleTest {

  private static final Path STRATEGIES = Path.of("..", "docs", "strategies.md");

  @TempDir Path directory;

  private List<String> trace(String rule, String text, String... options) throws IOException {
    Path rules = Files.writeString(directory.resolve("r"), rule);
    Path input = Files.writeString(directory.resolve("i"), text);
    Path trace = directory.resolve("t");
    Object[] all = new Object[options.length + 3];
    all[0] = "--rules=" + rules;
    all[1] = "--input=" + input;
    all[2] = "--trace-cycles=" + trace;
    System.arraycopy(options, 0, all, 3, options.length);
    Cli.run(all).done();
    return Files.readAllLines(trace);
  }

  /** Two turns of 2 + 3, a join of 2 * 3, 1 saved interval of 2 + 3 + 1 + 5, one of 1 + 4. */
  @Test
  void joinedFlows() throws IOException {
    String expected =
        """
        # a-b counts from 0 and ends before b: cycles since the start of the run, symbols since the start of the segment
        cycles	piece	segment	what
        0-5	1	1	flow 1: symbols 0-5
        0-2	1	2	flow 1: symbols 0-2
        2-5	1	2	switch
        5-7	1	2	flow 2: symbols 0-2
        7-10	1	2	switch
        10-16	1	2	join 2 flows
        16-18	1	2	joined flow: symbols 2-4
        18-21	1	2	save at 4
        21-22	1	2	decode 2-4
        22-27	1	2	again flow 1: symbols 2-4, switch
        27-28	1	2	joined flow: symbols 4-5
        28-32	1	2	again flow 1: symbols 4-5, switch
        32-33	1	2	compose, evaluated once
        0-33	1	-	sum 33 = 7 symbols + 15 switches + 1 composition + 10 decoding
        0-33	-	-	all 33 = 7 symbols + 15 switches + 1 composition + 10 decoding, for 10 symbols of input
        """;
    List<String> lines =
        trace(
            "/^([^a]*a[^a]*a)*$/s",
            "abbaabaaba",
            "--mode=cse",
            "--segments=2",
            "--quantum=2",
            "--join-after=2");
    assertThat(lines).isEqualTo(expected.lines().toList());
    // The document shows it with spaces for tabs.
    String shown = Files.readString(STRATEGIES).replaceAll(" +", " ");
    for (String line : lines.subList(1, lines.size())) {
      assertThat(shown).contains(line.replace('\t', ' '));
    }
  }

  /**
   * /ab/ has three states. Enumerated, three flows take a turn of 2 + 3 each and meet in a check of
   * 2. Looked back over 2 symbols, and after the x before the cut, one state is left. The set of
   * all three is one state after the first a, and does not report there: nothing is replayed.
   */
  @ParameterizedTest
  @CsvSource({
    "sequential,--reports=none,10 = 10 symbols",
    "enumerative,--quantum=2,21 = 9 symbols + 9 switches + 2 checks + 1 composition",
    "lbe,--lookback=2,8 = 5 symbols + 2 lookback + 1 composition",
    "pap,--quantum=2,6 = 5 symbols + 1 composition",
    "cse,--quantum=2,6 = 5 symbols + 1 composition"
  })
  void tenSymbolsInEachStrategy(String mode, String option, String sum) throws IOException {
    List<String> lines = trace("/ab/", "xabxxabaab", "--mode=" + mode, "--segments=2", option);
    assertThat(lines.getLast()).endsWith("\tall " + sum + ", for 10 symbols of input");
  }
}
