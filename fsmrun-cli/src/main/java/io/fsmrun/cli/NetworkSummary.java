package io.fsmrun.cli;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.Components;
import io.fsmrun.ap.network.ElementKind;
import java.io.PrintStream;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a run of a network did, for people and as JSON. */
final class NetworkSummary {

  private final LoadedNetwork loaded;
  private final NetworkJob.Settings settings;
  private final Run run;
  private final ChipCost.Figures chip;
  private final int components;

  /**
   * What was counted and timed.
   *
   * @param symbols length of the input
   * @param reports reports, of rules if the network was made of rules
   * @param engineNanos making the network ready to run
   * @param runNanos reading, running and reporting
   * @param memory of the engine and the stream
   * @param symbolsRunAgain symbols that were run a second time
   */
  record Run(
      long symbols,
      long reports,
      long engineNanos,
      long runNanos,
      NetworkStream.Memory memory,
      long symbolsRunAgain) {}

  /**
   * A run that is over.
   *
   * @param chip null if the network does not fit on the chip
   */
  NetworkSummary(
      LoadedNetwork loaded, NetworkJob.Settings settings, Run run, ChipCost.Figures chip) {
    this.loaded = loaded;
    this.settings = settings;
    this.run = run;
    this.chip = chip;
    components = Components.of(loaded.network()).count();
  }

  private double bytesPerSecond() {
    return run.symbols * 1e9 / Math.max(1, run.runNanos);
  }

  ObjectNode toJson(JsonMapper mapper) {
    AutomataNetwork network = loaded.network();
    ObjectNode json = mapper.createObjectNode();
    json.put("mode", Mode.SEQUENTIAL.toString());
    json.put("backend", BackendName.AP.toString());
    json.put("network", loaded.name());
    json.put("format", loaded.format().toString());
    if (loaded.rules() != null) {
      json.put("form", loaded.rules().form().toString());
      json.put("rules", loaded.rules().accepted());
      json.put("rulesRefused", loaded.rules().refused());
    }
    json.put("stes", network.count(ElementKind.STE));
    json.put("counters", network.count(ElementKind.COUNTER));
    json.put("booleans", network.count(ElementKind.GATE));
    json.put("edges", network.edgeCount());
    json.put("components", components);
    measured(json);
    if (chip != null) {
      chip(json, mapper);
    }
    return json;
  }

  private void measured(ObjectNode json) {
    json.put("networkBytes", loaded.network().memoryBytes());
    json.put("engineBytes", run.memory.engineBytes());
    if (run.memory.sessionBytes() >= 0) {
      json.put("sessionBytes", run.memory.sessionBytes());
    }
    json.put("loadNanos", loaded.loadNanos());
    json.put("engineNanos", run.engineNanos);
    json.put("threads", settings.threads());
    json.put("segments", settings.segments());
    if (settings.segments() > 1) {
      json.put("symbolsRunAgain", run.symbolsRunAgain);
    }
    json.put("symbols", run.symbols);
    json.put("reports", run.reports);
    json.put("wallNanos", run.runNanos);
    json.put("throughputBytesPerSecond", bytesPerSecond());
  }

  private void chip(ObjectNode json, JsonMapper mapper) {
    json.put("halfCores", chip.halfCores());
    json.set("ap", mapper.valueToTree(chip.cost()));
    ObjectNode events = json.putObject("events");
    events.put("rowReads", chip.rowReads());
    events.put("reports", chip.reports());
    events.put("reportVectors", chip.reportVectors());
    events.put("stalls", chip.stalls());
  }

  void print(PrintStream err) {
    AutomataNetwork network = loaded.network();
    err.printf(Locale.ROOT, "network      %s%s%n", loaded.name(), origin());
    err.printf(
        Locale.ROOT,
        "elements     %,d STEs, %,d counters, %,d boolean elements, %,d edges, %,d components%n",
        network.count(ElementKind.STE),
        network.count(ElementKind.COUNTER),
        network.count(ElementKind.GATE),
        network.edgeCount(),
        components);
    err.printf(
        Locale.ROOT,
        "input        %,d symbols in %.2f s, %.2f MB/s (loaded in %.2f s, made ready in %.2f s)%n",
        run.symbols,
        run.runNanos / 1e9,
        bytesPerSecond() / 1e6,
        loaded.loadNanos() / 1e9,
        run.engineNanos / 1e9);
    if (settings.segments() > 1) {
      err.printf(
          Locale.ROOT,
          "segments     %d side by side, %,d symbols run again%n",
          settings.segments(),
          run.symbolsRunAgain);
    }
    if (settings.reports() != ReportMode.NONE) {
      err.printf(Locale.ROOT, "reports      %,d%n", run.reports);
    }
    printChip(err);
    err.printf(
        Locale.ROOT,
        "memory       network %.1f MB, engine %.1f MB%s%n",
        network.memoryBytes() / 1e6,
        run.memory.engineBytes() / 1e6,
        working());
  }

  private String working() {
    long bytes = run.memory.sessionBytes();
    return bytes < 0 ? "" : String.format(Locale.ROOT, ", working memory %.1f MB", bytes / 1e6);
  }

  private String origin() {
    RuleOrigin rules = loaded.rules();
    return rules == null
        ? ""
        : String.format(
            Locale.ROOT,
            ", %,d rules (%,d refused) as %s",
            rules.accepted(),
            rules.refused(),
            rules.form());
  }

  private void printChip(PrintStream err) {
    if (chip == null) {
      err.printf("placement    does not fit on the chip; fsmrun inspect says why%n");
      return;
    }
    err.printf(
        Locale.ROOT,
        "placement    %s, half-cores %,d, passes %,d%n",
        chip.device(),
        chip.halfCores(),
        chip.cost().passes());
    err.printf(
        Locale.ROOT,
        "AP cycles    %,d, of which %,d wait for reports to be read out; %.1f MB/s%n",
        chip.cost().cycles(),
        chip.cost().stallCycles(),
        chip.cost().megabytesPerSecond());
  }
}
