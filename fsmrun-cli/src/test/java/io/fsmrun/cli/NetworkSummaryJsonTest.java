package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The summary of a network's run as JSON. */
class NetworkSummaryJsonTest {

  @TempDir Path directory;

  private JsonNode summary(Object... options) throws IOException {
    Path json = directory.resolve("summary.json");
    Object[] arguments = new Object[options.length + 2];
    arguments[0] = "--input=" + Files.writeString(directory.resolve("i"), "cat cot cut cat");
    arguments[1] = "--summary-json=" + json;
    System.arraycopy(options, 0, arguments, 2, options.length);
    Cli.run(arguments).done();
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  @Test
  void aNetwork() throws IOException {
    JsonNode json = summary("--network=" + Networks.WORDS, "--threads=2");
    assertThat(json.propertyNames())
        .containsExactly(
            "mode",
            "backend",
            "network",
            "format",
            "stes",
            "counters",
            "booleans",
            "edges",
            "components",
            "networkBytes",
            "engineBytes",
            "sessionBytes",
            "loadNanos",
            "engineNanos",
            "threads",
            "segments",
            "symbols",
            "reports",
            "wallNanos",
            "throughputBytesPerSecond",
            "halfCores",
            "ap",
            "events");
    assertThat(json.get("mode").asString()).isEqualTo("sequential");
    assertThat(json.get("format").asString()).isEqualTo("anml");
    assertThat(json.get("stes").intValue()).isEqualTo(3);
    assertThat(json.get("counters").intValue()).isEqualTo(1);
    assertThat(json.get("edges").intValue()).isEqualTo(3);
    assertThat(json.get("components").intValue()).isEqualTo(1);
    assertThat(json.get("halfCores").intValue()).isEqualTo(1);
    assertThat(json.get("threads").intValue()).isEqualTo(2);
    assertThat(json.get("symbols").longValue()).isEqualTo(15);
    assertThat(json.get("reports").longValue()).isEqualTo(4);
    assertThat(json.get("networkBytes").longValue()).isPositive();
    assertThat(json.get("engineBytes").longValue()).isPositive();
    JsonNode events = json.get("events");
    assertThat(events.get("rowReads").longValue()).isEqualTo(15);
    assertThat(events.get("reports").longValue()).isEqualTo(4);
    // Both reports of the last symbol are in one vector.
    assertThat(events.get("reportVectors").longValue()).isEqualTo(3);
    assertThat(json.get("ap").get("cycles").longValue())
        .isEqualTo(15 + json.get("ap").get("stallCycles").longValue());
  }

  @Test
  void rulesAsANetwork() throws IOException {
    Path rules = Files.writeString(directory.resolve("r"), "c[ao]t\n(a)\\1\nx*\n");
    JsonNode json = summary("--rules=" + rules, "--form=nfa");
    assertThat(json.get("format").asString()).isEqualTo("rules");
    assertThat(json.get("form").asString()).isEqualTo("nfa");
    assertThat(json.get("rules").intValue()).isEqualTo(2);
    assertThat(json.get("rulesRefused").intValue()).isEqualTo(1);
    assertThat(json.get("reports").longValue()).isEqualTo(3 + 16);
  }

  @Test
  void aNetworkTooLargeForTheChipHasNoCycles() throws IOException {
    StringBuilder text = new StringBuilder("<automata-network id='chain'>");
    for (int i = 0; i < 25_000; i++) {
      text.append("<state-transition-element id='s").append(i).append("' symbol-set='c'");
      text.append(i == 0 ? " start='all-input'>" : ">");
      text.append("<activate-on-match element='s").append(i + 1).append("'/>");
      text.append("<report-on-match/></state-transition-element>\n");
    }
    text.append("<state-transition-element id='s25000' symbol-set='*'/></automata-network>");
    Path chain = Files.writeString(directory.resolve("chain.anml"), text);
    JsonNode json = summary("--network=" + chain);
    assertThat(json.get("reports").longValue()).isEqualTo(4);
    assertThat(json.has("ap")).isFalse();
    assertThat(json.has("halfCores")).isFalse();
  }
}
