package io.fsmrun.cli.bench;

import io.fsmrun.gpu.plan.GpuEngine;
import io.fsmrun.scan.plan.EngineKind;
import io.fsmrun.scan.plan.RuleChoice;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Prints what a benchmark found. */
public final class BenchText {

  private static final double MB = 1e6;

  /** Millions in a thousand millions. */
  private static final double GIGA = 1e3;

  private static final double NANOS = 1e9;

  private final BenchFigures figures;
  private final PrintStream out;

  private BenchText(BenchFigures figures, PrintStream out) {
    this.figures = figures;
    this.out = out;
  }

  /**
   * Prints figures.
   *
   * @param figures what was found
   * @param out where to
   */
  public static void print(BenchFigures figures, PrintStream out) {
    new BenchText(figures, out).print();
  }

  private void print() {
    BenchFigures.RuleCounts rules = figures.rules();
    String other =
        rules.refusedByOther() == 0
            ? ""
            : ", %,d by hyperscan only".formatted(rules.refusedByOther());
    line(
        "rules",
        "%,d measured of %,d; refused: %,d%s",
        rules.measured(),
        rules.given(),
        rules.refused(),
        other);
    BenchFigures.Scanned input = figures.input();
    line(
        "input",
        "%s, %.2f MB; threads: %d, %s; vector module: %s; planned with a sample: %s",
        input.name(),
        input.bytes() / MB,
        input.threads(),
        input.oneStream()
            ? "which share it, or one"
            : "each scans all of it, speeds are of all together",
        input.vectors() ? "yes" : "no",
        input.sampled() ? "yes" : "no");
    BenchFigures.Check check = figures.check();
    line(
        "verified",
        "%,d reports in %.2f MB, equal to those of %s",
        check.reports(),
        check.bytes() / MB,
        check.judge());
    for (BenchFigures.Compiled compiled : figures.compiled()) {
      line(
          "compiled",
          "%s: %.2f s%s; database %.2f MB saved, %.2f MB loaded; scanner %.2f MB",
          compiled.system(),
          compiled.nanos() / NANOS,
          memory(", up to ", compiled.memory().peakBytes()),
          compiled.memory().savedBytes() / MB,
          compiled.memory().loadedBytes() / MB,
          compiled.memory().scannerBytes() / MB);
    }
    out.println();
    out.printf(
        Locale.ROOT,
        "%10s %10s %10s %10s %12s %11s%n",
        "MB/s median",
        "min",
        "max",
        "first pass",
        "fresh " + freshMegabytes(),
        "reports");
    figures.outcomes().forEach(this::print);
    out.println();
    for (int i = 1; i < figures.outcomes().size(); i++) {
      line("ratio", "%.2f of %s", figures.ratio(i), figures.outcomes().get(i).name());
    }
    figures
        .ramp()
        .ifPresent(
            ramp -> {
              String share = Math.round(100 * Ramp.NEAR) + "% of its speed";
              if (ramp.bytes() < 0) {
                line("fresh", "a scanner did not reach %s in %.1f s", share, ramp.nanos() / NANOS);
              } else {
                line(
                    "fresh",
                    "a scanner reaches %s after %.1f ms, %.2f MB",
                    share,
                    ramp.nanos() / NANOS * 1e3,
                    ramp.bytes() / MB);
              }
            });
    figures.gpu().ifPresent(this::print);
    line("plan", "%s", plan());
  }

  private void line(String label, String format, Object... values) {
    out.printf(Locale.ROOT, "%-9s " + format + "%n", prepend(label, values));
  }

  private static Object[] prepend(String label, Object... values) {
    Object[] all = new Object[values.length + 1];
    all[0] = label;
    System.arraycopy(values, 0, all, 1, values.length);
    return all;
  }

  private static String memory(String label, long bytes) {
    return bytes < 0 ? "" : String.format(Locale.ROOT, "%s%.2f MB", label, bytes / MB);
  }

  private String freshMegabytes() {
    return String.format(Locale.ROOT, "%.2f MB", figures.input().freshBytes() / MB);
  }

  private void print(Race.Outcome outcome) {
    RunTimes runs = outcome.runs();
    int bytes = figures.input().bytes();
    out.printf(
        Locale.ROOT,
        "%11.1f %10.1f %10.1f %10.1f %12.1f %11s  %s%n",
        runs.median(),
        runs.slowest(),
        runs.fastest(),
        RunTimes.speed(bytes, outcome.firstPassNanos()),
        RunTimes.speed(figures.input().freshBytes(), outcome.freshNanos()),
        outcome.matches() < 0 ? "-" : String.format(Locale.ROOT, "%,d", outcome.matches()),
        outcome.name());
  }

  private void print(GpuFigures gpu) {
    line(
        "gpu",
        "%s, %s; compiled in %.2f s, program %.2f MB in %d parts",
        gpu.device(),
        gpu.driver(),
        gpu.compileNanos() / NANOS,
        gpu.plan().programBytes() / MB,
        gpu.passes());
    StringJoiner rules = new StringJoiner(", ");
    for (GpuEngine engine : GpuEngine.values()) {
      rules.add(engine.userName() + " " + gpu.plan().rulesOf(engine).size());
    }
    line(
        "",
        "rules: %s; pieces of %.2f MB (%s); %s",
        rules,
        gpu.plan().piece().bytes() / MB,
        gpu.plan().piece().reason(),
        gpu.plan().reason());
    line(
        "",
        "kernels %.3f GB/s; %,d records, %,d chunks, %,d rounds again of %,d segments, %,d floods",
        gpu.kernelGigabytesPerSecond(),
        gpu.records(),
        gpu.chunks(),
        gpu.rounds(),
        gpu.segmentsAgain(),
        gpu.floods());
    for (Race.Outcome outcome : figures.outcomes()) {
      if (outcome.name().contains("gpu")) {
        line(
            "",
            "end to end %.3f GB/s, %.3f to %.3f: %s",
            outcome.runs().median() / GIGA,
            outcome.runs().slowest() / GIGA,
            outcome.runs().fastest() / GIGA,
            outcome.name());
      }
    }
  }

  private String plan() {
    Map<EngineKind, Integer> rules = rulesByEngine(figures.plan());
    StringJoiner text = new StringJoiner(", ");
    rules.forEach((engine, count) -> text.add(engine.userName() + " " + count));
    return text.toString();
  }

  /** How many rules have a part in each engine. */
  static Map<EngineKind, Integer> rulesByEngine(List<RuleChoice> choices) {
    Map<EngineKind, Integer> rules = new EnumMap<>(EngineKind.class);
    choices.stream()
        .map(choice -> Map.entry(choice.engine(), choice.rule()))
        .distinct()
        .forEach(entry -> rules.merge(entry.getKey(), 1, Integer::sum));
    return rules;
  }
}
