package io.fsmrun.bench.gpu;

import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.strategy.StateEnumeration;
import io.fsmrun.gpu.cuda.CudaDevice;
import io.fsmrun.gpu.device.Device;
import io.fsmrun.gpu.flow.GpuBackend;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.regex.RuleCompiler;
import io.fsmrun.regex.Rules;
import io.fsmrun.scan.RuleMachine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Locale;
import java.util.Random;

/**
 * What flows that never meet cost the first GPU, and the CPU: rules that count a byte modulo a
 * number, whose states change places on it, enumerated. Useful symbols are those of the input times
 * the rules, however many flows carry them.
 */
public final class LiveFlowsStudy {

  private static final int RULES = 256;
  private static final int SEGMENTS = 16;
  private static final int BYTES = 1 << 18;

  private LiveFlowsStudy() {}

  /**
   * Runs the study.
   *
   * @param args none
   * @throws InterruptedException if it is interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    byte[] input = new byte[BYTES];
    Random random = new Random(5);
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) ('a' + random.nextInt(4));
    }
    PrintStream out = System.out;
    try (Device device = CudaDevice.open(0)) {
      for (int modulus : new int[] {1, 2, 4, 8, 16, 32, 64}) {
        String rule = "/^(([^a]*a){" + modulus + "})*[^a]*$/s";
        CompiledRules compiled =
            RuleCompiler.withDefaults()
                .compile(Rules.of(new ArrayList<>(Collections.nCopies(RULES, rule))), done -> {});
        run(compiled, new GpuBackend(device), input);
        double[] gpu = run(compiled, new GpuBackend(device), input);
        double[] cpu = run(compiled, new CpuBackend(), input);
        out.println(
            String.format(
                Locale.ROOT,
                "flows\t%d\tmost at the end %.0f\tgpu %.3f G symbols/s\tcpu %.3f G symbols/s\t%s",
                modulus,
                gpu[1],
                (double) BYTES * RULES / gpu[0] / 1e6,
                (double) BYTES * RULES / cpu[0] / 1e6,
                gpu[2] == cpu[2] ? "equal" : "DIFFERENT"));
      }
    }
  }

  /** Milliseconds, flows at the end of a segment, reports. */
  private static double[] run(CompiledRules compiled, Backend backend, byte[] input)
      throws InterruptedException {
    ReportHash hash = new ReportHash();
    long begun = System.nanoTime();
    RunStatistics statistics =
        RuleMachine.of(compiled, backend)
            .scanner()
            .strategy(new StateEnumeration(SEGMENTS, FlowChecks.ALL))
            .options(RunOptions.defaults())
            .build()
            .scan(input, hash);
    double millis = (System.nanoTime() - begun) / 1e6;
    return new double[] {millis, statistics.rtMax(), hash.count()};
  }
}
