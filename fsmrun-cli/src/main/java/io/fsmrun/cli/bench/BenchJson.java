package io.fsmrun.cli.bench;

import io.fsmrun.gpu.plan.GpuEngine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a benchmark found, as JSON. Times are in seconds, speeds in millions of bytes a second. */
public final class BenchJson {

  private static final double NANOS = 1e9;

  private BenchJson() {}

  /**
   * Makes JSON of figures.
   *
   * @param figures what was found
   * @param mapper makes the nodes
   * @return the root
   */
  public static ObjectNode of(BenchFigures figures, JsonMapper mapper) {
    ObjectNode root = mapper.createObjectNode();
    Origin origin = figures.origin();
    root.put("fsmrun", origin.version());
    root.put("java", Runtime.version().toString());
    ArrayNode options = root.putArray("javaOptions");
    origin.javaOptions().forEach(options::add);
    root.put("processor", ProcessorName.here());
    root.put("processors", Runtime.getRuntime().availableProcessors());
    BenchFigures.Scanned input = figures.input();
    root.put("vectorModule", input.vectors());
    root.put("plannedWithSample", input.sampled());
    root.put("threads", input.threads());
    root.put("oneStream", input.oneStream());
    root.putObject("input")
        .put("name", input.name())
        .put("bytes", input.bytes())
        .put("sha256", origin.inputDigest());
    BenchFigures.RuleCounts rules = figures.rules();
    root.putObject("rules")
        .put("given", rules.given())
        .put("refused", rules.refused())
        .put("refusedByHyperscanOnly", rules.refusedByOther())
        .put("measured", rules.measured());
    root.put("databaseSha256", origin.databaseDigest());
    BenchFigures.Check check = figures.check();
    root.putObject("verified")
        .put("against", check.judge())
        .put("bytes", check.bytes())
        .put("reports", check.reports());
    ArrayNode compiled = root.putArray("compiled");
    figures.compiled().forEach(one -> add(compiled.addObject(), one));
    ArrayNode runs = root.putArray("scanned");
    for (int i = 0; i < figures.outcomes().size(); i++) {
      ObjectNode node = runs.addObject();
      add(node, figures, figures.outcomes().get(i));
      if (i > 0) {
        node.put("ratio", figures.ratio(i));
      }
    }
    figures
        .ramp()
        .ifPresent(
            ramp ->
                root.putObject("fresh")
                    .put("shareOfSpeed", Ramp.NEAR)
                    .put("afterBytes", ramp.bytes())
                    .put("afterSeconds", ramp.nanos() / NANOS));
    figures.gpu().ifPresent(gpu -> add(root.putObject("gpu"), gpu));
    ArrayNode plan = root.putArray("plan");
    BenchText.rulesByEngine(figures.plan())
        .forEach(
            (engine, count) ->
                plan.addObject().put("engine", engine.userName()).put("rules", count));
    return root;
  }

  private static void add(ObjectNode node, GpuFigures gpu) {
    node.put("device", gpu.device()).put("driver", gpu.driver());
    node.put("compileSeconds", gpu.compileNanos() / NANOS);
    node.put("programBytes", gpu.plan().programBytes()).put("parts", gpu.passes());
    node.put("pieceBytes", gpu.plan().piece().bytes());
    ObjectNode rules = node.putObject("rules");
    for (GpuEngine engine : GpuEngine.values()) {
      rules.put(engine.userName(), gpu.plan().rulesOf(engine).size());
    }
    node.put("kernelGigabytesPerSecond", gpu.kernelGigabytesPerSecond());
    node.put("records", gpu.records()).put("chunks", gpu.chunks()).put("rounds", gpu.rounds());
    node.put("segmentsAgain", gpu.segmentsAgain()).put("floods", gpu.floods());
  }

  private static void add(ObjectNode node, BenchFigures.Compiled compiled) {
    node.put("system", compiled.system());
    node.put("seconds", compiled.nanos() / NANOS);
    BenchFigures.Memory memory = compiled.memory();
    node.put("databaseBytes", memory.savedBytes());
    node.put("loadedBytes", memory.loadedBytes());
    node.put("scannerBytes", memory.scannerBytes());
    if (memory.peakBytes() >= 0) {
      node.put("peakBytes", memory.peakBytes());
    }
  }

  private static void add(ObjectNode node, BenchFigures figures, Race.Outcome outcome) {
    node.put("system", outcome.name());
    if (outcome.matches() >= 0) {
      node.put("reports", outcome.matches());
    }
    RunTimes runs = outcome.runs();
    ObjectNode speed = node.putObject("megabytesPerSecond");
    speed.put("median", runs.median()).put("min", runs.slowest()).put("max", runs.fastest());
    speed.put("firstPass", RunTimes.speed(figures.input().bytes(), outcome.firstPassNanos()));
    speed.put("fresh", RunTimes.speed(figures.input().freshBytes(), outcome.freshNanos()));
    node.put("freshBytes", figures.input().freshBytes());
    node.put("warmUpRuns", outcome.warmUpRuns());
    ArrayNode seconds = node.putArray("seconds");
    runs.nanos().forEach(nanos -> seconds.add(nanos / NANOS));
  }
}
