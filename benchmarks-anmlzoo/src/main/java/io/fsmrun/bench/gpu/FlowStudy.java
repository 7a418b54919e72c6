package io.fsmrun.bench.gpu;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.flow.GpuBackend;
import io.fsmrun.profile.ConvergenceProfile;
import io.fsmrun.profile.ConvergenceProfiler;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.Rule;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.regex.RulesFile;
import io.fsmrun.scan.RuleMachine;
import io.fsmrun.scan.StrategyScanner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Strategies on the first GPU beside the CPU: the same reports, and how long each takes, as the
 * median of five scans after four others, with the least and the most. Rules are prepared once;
 * their tables stay on the device.
 *
 * <p>Arguments: name, rules file, input file, bytes of input, rules (the first ones), segments.
 */
public final class FlowStudy {

  private static final int WARM_UP = 4;
  private static final int RUNS = 5;

  /** As the command does unless told otherwise. */
  private static final int JOIN_AFTER = 16;

  private FlowStudy() {}

  /**
   * Runs the study.
   *
   * @param args as above
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    final String name = args[0];
    Rules all = RulesFile.read(Path.of(args[1]));
    int most = Math.min(Integer.parseInt(args[4]), all.accepted().size());
    List<Rule> first = all.accepted().subList(0, most);
    final byte[] input =
        Arrays.copyOf(Files.readAllBytes(Path.of(args[2])), Integer.parseInt(args[3]));
    final int segments = Integer.parseInt(args[5]);
    final CompiledRules compiled =
        RuleCompiler.withDefaults().compile(new Rules(all.source(), first, List.of()), done -> {});
    try (Device device = CudaDevice.open(0)) {
      for (Strategy strategy : strategies(compiled, segments)) {
        compare(name, compiled, strategy, new GpuBackend(device), input);
      }
    }
  }

  private static List<Strategy> strategies(CompiledRules compiled, int segments)
      throws InterruptedException {
    RuleSet rules = RuleMachine.of(compiled, new CpuBackend()).ruleSet();
    ConvergenceProfile profile = ConvergenceProfiler.withDefaults().profile(rules);
    return List.of(
        new Sequential(),
        new StateEnumeration(segments, FlowChecks.ALL),
        new LookBackEnumeration(segments, 20),
        profile.strategy(segments, FlowChecks.ALL, Sharing.CONNECTED_COMPONENTS),
        profile.strategy(segments, FlowChecks.ALL, new Sharing(true, JOIN_AFTER)));
  }

  private static void compare(
      String name, CompiledRules compiled, Strategy strategy, Backend gpu, byte[] input)
      throws InterruptedException {
    ReportHash onCpu = new ReportHash();
    ReportHash onGpu = new ReportHash();
    String cpuMillis = run(compiled, strategy, new CpuBackend(), input, onCpu);
    String gpuMillis = run(compiled, strategy, gpu, input, onGpu);
    boolean isJoined = strategy.sharing().joinAfter() != Sharing.NEVER;
    PrintStream out = System.out;
    out.println(
        String.format(
            Locale.ROOT,
            "%s\tflows\t%s\t%s\t%d\tcpu us\t%s\tgpu us\t%s",
            name,
            strategy.name() + (isJoined ? " joined" : ""),
            onCpu.isSame(onGpu) ? "equal" : "DIFFERENT",
            onCpu.count(),
            cpuMillis,
            gpuMillis));
  }

  /** Microseconds: median, least and most; the reports of the last scan are kept. */
  private static String run(
      CompiledRules compiled, Strategy strategy, Backend backend, byte[] input, ReportHash hash)
      throws InterruptedException {
    StrategyScanner scanner =
        RuleMachine.of(compiled, backend)
            .scanner()
            .strategy(strategy)
            .options(RunOptions.defaults())
            .build();
    Spread times = new Spread(RUNS);
    for (int i = 0; i < WARM_UP + RUNS; i++) {
      boolean isLast = i == WARM_UP + RUNS - 1;
      long begun = System.nanoTime();
      scanner.scan(input, isLast ? hash : new ReportHash());
      if (i >= WARM_UP) {
        times.add((System.nanoTime() - begun) / 1e6);
      }
    }
    return times.micros();
  }
}
