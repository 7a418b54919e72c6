package io.fsmrun.cli;

import io.fsmrun.cli.gpu.GpuRules;
import io.fsmrun.cli.gpu.GpuScan;
import io.fsmrun.gpu.Devices;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.device.DeviceException;
import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.plan.GpuEngine;
import io.fsmrun.gpu.plan.GpuPlan;
import io.fsmrun.gpu.plan.RulePlacement;
import io.fsmrun.regex.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How rules would be split over a GPU and the CPU: for each the engine, why, and the cost. */
final class GpuPlanInspection {

  /** What plans are made for where there is no GPU: the one that costs were measured on. */
  private static final DeviceFacts USUAL =
      new DeviceFacts(
          "an NVIDIA H200, since there is no GPU here",
          "none",
          90,
          132,
          232_448,
          233_472,
          150_109_880_320L);

  private static final int SAMPLE_BYTES = 1 << 17;

  private final GpuPlan plan;
  private final DeviceFacts facts;
  private final Map<Integer, String> texts = new TreeMap<>();

  private GpuPlanInspection(GpuPlan plan, DeviceFacts facts, GpuRules rules) {
    this.plan = plan;
    this.facts = facts;
    for (Rule rule : rules.rules().accepted()) {
      texts.put(rule.id(), "/" + rule.pattern() + "/" + rule.flags());
    }
  }

  /**
   * Plans rules.
   *
   * @param input what would be scanned; null if that is not known
   * @param ordinal number of the GPU that is asked what it is, if it is there
   */
  static GpuPlanInspection of(GpuRules rules, GpuScan.Settings settings, Path input, int ordinal)
      throws UserErrorException, InterruptedException {
    DeviceFacts facts = factsOf(ordinal);
    GpuScan.Settings how = settings;
    if (input != null) {
      try (InputStream in = Files.newInputStream(input)) {
        how =
            new GpuScan.Settings(
                settings.host(),
                settings.plan().withInput(Files.size(input), in.readNBytes(SAMPLE_BYTES)));
      } catch (IOException e) {
        throw UserErrorException.of(input.toString(), e);
      }
    }
    return new GpuPlanInspection(GpuScan.plan(rules, how, facts), facts, rules);
  }

  private static DeviceFacts factsOf(int ordinal) {
    try (Device device = Devices.open(ordinal)) {
      return device.facts();
    } catch (DeviceException e) {
      return USUAL;
    }
  }

  void print(PrintStream out) {
    for (RulePlacement placement : plan.placements()) {
      out.printf(
          Locale.ROOT,
          "%d\t%s\t%.5f ns/byte\t%s\t%s%n",
          placement.rule(),
          placement.engine().userName(),
          placement.nanosPerByte(),
          placement.reason(),
          PlanInspection.shortened(texts.get(placement.rule())));
    }
    out.println();
    for (GpuEngine engine : GpuEngine.values()) {
      out.printf(Locale.ROOT, "%-15s %,7d rules%n", engine.userName(), plan.rulesOf(engine).size());
    }
    out.printf(Locale.ROOT, "%-15s %s%n", "planned for", facts.name());
    out.printf(
        Locale.ROOT,
        "%-15s %.3f ns/byte expected, %.1f GB/s; %s%n",
        "kernels",
        plan.kernelNanos(),
        plan.kernelNanos() == 0 ? 0 : 1 / plan.kernelNanos(),
        plan.reason());
    out.printf(
        Locale.ROOT,
        "%-15s %,d bytes: %s%n",
        "pieces",
        plan.piece().bytes(),
        plan.piece().reason());
    if (plan.tables() != null) {
      out.printf(Locale.ROOT, "%ntables:%n%s", plan.tables().describe());
    }
  }

  ObjectNode json(JsonMapper mapper) {
    ObjectNode root = mapper.createObjectNode();
    root.put("device", facts.name());
    root.put("kernelNanosPerByte", plan.kernelNanos());
    root.put("reason", plan.reason());
    root.put("pieceBytes", plan.piece().bytes()).put("pieceReason", plan.piece().reason());
    ObjectNode engines = root.putObject("rules");
    for (GpuEngine engine : GpuEngine.values()) {
      engines.put(engine.userName(), plan.rulesOf(engine).size());
    }
    ArrayNode rules = root.putArray("plan");
    for (RulePlacement placement : plan.placements()) {
      rules
          .addObject()
          .put("rule", placement.rule())
          .put("pattern", texts.get(placement.rule()))
          .put("engine", placement.engine().userName())
          .put("reason", placement.reason())
          .put("expectedNanosPerByte", placement.nanosPerByte());
    }
    return root;
  }
}
