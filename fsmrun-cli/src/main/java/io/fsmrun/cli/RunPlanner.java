package io.fsmrun.cli;

import io.fsmrun.cpu.CpuBackend;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.regex.CompiledRules;
import io.fsmrun.scan.RuleMachine;
import io.fsmrun.scan.StrategyScanner;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** Prepares one run: the back end, chosen by measurement if the user wants that, and a strategy. */
final class RunPlanner {

  private final Job.Settings settings;
  private final RunBackend backend;
  private final CompiledRules compiled;
  private final Sources sources;
  private final Progress progress;
  private final RunOptions options;
  private final LongSupplier clock;

  /**
   * A planner.
   *
   * @param clock nanoseconds since any moment, for measurements
   */
  RunPlanner(
      Job job, RunBackend backend, CompiledRules compiled, Sources sources, LongSupplier clock) {
    this.settings = job.settings();
    this.progress = job.progress();
    this.options = job.runOptions();
    this.backend = backend;
    this.compiled = compiled;
    this.sources = sources;
    this.clock = clock;
  }

  /**
   * What runs.
   *
   * @param machine the rules where they run
   * @param maker what has made the strategy
   * @param strategy how the input is cut
   */
  record Plan(RuleMachine machine, StrategyMaker maker, Strategy strategy) {

    StrategyScanner.Builder scanner(RunOptions options) {
      return machine.scanner().strategy(strategy).options(options);
    }
  }

  Plan plan() throws UserErrorException, InterruptedException {
    return settings.backend().name() == BackendName.AUTO
        ? choose()
        : on(settings.backend().name(), null);
  }

  private Plan on(BackendName name, String why) throws UserErrorException, InterruptedException {
    RuleMachine machine = backend.machine(compiled, name, why);
    StrategyMaker maker =
        new StrategyMaker(
            settings.strategy(), sources.benchmark(), backend.used(), settings.threads(), progress);
    return new Plan(machine, maker, maker.make(compiled.ruleSet()));
  }

  /** The GPU is opened only where it pays even if it is as fast as its link. */
  private Plan choose() throws UserErrorException, InterruptedException {
    byte[] sample = beginning(Calibration.MOST_BYTES);
    StrategyScanner.Builder sequential =
        RuleMachine.of(compiled, new CpuBackend()).scanner().strategy(new Sequential());
    double cpuRate = rate(sequential.options(options), sample);
    TransferModel model = TransferModel.bound(cpuRate, options.windowBytes());
    long bytes = expected(model);
    if (!model.gpuPays(bytes)) {
      return on(BackendName.CPU, model.text(bytes));
    }
    Plan gpu = on(BackendName.GPU, "gpu");
    if (backend.used() == BackendName.GPU) {
      // What is measured here includes copies and calls: a rate for short inputs, so on the safe
      // side for long ones.
      model = model.withKernels(rate(gpu.scanner(options).failover(backend), sample));
    }
    if (backend.used() != BackendName.GPU) {
      return gpu;
    }
    if (model.gpuPays(bytes)) {
      backend.explain(model.text(bytes));
      return gpu;
    }
    backend.release();
    return on(BackendName.CPU, model.text(bytes));
  }

  private double rate(StrategyScanner.Builder builder, byte[] sample) throws InterruptedException {
    StrategyScanner scanner = builder.build();
    return new Calibration(clock)
        .rate(
            sample.length, bytes -> scanner.scan(Arrays.copyOf(sample, bytes), (rule, end) -> {}));
  }

  /**
   * How long the input is. Of one that nobody knows the length of, as much is read as a GPU would
   * pay for, a window at most, which is not scanned before it is there anyway; if there is more, as
   * much again is taken to come.
   */
  private long expected(TransferModel model) throws UserErrorException {
    Input input = sources.input();
    if (input.length() < 0) {
      double enough = Math.min(Math.ceil(model.paysFrom()), options.windowBytes());
      int come = beginning((int) Math.max(enough, Calibration.MOST_BYTES)).length;
      return input.length() < 0 ? 2L * come : input.length();
    }
    return input.length();
  }

  private byte[] beginning(int most) throws UserErrorException {
    try {
      return sources.input().beginning(most);
    } catch (IOException e) {
      throw UserErrorException.of(sources.input().name(), e);
    }
  }
}
