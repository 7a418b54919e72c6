package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The files that a run writes besides reports: cycles event by event, and figures of rules. */
class RunFilesTest {

  /** Two states that never meet: whether the number of as is even. */
  private static final String PARITY = "/^([^a]*a[^a]*a)*$/s";

  @TempDir Path directory;

  private Path rules;
  private Path input;
  private Path trace;
  private Path figures;

  @BeforeEach
  void write() throws IOException {
    rules = Files.writeString(directory.resolve("r"), "abc\n(a)\\1\n" + PARITY + "\n");
    input = Files.writeString(directory.resolve("i"), "abcaXabcaXabcaXabcaX");
    trace = directory.resolve("trace.tsv");
    figures = directory.resolve("rules.tsv");
  }

  private Cli run(Object... options) {
    Object[] all = new Object[options.length + 2];
    all[0] = "--rules=" + rules;
    all[1] = "--input=" + input;
    System.arraycopy(options, 0, all, 2, options.length);
    return Cli.run(all);
  }

  @Test
  void aSequentialTraceIsOneFlow() throws IOException {
    run("--mode=sequential", "--trace-cycles=" + trace).done();
    assertThat(Files.readAllLines(trace).subList(1, 5))
        .containsExactly(
            "cycles\tpiece\tsegment\twhat",
            "0-20\t1\t1\tflow 1: symbols 0-20",
            "0-20\t1\t-\tsum 20 = 20 symbols",
            "0-20\t-\t-\tall 20 = 20 symbols, for 20 symbols of input");
    assertThat(Files.readString(trace)).endsWith("input\n");
  }

  /** What the trace says at its end is what the summary says. */
  @Test
  void aTraceEndsWithTheCyclesOfTheSummary() throws IOException {
    Path json = directory.resolve("s.json");
    run("--segments=2", "--quantum=2", "--trace-cycles=" + trace, "--summary-json=" + json).done();
    List<String> lines = Files.readAllLines(trace);
    JsonNode summary = JsonMapper.shared().readTree(Files.readString(json));
    String all = lines.getLast();
    long cycles = summary.get("ap").get("cycles").longValue();
    assertThat(all).startsWith("0-" + cycles + "\t-\t-\tall " + cycles + " = ");
    for (String category : summary.get("cyclesBy").propertyNames()) {
      Matcher term = Pattern.compile("(\\d+) " + category + "\\b").matcher(all);
      long said = term.find() ? Long.parseLong(term.group(1)) : 0;
      assertThat(said).as(category).isEqualTo(summary.get("cyclesBy").get(category).longValue());
    }
    assertThat(lines).contains("0-10\t1\t1\tflow 1: symbols 0-10");
    assertThat(lines).anyMatch(line -> line.contains("\t1\t2\tflow 2: symbols 0-2"));
    assertThat(lines).anyMatch(line -> line.contains("\t1\t2\tcompose, evaluated once"));
  }

  /**
   * Two flows for the 10 symbols of the second segment. In turns of 2 symbols they switch 10 times;
   * they are checked after each turn, or after 4 and 8 symbols and at the end. In one turn of all
   * symbols they switch twice and are checked once.
   */
  @Test
  void turnsAndChecksAreAsLongAsTheUserSays() throws IOException {
    assertThat(sum("--quantum=2")).contains("20 symbols + 30 switches + 5 checks + 1 composition");
    assertThat(sum("--quantum=2", "--check-interval=4")).contains("30 switches + 3 checks + ");
    assertThat(sum()).contains("20 symbols + 6 switches + 1 checks + 1 composition");
    assertThat(sum("--quantum=16")).isEqualTo(sum());
  }

  private String sum(String... options) throws IOException {
    List<Object> all = new ArrayList<>(List.of("--segments=2", "--trace-cycles=" + trace));
    all.addAll(List.of(options));
    run(all.toArray()).done();
    return Files.readAllLines(trace).getLast();
  }

  @Test
  void everyRuleThatRanHasALine() throws IOException {
    run("--segments=4", "--rule-stats=" + figures).done();
    List<String> lines = Files.readAllLines(figures);
    assertThat(lines.getFirst())
        .isEqualTo(
            "rule\tstates\tenumerated\tr0Mean\tr0Max\trtMean\trtMax\tsymbolsToOneMax\tneverOne\treexecuted");
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1)).matches("1\t4\t3(\t\\d+\\.\\d{3}\t\\d+){2}\t\\d+\t0\t0");
    // Parity goes on with two flows to the end of each of three segments.
    assertThat(lines.get(2)).matches("3\t\\d+\t3\t\\d+\\.\\d{3}\t\\d+\t2\\.000\t2\t\\d+\t3\t0");
  }

  @Test
  void rulesThatRunInOnePassHaveNoFlows() throws IOException {
    run("--mode=sequential", "--backend=cpu", "--rule-stats=" + figures).done();
    assertThat(Files.readAllLines(figures).get(1))
        .isEqualTo("1\t4\t0\t0.000\t0\t0.000\t0\t0\t0\t0");
  }

  @Test
  void printedSummariesSayWhatCyclesWereSpentOn() {
    String said = run("--segments=4").done().err();
    assertThat(said)
        .containsPattern("AP cycles +\\d+ of 20 sequential: speed-up .* of an ideal 4, \\d+\\.\\d%")
        .containsPattern("  spent on +symbols \\d+, switches \\d+, checks \\d+, look-back 0, comp")
        .containsPattern("flows +of a rule: R0 ")
        .containsPattern("  one left +after .*; never in 3 of 6 segments of rules")
        .containsPattern("  machine +R0 ")
        .containsPattern("re-executed +0 segments, 0 symbols; 0.000%");
  }

  /** Whatever level, reports are the same. */
  @ParameterizedTest
  @ValueSource(strings = {"basic", "last-concrete", "opportunistic", "BASIC"})
  void levelsOfReexecutionHaveNames(String level) {
    String usual = run("--segments=4", "--reports=tsv").done().out();
    assertThat(run("--segments=4", "--reports=tsv", "--reexecution=" + level).done().out())
        .isEqualTo(usual)
        .isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--trace-cycles=", "--rule-stats="})
  void filesAreCheckedBeforeTheRun(String option) {
    run(option + directory).unusable("is a directory");
    run(option + directory.resolve("no/x")).unusable("directory to write to does not exist");
    run(option + input).unusable(option.replace('=', ' ') + input, "overwrite what is read");
    run(option + rules).unusable(option.replace('=', ' ') + rules, "overwrite what is read");
  }

  @Test
  void noFileIsWrittenTwice() {
    run("--trace-cycles=" + trace, "--rule-stats=" + directory.resolve("./trace.tsv"))
        .unusable("--rule-stats and --trace-cycles name the same file");
    run("--summary-json=" + trace, "--trace-cycles=" + trace)
        .unusable("--trace-cycles and --summary-json name the same file");
    assertThat(trace).doesNotExist();
  }
}
