package io.fsmrun.bench.reproduce;

import io.fsmrun.ap.timing.CycleAccount;
import io.fsmrun.ap.timing.CycleModel;
import io.fsmrun.ap.timing.CycleParameters;
import io.fsmrun.ap.timing.CycleTrace;
import io.fsmrun.bench.cycles.CycleListener;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.LookBackEnumeration;
import io.fsmrun.enumerative.strategy.PapEnumeration;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Sharing;
import io.fsmrun.enumerative.strategy.Strategy;
import io.fsmrun.enumerative.strategy.WholePieces;
import io.fsmrun.scan.Splitters;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Does runs of one benchmark. For one thread. */
final class Runner {

  /** Pieces with fewer symbols for each copy of the machine are not worth cutting. */
  private static final int LEAST_SEGMENT = 4096;

  private final Material material;
  private final int threads;

  Runner(Material material, int threads) {
    this.material = material;
    this.threads = threads;
  }

  /**
   * Does a run.
   *
   * @param progress hears how many bytes are scanned; called by any thread
   */
  RunResult run(RunSpec spec, LongConsumer progress) throws IOException, InterruptedException {
    return run(spec, spec.isReference() ? material.reference() : material.prepared(), progress);
  }

  RunResult run(RunSpec spec, PreparedRuleSet prepared, LongConsumer progress)
      throws IOException, InterruptedException {
    Strategy strategy = strategy(spec);
    CycleModel flows = CycleModel.published().withTurns(spec.quantum(), spec.quantum());
    boolean dealt = spec.input().pieces() == RunSpec.Pieces.DEALT;
    CycleAccount account =
        new CycleAccount(
            CycleParameters.published().withFlows(CycleListener.charged(flows, spec.checks())),
            dealt ? spec.segments() : 1,
            CycleTrace.none());
    CycleListener cycles = new CycleListener(account, null);
    ReportDigest reports = new ReportDigest();
    byte[] input = material.input(spec.input().bytes());
    long start = System.nanoTime();
    ParallelScan scan =
        new ParallelScan(
            prepared,
            strategy,
            RunOptions.defaults()
                .withThreads(threads)
                .withReexecution(spec.reexecution())
                .withCheckInterval(spec.quantum()),
            splitter(spec),
            reports,
            cycles.reportingTo(progress));
    scan.write(input, 0, input.length);
    RunStatistics statistics = scan.finish();
    account.finish();
    return result(statistics, account, cycles, reports, (System.nanoTime() - start) / 1e9);
  }

  private InputSplitter splitter(RunSpec spec) {
    return spec.input().pieces() == RunSpec.Pieces.ONE
        ? InputSplitter.NONE
        : Splitters.of(material.benchmark().split()).get();
  }

  private Strategy strategy(RunSpec spec) throws InterruptedException {
    Strategy strategy =
        switch (spec.mode()) {
          case RunSpec.Mode.OnePass m -> new Sequential();
          case RunSpec.Mode.LookBack m ->
              new LookBackEnumeration(spec.segments(), m.symbols(), spec.checks());
          case RunSpec.Mode.Pap m ->
              new PapEnumeration(
                  material.prepared().rules(), spec.segments(), m.on(), spec.checks());
          case RunSpec.Mode.ConvergenceSets m ->
              material
                  .predictions()
                  .of(m.merge(), m.strings())
                  .strategy(spec.segments(), spec.checks(), new Sharing(true, m.joinAfter()));
        };
    return spec.input().pieces() == RunSpec.Pieces.DEALT
        ? new WholePieces(strategy, spec.segments() * LEAST_SEGMENT)
        : strategy;
  }

  private static RunResult result(
      RunStatistics run,
      CycleAccount account,
      CycleListener cycles,
      ReportDigest reports,
      double seconds) {
    return new RunResult(
        run.bytes(),
        run.segments(),
        account.cycles(),
        account.baselineCycles(),
        account.idealSpeedup(),
        account.cyclesBy(),
        cycles.machine(),
        new RunResult.RuleFlows(
            run.r0Mean(),
            run.r0Max(),
            run.rtMean(),
            run.rtMax(),
            run.symbolsToOne(),
            run.enumerated()),
        new RunResult.Reexecution(
            run.reexecutedSegments(),
            cycles.unknownStarts(),
            run.reexecutedSymbols(),
            run.reexecutionRate()),
        reports.count(),
        reports.hex(),
        seconds);
  }
}
