package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is said of networks: make, placement, activity, cost. */
class InspectTest {

  @TempDir Path directory;
  private Path input;

  @BeforeEach
  void makeInput() throws IOException {
    input = Files.writeString(directory.resolve("input.bin"), "cat cot cut cat");
  }

  private JsonNode json(Object... arguments) throws IOException {
    Path json = directory.resolve("figures.json");
    Object[] all = new Object[arguments.length + 2];
    all[0] = "inspect";
    all[1] = "--json=" + json;
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    Cli.run(all).done();
    return JsonMapper.shared().readTree(Files.readString(json));
  }

  @Test
  void whatANetworkIsMadeOf() {
    Cli run = Cli.run("inspect", Networks.WORDS).done();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("elements     3 STEs, 1 counters, 0 boolean elements")
        .contains("1 start on all input, 0 with the data; 0 latch; 2 report")
        .contains("edges        3; in: mean 0.75, most 1; out: mean 0.75, most 1")
        .contains("components   1; largest 4 elements, median 4")
        .contains("symbol sets  3 distinct, 4 classes")
        .contains("placement    half-cores 1 (at least 1), chips 1, passes 1")
        .contains("utilisation  0.0% of STEs, 0.3% of counters, 0.0% of boolean elements")
        .doesNotContain("active set", "hypothetical", "allocation");
    assertThat(Cli.run("inspect", "-q", Networks.WORDS).done().out()).isEmpty();
  }

  @Test
  void whatItDoesOnAnInput() {
    Cli run = Cli.run("inspect", Networks.WORDS, "--input", input).done();
    // c 4 times, a vowel 3 times, a word 3 times, and the counter once.
    assertThat(run.out())
        .contains("input        15 symbols, 4 reports")
        .contains("active set   mean 0.73, most 2")
        .contains("size: symbols  0: 5, 1: 9, 2-3: 1")
        .contains("activations  times: elements  1: 1, 2-3: 2, 4-7: 1")
        .contains("15 for symbols (passes 1)", "0 to reconfigure")
        .contains("15 row reads, 11 activations", "3 report vectors, 0 stalls")
        .contains("energy       estimate:");
  }

  @Test
  void figuresAsJson() throws IOException {
    JsonNode json = json(Networks.WORDS, "--input=" + input);
    assertThat(json.propertyNames())
        .containsExactly(
            "network",
            "format",
            "networkBytes",
            "loadNanos",
            "statistics",
            "placement",
            "activity",
            "ap",
            "events",
            "energy");
    assertThat(json.get("statistics").get("stes").intValue()).isEqualTo(3);
    assertThat(json.get("statistics").get("fanOut").get("most").intValue()).isEqualTo(1);
    assertThat(json.get("placement").get("halfCores").intValue()).isEqualTo(1);
    assertThat(json.get("events").get("activations").longValue()).isEqualTo(11);
    assertThat(json.get("events").get("reportVectors").longValue()).isEqualTo(3);
    assertThat(json.get("activity").get("timeline")).hasSize(15);
    assertThat(json.get("activity").get("activeSetHistogram")).hasSize(3);
    assertThat(json.get("ap").get("cycles").longValue())
        .isEqualTo(15 + json.get("ap").get("stallCycles").longValue());
    assertThat(json.get("energy").get("ratioToBaseline").doubleValue()).isEqualTo(1);
    assertThat(json(Networks.GATES).propertyNames())
        .doesNotContain("activity", "ap", "events", "energy");
  }

  @Test
  void drawingsAreColouredByActivity() throws IOException {
    Path plain = directory.resolve("plain.dot");
    Path heat = directory.resolve("heat.dot");
    Cli.run("inspect", Networks.WORDS, "--dot", plain).done();
    Cli.run("inspect", Networks.WORDS, "--dot", heat, "--input", input).done();
    assertThat(plain).content().startsWith("digraph").doesNotContain("active");
    assertThat(heat).content().contains("active 4 times", "active 1 times", "fillcolor=\"#");
  }

