package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Strategies with their options, through the command: the reports of one pass, and what is said.
 */
class StrategyRunTest {

  /** Among them two states that never meet, and a rule that depends on where a piece ends. */
  private static final String RULES = "abc\n/x.*y/s\n/^start/\n/^([^a]*a[^a]*a)*$/s\nend$\n";

  private static final String INPUT =
      "start abcx\nqqr abcd aBcCd y abbd yy\nstart qr abcabc qqr end\nx end\n\nabc y end";

  private static final List<String> WAYS =
      List.of(
          "--mode=enumerative",
          "--mode=enumerative --without=convergence",
          "--mode=lbe",
          "--mode=lbe --lookback=auto",
          "--mode=lbe --lookback=0",
          "--mode=lbe --lookback=500 --without=convergence,deactivation",
          "--mode=pap",
          "--mode=pap --without=range-guided-cut,connected-components",
          "--mode=pap --without=active-state-group --without=common-parent",
          "--mode=pap --without=convergence,deactivation",
          "--mode=cse",
          "--mode=cse --join-after=1",
          "--mode=cse --cutoff=0.01 --join-after=3",
          "--mode=cse --without=join,convergence,deactivation",
          "--mode=cse --cutoff=0.01 --reexecution=basic",
          "--mode=cse --cutoff=0.01 --reexecution=last-concrete");

