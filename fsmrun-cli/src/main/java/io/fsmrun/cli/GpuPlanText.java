package io.fsmrun.cli;

import io.fsmrun.gpu.device.DeviceFacts;
import io.fsmrun.gpu.plan.GpuEngine;
import io.fsmrun.gpu.plan.GpuPlan;
import java.util.Locale;

/** How a ruleset is split over a GPU and the CPU, in words. */
final class GpuPlanText {

  private GpuPlanText() {}

  /** The plan in one line. */
  static String summary(GpuPlan plan, DeviceFacts facts) {
    StringBuilder text = new StringBuilder(facts.name()).append(": ");
    for (GpuEngine engine : GpuEngine.values()) {
      int rules = plan.rulesOf(engine).size();
      if (rules > 0) {
        text.append(String.format(Locale.ROOT, "%s %,d rules, ", engine.userName(), rules));
      }
    }
    return text.append(
            String.format(
                Locale.ROOT,
                "kernels %.3f ns/byte expected, pieces of %,d bytes (%s); %s",
                plan.kernelNanos(),
                plan.piece().bytes(),
                plan.piece().reason(),
                plan.reason()))
        .toString();
  }
}
