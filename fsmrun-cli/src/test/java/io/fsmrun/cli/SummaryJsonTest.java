package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The summary as JSON: its fields, their types, and which are absent when. */
class SummaryJsonTest {

  private static final Set<String> ALWAYS =
      Set.of(
          "mode",
          "backend",
          "rules",
          "rulesRefused",
          "rulesWithoutDfa",
          "states",
          "bytes",
          "segments",
          "reports",
          "wallNanos",
          "throughputBytesPerSecond",
          "compileNanos");

  @TempDir Path directory;

  private JsonNode summary(Object... options) throws IOException {
    Path rules = Files.writeString(directory.resolve("r"), "abc\n/x.*y/s\n(a)\\1\n");
    Path input = Files.writeString(directory.resolve("i"), "abc x y abcabc x y z".repeat(50));
    Path json = directory.resolve("summary.json");
    Object[] arguments = new Object[options.length + 3];
    arguments[0] = "--rules=" + rules;
    arguments[1] = "--input=" + input;
    arguments[2] = "--summary-json=" + json;
    System.arraycopy(options, 0, arguments, 3, options.length);
    Cli.run(arguments).done();
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  private static Set<String> with(String... more) {
    Set<String> all = new TreeSet<>(ALWAYS);
    all.addAll(Set.of(more));
    return all;
  }

  @Test
  void cseOnTheAutomataProcessorHasEverything() throws IOException {
    JsonNode json = summary("--mode=cse", "--backend=ap", "--segments=4");
    assertThat(json.propertyNames())
        .containsExactlyInAnyOrderElementsOf(
            with(
                "profileNanos",
                "ap",
                "cyclesBy",
                "eventsPerHalfCore",
                "energyEstimate",
                "flows",
                "reexecution",
                "savings",
                "flowsDropped"));
    assertThat(json.get("mode").asString()).isEqualTo("cse");
    assertThat(json.get("backend").asString()).isEqualTo("ap");
    assertThat(json.get("rules").intValue()).isEqualTo(2);
    assertThat(json.get("rulesRefused").intValue()).isEqualTo(1);
    assertThat(json.get("bytes").longValue()).isEqualTo(1000);
    assertThat(json.get("segments").intValue()).isEqualTo(4);
    assertThat(json.get("reports").longValue()).isEqualTo(250);
    for (String field : ALWAYS) {
      boolean text = field.equals("mode") || field.equals("backend");
      boolean real = field.equals("throughputBytesPerSecond");
      assertThat(json.get(field).isString()).as(field).isEqualTo(text);
      assertThat(json.get(field).isIntegralNumber()).as(field).isEqualTo(!text && !real);
    }
    assertThat(json.get("throughputBytesPerSecond").isFloatingPointNumber()).isTrue();
  }

  @Test
  void partsHaveTheirFields() throws IOException {
    JsonNode json = summary("--mode=cse", "--backend=ap", "--segments=4");
    JsonNode ap = json.get("ap");
    assertThat(ap.propertyNames())
        .containsExactly("cycles", "baselineCycles", "speedup", "idealSpeedup");
    assertThat(ap.get("cycles").isIntegralNumber()).isTrue();
    assertThat(ap.get("baselineCycles").longValue()).isEqualTo(1000);
    assertThat(ap.get("speedup").doubleValue()).isEqualTo(1000.0 / ap.get("cycles").longValue());
    assertThat(ap.get("idealSpeedup").doubleValue()).isEqualTo(4);
    assertThat(json.get("eventsPerHalfCore").get("rowReads").longValue()).isGreaterThan(1000);
    assertThat(json.get("energyEstimate").get("ratioToSequential").doubleValue()).isGreaterThan(1);
    JsonNode flows = json.get("flows");
    assertThat(flows.propertyNames())
        .containsExactly("r0Mean", "r0Max", "rtMean", "rtMax", "symbolsToOneFlow", "machine");
    for (String name : List.of("r0Mean", "r0Max", "rtMean", "rtMax")) {
      boolean mean = name.endsWith("Mean");
      JsonNode machine = flows.get("machine").get(name);
      assertThat(machine.isFloatingPointNumber()).as(name).isEqualTo(mean);
      assertThat(machine.doubleValue())
          .as(name)
          .isGreaterThanOrEqualTo(mean ? 1 : flows.get(name).doubleValue());
    }
    assertThat(flows.get("symbolsToOneFlow").propertyNames())
        .containsExactly("median", "p95", "max", "never");
    assertThat(flows.get("r0Mean").isFloatingPointNumber()).isTrue();
    assertThat(flows.get("r0Max").isIntegralNumber()).isTrue();
    JsonNode reexecution = json.get("reexecution");
    assertThat(reexecution.propertyNames()).containsExactly("segments", "symbols", "rate");
    assertThat(reexecution.get("segments").isIntegralNumber()).isTrue();
    assertThat(reexecution.get("symbols").isIntegralNumber()).isTrue();
    assertThat(reexecution.get("rate").isFloatingPointNumber()).isTrue();
  }

  @Test
  void cyclesAreSpentOnSomething() throws IOException {
    JsonNode json = summary("--mode=cse", "--backend=ap", "--segments=4");
    JsonNode by = json.get("cyclesBy");
    assertThat(by.propertyNames())
        .containsExactly(
            "symbols", "switches", "checks", "lookback", "composition", "decoding", "reexecution");
    long sum = 0;
    for (JsonNode cycles : by) {
      assertThat(cycles.isIntegralNumber()).isTrue();
      sum += cycles.longValue();
    }
    assertThat(sum).isEqualTo(json.get("ap").get("cycles").longValue());
    // A function of each of three segments is evaluated at least once.
    assertThat(by.get("composition").longValue()).isGreaterThanOrEqualTo(3);
    assertThat(by.get("lookback").longValue()).isZero();
  }

  @Test
  void processorsHaveNoApCycles() throws IOException {
    JsonNode json = summary("--mode=cse", "--backend=cpu");
    assertThat(json.propertyNames())
        .containsExactlyInAnyOrderElementsOf(
            with("profileNanos", "flows", "reexecution", "savings", "flowsDropped"));
    assertThat(json.get("flows").propertyNames())
        .containsExactly("r0Mean", "r0Max", "rtMean", "rtMax", "symbolsToOneFlow");
  }

  @Test
  void sequentialRunsHaveNoFlows() throws IOException {
    assertThat(summary("--mode=sequential", "--backend=cpu").propertyNames())
        .containsExactlyInAnyOrderElementsOf(ALWAYS);
    JsonNode ap = summary("--mode=sequential", "--backend=ap");
    assertThat(ap.propertyNames())
        .containsExactlyInAnyOrderElementsOf(
            with("ap", "cyclesBy", "eventsPerHalfCore", "energyEstimate"));
    assertThat(ap.get("cyclesBy").get("symbols").longValue()).isEqualTo(1000);
    assertThat(ap.get("segments").intValue()).isEqualTo(1);
    assertThat(ap.get("ap").get("speedup").doubleValue()).isEqualTo(1);
    assertThat(ap.get("eventsPerHalfCore").get("rowReads").longValue()).isEqualTo(1000);
    assertThat(ap.get("eventsPerHalfCore").get("flowSwitches").longValue()).isZero();
    assertThat(ap.get("energyEstimate").get("ratioToSequential").doubleValue()).isEqualTo(1);
  }

  @Test
  void reportsAreCountedInAnyCase() throws IOException {
    assertThat(summary("--reports=none").get("reports").longValue()).isEqualTo(250);
    assertThat(summary("--reports=tsv").get("reports").longValue()).isEqualTo(250);
  }

  @Test
  void replacesAnOldSummaryAndLeavesNothingElse() throws IOException {
    Files.writeString(directory.resolve("summary.json"), "old".repeat(10_000));
    assertThat(summary().get("bytes").longValue()).isEqualTo(1000);
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("r", "i", "summary.json");
    }
  }

  @Test
  void writesThroughALink() throws IOException {
    Path real = directory.resolve("real.json");
    Files.writeString(real, "");
    Files.createSymbolicLink(directory.resolve("summary.json"), real);
    summary();
    assertThat(directory.resolve("summary.json")).isSymbolicLink();
    assertThat(real).content().contains("throughputBytesPerSecond");
  }
}