  @TempDir Path directory;
  private Path rules;
  private Path input;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    rules = Files.writeString(directory.resolve("r"), RULES);
    input = Files.writeString(directory.resolve("i"), INPUT);
    file = directory.resolve("out.json");
  }

  private Cli run(String options, Object... more) {
    return runOn(input, options, more);
  }

  private Cli runOn(Path read, String options, Object... more) {
    List<Object> all = new ArrayList<>(List.of("--rules=" + rules, "--input=" + read));
    Stream.of(options.split(" ", -1)).filter(word -> !word.isEmpty()).forEach(all::add);
    all.addAll(List.of(more));
    return Cli.run(all.toArray());
  }

  private String reports(String options) {
    return run(options, "--reports=tsv").done().out();
  }

  private JsonNode summary(String options) throws IOException {
    run(options, "--summary-json=" + file).done();
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ap", "cpu"})
  void everyStrategyReportsWhatOnePassDoes(String backend) {
    String expected = reports("--mode=sequential --backend=" + backend);
    assertThat(expected).contains("1\t9\n", "3\t5\n", "5\t" + INPUT.length());
    for (String way : WAYS) {
      for (String cuts : List.of("2", "7 --dfa-states=0", "16", "100", "auto")) {
        String all = way + " --backend=" + backend + " --segments=" + cuts;
        assertThat(reports(all)).as(all).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"enumerative", "lbe", "pap", "cse"})
  void turnsChangeCyclesOnly(String mode) {
    String expected = reports("--mode=sequential");
    for (String turns : List.of("--quantum=1", "--quantum=2 --check-interval=6")) {
      assertThat(reports("--mode=" + mode + " --segments=4 " + turns)).isEqualTo(expected);
    }
  }

  @Test
  void predictionsMayMissButNoReportDoes() throws IOException {
    String way = "--mode=lbe --lookback=0 --predict=1 --backend=cpu --segments=5";
    assertThat(reports(way)).isEqualTo(reports("--mode=sequential"));
    JsonNode missed = summary(way).get("mispredictions");
    assertThat(missed.get("starts").intValue()).isEqualTo(5 * 4);
    assertThat(missed.get("unforeseen").intValue()).isBetween(1, 19);
    assertThat(missed.get("rate").doubleValue())
        .isEqualTo(missed.get("unforeseen").intValue() / 20.0);
    assertThat(run(way).done().err()).containsPattern("mispredicted +\\d+ of 20 starts, ");
  }

  @ParameterizedTest
  @CsvSource({
    "--mode=lbe --predict=1,--predict is for --backend cpu",
    "--mode=lbe --predict=0 --backend=cpu,--predict must be at least 1",
    "--mode=cse --predict=1 --backend=cpu,--predict is for --mode lbe",
    "--mode=pap --lookback=3,--lookback is for --mode lbe",
    "--mode=lbe --lookback=-1,--lookback",
    "--mode=lbe --cutoff=0.5,--cutoff is for --mode cse",
    "--mode=lbe --join-after=5,--join-after is for --mode cse",
    "--cutoff=0,--cutoff 0.0 is not above 0",
    "--cutoff=1.5,--cutoff 1.5 is not above 0 and at most 1",
    "--cutoff=NaN,--cutoff NaN",
    "--join-after=0,--join-after must be at least 1",
    "--mode=sequential --without=convergence,--mode sequential has no such",
    "--mode=enumerative --without=deactivation,--without deactivation: --mode enumerative has no",
    "--mode=lbe --without=common-parent,--mode lbe has no such",
    "--mode=pap --without=join,--mode pap has no such",
    "--mode=cse --without=range-guided-cut,--mode cse has no such",
    "--without=luck,luck",
    "--split=,it is empty",
    "--split=a(,--split: ",
    "--split=a*,it matches the empty string",
    "--split=ab$,depends on",
    "--split=(a)\\1,--split: "
  })
  void whatCannotBeIsRefused(String options, String said) {
    run(options).unusable(said);
  }

  /** Each piece is an input of its own, its ends counted on from where it starts. */
  @ParameterizedTest
  @CsvSource({"\\n,(?<=\\n)", "y,(?<=y)", "[ \\n],(?<=[ \\n])", "abc,(?<=abc)", "\\x0a,(?<=\\n)"})
  void piecesAreInputsOfTheirOwn(String split, String boundary) throws IOException {
    StringBuilder expected = new StringBuilder();
    int offset = 0;
    for (String text : INPUT.split(boundary, -1)) {
      if (!text.isEmpty()) {
        Path piece = Files.writeString(directory.resolve("p"), text, StandardCharsets.US_ASCII);
        String ends = runOn(piece, "--mode=sequential", "--reports=tsv").done().out();
        for (String line : ends.lines().toList()) {
          int tab = line.indexOf('\t');
          // An empty match at the start of a piece has the end of the piece before.
          int end = Integer.parseInt(line.substring(tab + 1)) + offset;
          expected.append(line, 0, tab + 1).append(end).append('\n');
        }
        offset += text.length();
      }
    }
    assertThat(offset).isEqualTo(INPUT.length());
    for (String mode : List.of("sequential", "enumerative", "lbe", "pap", "cse")) {
      for (String cuts : List.of("1", "3", "auto")) {
        Cli run =
            run("--mode=" + mode + " --segments=" + cuts, "--split=" + split, "--reports=tsv");
        assertThat(run.done().outLines())
            .as(mode + " " + cuts)
            .containsExactlyInAnyOrderElementsOf(expected.toString().lines().distinct().toList());
      }
    }
  }

  @Test
  void autoIsACopyForEachHalfCore() throws IOException {
    assertThat(summary("--segments=auto").get("segments").intValue()).isEqualTo(16);
    JsonNode onThreads = summary("--segments=auto --backend=cpu --threads=3");
    assertThat(onThreads.get("segments").intValue()).isEqualTo(3);
    JsonNode dealt = summary("--segments=auto --split=\\n");
    assertThat(dealt.get("ap").get("idealSpeedup").doubleValue()).isGreaterThan(1);
    assertThat(dealt.get("ap").get("baselineCycles").intValue()).isEqualTo(INPUT.length());
  }

  @Test
  void figuresOfEachStrategy() throws IOException {
    assertThat(summary("--mode=lbe --lookback=7").get("lookback").intValue()).isEqualTo(7);
    assertThat(summary("--mode=lbe").get("lookback").isIntegralNumber()).isTrue();
    assertThat(summary("--mode=pap").get("savings")).hasSize(4);
    JsonNode less = summary("--mode=pap --without=common-parent");
    assertThat(less.get("savings")).hasSize(3);
    assertThat(less.get("savings").get(0).propertyNames())
        .containsExactly("optimisation", "flowsWithout", "flowsWith");
    assertThat(less.has("lookback")).isFalse();
    JsonNode dropped = summary("--mode=enumerative --segments=2").get("flowsDropped");
    assertThat(dropped.get("convergence").intValue()).isPositive();
    assertThat(dropped.get("deactivation").intValue()).isZero();
    assertThat(run("--mode=pap").done().err())
        .contains("saved      range-guided-cut: ", "dropped    flows of rules: convergence ");
    assertThat(run("--mode=lbe --lookback=7").done().err()).contains("look-back    7 symbols");
  }

  @Test
  void oneMachineFlowIsLeftAfterAJoin() throws IOException {
    JsonNode joined = summary("--segments=2 --join-after=2").get("flows").get("machine");
    assertThat(joined.get("r0Max").intValue()).isGreaterThan(1);
    assertThat(joined.get("rtMax").intValue()).isEqualTo(1);
    JsonNode apart = summary("--segments=2 --without=join").get("flows").get("machine");
    assertThat(apart.get("rtMax").intValue()).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"enumerative", "lbe --lookback=0", "pap", "cse --without=join"})
  void checksThatAreOffCostNothing(String mode) throws IOException {
    String off = " --segments=2 --quantum=2 --without=convergence";
    if (!mode.equals("enumerative")) {
      off += ",deactivation";
    }
    assertThat(summary("--mode=" + mode + off).get("cyclesBy").get("checks").intValue()).isZero();
    JsonNode on = summary("--mode=" + mode + " --segments=2 --quantum=2");
    assertThat(on.get("cyclesBy").get("checks").intValue()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "enumerative", "lbe", "pap", "cse"})
  void dumpsHaveTheSegmentsOfEachRule(String mode) throws IOException {
    run("--mode=" + mode + " --segments=4", "--dump-segments=" + file).done();
    JsonNode tables = JsonMapper.shared().readTree(Files.readString(file));
    int segments = mode.equals("sequential") ? 1 : 4;
    long[] symbols = new long[RULES.length()];
    boolean[][] seen = new boolean[6][4];
    for (JsonNode table : tables) {
      int rule = table.get("rule").intValue();
      symbols[rule] += table.get("to").longValue() - table.get("from").longValue();
      seen[rule][table.get("segment").intValue()] = true;
    }
    for (int rule = 1; rule <= 5; rule++) {
      assertThat(symbols[rule]).as("rule " + rule).isEqualTo(INPUT.length());
      for (int s = 0; s < segments; s++) {
        assertThat(seen[rule][s]).isTrue();
      }
    }
  }

  @Test
  void dumpsOverwriteNothingThatIsNeeded() {
    run("", "--dump-segments=" + input).unusable("--dump-segments", "overwrite what is read");
    run("", "--dump-segments=" + file, "--summary-json=" + file)
        .unusable("--dump-segments and --summary-json name the same file");
    run("", "--dump-segments=" + directory).unusable("is a directory");
    assertThat(file).doesNotExist();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a process cannot be read as a file")
  void aFailedRunLeavesNoDump() throws IOException {
    Path unreadable = Path.of("/proc/self/mem");
    assumeTrue(Files.exists(unreadable), "no such file here");
    runOn(unreadable, "", "--dump-segments=" + file).unusable("/proc/self/mem");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactlyInAnyOrder(rules, input);
    }
  }

  @Test
  void anInterruptedRunLeavesNoDump() throws IOException {
    Thread.currentThread().interrupt();
    Cli stopped;
    try {
      stopped = run("", "--dump-segments=" + file);
    } finally {
      Thread.interrupted(); // Else the next test would be interrupted too.
    }
    assertThat(stopped.status()).isEqualTo(Main.UNUSABLE);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactlyInAnyOrder(rules, input);
    }
  }
}