  @Test
  void plotsAreWritten() throws IOException {
    Path plots = directory.resolve("plots");
    Cli.run("inspect", Networks.WORDS, "--input", input, "--plots", plots).done();
    for (String name : List.of("active-set", "active-set-sizes", "activations", "enables")) {
      assertThat(plots.resolve(name + ".png")).isNotEmptyFile();
      assertThat(plots.resolve(name + ".svg")).content().contains("<svg");
    }
    Path empty = Files.writeString(directory.resolve("empty"), "");
    Cli.run("inspect", Networks.WORDS, "--input", empty, "--plots", plots)
        .unusable("--plots", "empty");
  }

  @Test
  void emptyInputsCostNothingButTheLastLook() {
    Path none = directory.resolve("none");
    assertThat(none).doesNotExist();
    Cli run = Cli.run("inspect", Networks.WORDS, "--input", "/dev/null").done();
    assertThat(run.out()).contains("input        0 symbols, 0 reports");
  }

  private Path chain(int length) throws IOException {
    StringBuilder text = new StringBuilder("<automata-network id='chain'>\n");
    for (int i = 0; i < length; i++) {
      text.append("<state-transition-element id='s").append(i).append("' symbol-set='c'");
      text.append(i == 0 ? " start='all-input'>" : ">");
      if (i + 1 < length) {
        text.append("<activate-on-match element='s").append(i + 1).append("'/>");
      }
      text.append("</state-transition-element>\n");
    }
    return Files.writeString(directory.resolve("chain.anml"), text + "</automata-network>");
  }

  @Test
  void componentsThatAreTooLarge() throws IOException {
    Path chain = chain(24_577);
    Cli.run("inspect", chain).unusable(chain, "24,577 STEs", "--device hypothetical");
    Cli.run("inspect", chain(24_576)).done();
  }

  @Test
  void everyFigureOfAHypotheticalDeviceSaysSo() throws IOException {
    Path chain = chain(24_577);
    Path long2 = Files.writeString(directory.resolve("long"), "c".repeat(2000));
    Cli run = Cli.run("inspect", chain, "--device=hypothetical", "--input", long2).done();
    assertThat(run.out())
        .contains("hypothetical half-cores 2", "hypothetical 1 components cut")
        .contains("hypothetical boundary traffic");
    for (String name : List.of("placement", "utilisation", "cuts", "AP cycles", "AP time")) {
      String line =
          run.outLines().stream().filter(l -> l.startsWith(name)).findFirst().orElseThrow();
      for (String figure : line.substring(name.length()).split("[,:;] |\\(", -1)) {
        assertThat(figure).as(line).contains("hypothetical");
      }
    }
    JsonNode json = json(chain, "--device=hypothetical", "--input=" + long2);
    for (Map.Entry<String, JsonNode> part : json.properties()) {
      if (part.getKey().startsWith("hypothetical")) {
        assertThat(part.getValue().propertyNames())
            .allMatch(name -> name.startsWith("hypothetical"));
      }
    }
    assertThat(json.propertyNames())
        .contains("hypotheticalPlacement", "hypotheticalAp", "hypotheticalEvents")
        .contains("hypotheticalEnergy", "hypotheticalTraffic")
        .doesNotContain("placement", "ap", "events", "energy", "traffic");
  }

  @Test
  void theAllocationOfTheThesis() throws IOException {
    Cli run = Cli.run("inspect", Networks.WORDS, "--allocation=thesis:snort", "--input", input);
    assertThat(run.done().out())
        .contains("allocation   thesis:Snort, 3 half-cores a segment, 5 segments on a rank")
        .contains("45 row reads")
        .contains("times that of the placement");
    JsonNode json = json(Networks.WORDS, "--allocation=thesis:Snort", "--input=" + input);
    assertThat(json.get("allocation").get("halfCoresPerSegment").intValue()).isEqualTo(3);
    assertThat(json.get("events").get("rowReads").longValue()).isEqualTo(45);
    assertThat(json.get("energy").get("ratioToBaseline").doubleValue()).isBetween(2.0, 3.0);
  }

  @Test
  void rulesAreInspectedAsNetworks() throws IOException {
    Path rules = Files.writeString(directory.resolve("my.rules"), "abcd\nx{20}\n(a)\\1\n");
    Cli run = Cli.run("inspect", rules, "--input", input).done();
    assertThat(run.out()).contains("my.rules (rules)", "24 STEs", "components   2");
    assertThat(run.err()).contains("refused");
    Cli.run("inspect", rules, "--form=dfa").done();
  }
}
