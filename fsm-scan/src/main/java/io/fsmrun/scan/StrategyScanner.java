package io.fsmrun.scan;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.enumerative.Failover;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunListener;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.RunStatistics;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.Sequential;
import io.fsmrun.enumerative.strategy.Strategy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Scans inputs with the rules of a {@link RuleMachine}. Every strategy, back end, number of threads
 * and of segments gives the same reports, in order of end, then rule.
 *
 * <p>Immutable; each scan has its own state, so one scanner may be used by several threads.
 */
public final class StrategyScanner {

  private final PreparedRuleSet prepared;
  private final Strategy strategy;
  private final RunOptions options;
  private final RunListener listener;
  private final Supplier<InputSplitter> splitters;
  private final Failover failover;

  private StrategyScanner(Builder builder) {
    this.prepared = builder.prepared;
    this.strategy = builder.strategy;
    this.options = builder.options;
    this.listener = builder.listener;
    this.splitters = builder.splitters;
    this.failover = builder.failover;
  }

  /** Describes a scanner. */
  public static final class Builder {

    private final PreparedRuleSet prepared;
    private Strategy strategy = new Sequential();
    private RunOptions options = RunOptions.defaults();
    private RunListener listener = RunListener.NONE;
    private Supplier<InputSplitter> splitters = () -> InputSplitter.NONE;
    private Failover failover = Failover.NONE;

    Builder(PreparedRuleSet prepared) {
      this.prepared = prepared;
    }

    /**
     * How to cut and enumerate; sequential unless set.
     *
     * @param choice the strategy, made for the same rules
     * @return this builder
     */
    public Builder strategy(Strategy choice) {
      strategy = choice;
      return this;
    }

    /**
     * Threads and memory; one thread per core unless set.
     *
     * @param choice the options
     * @return this builder
     */
    public Builder options(RunOptions choice) {
      options = choice;
      return this;
    }

    /**
     * Who hears how a scan comes along.
     *
     * @param choice the listener
     * @return this builder
     */
    public Builder listener(RunListener choice) {
      listener = choice;
      return this;
    }

    /**
     * Where inputs fall into independent pieces; nowhere unless set. Each piece is scanned from the
     * start of the rules, as an input of its own, but reports give offsets in the whole input.
     * Where one piece ends and the next begins, a report of both counts once.
     *
     * @param choice makes a fresh splitter for each scan, called by the thread that scans; see
     *     {@link Splitters}
     * @return this builder
     */
    public Builder split(Supplier<InputSplitter> choice) {
      splitters = choice;
      return this;
    }

    /**
     * What becomes of a scan whose back end fails; the failure ends it unless this is set. A scan
     * that goes on elsewhere reports nothing twice and loses nothing.
     *
     * @param choice asked when a window fails; see {@link RuleMachine#preparedOn}
     * @return this builder
     */
    public Builder failover(Failover choice) {
      failover = choice;
      return this;
    }

    /**
     * Makes the scanner.
     *
     * @return a scanner with these options
     */
    public StrategyScanner build() {
      return new StrategyScanner(this);
    }
  }

  /**
   * Scans an array.
   *
   * @param input the bytes
   * @param sink takes the reports
   * @return what the run did
   * @throws InterruptedException if the thread is interrupted
   */
  public RunStatistics scan(byte[] input, ReportSink sink) throws InterruptedException {
    ParallelScan scan = newScan(sink);
    scan.write(input, 0, input.length);
    return scan.finish();
  }

  /**
   * Scans a stream to its end, in bounded memory. The stream is not closed.
   *
   * @param input the bytes
   * @param sink takes the reports
   * @return what the run did
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted
   */
  public RunStatistics scan(InputStream input, ReportSink sink)
      throws IOException, InterruptedException {
    return newScan(sink).scan(input);
  }

  /**
   * Scans a file of any size, in bounded memory.
   *
   * @param input the file
   * @param sink takes the reports
   * @return what the run did
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted
   */
  public RunStatistics scan(Path input, ReportSink sink) throws IOException, InterruptedException {
    try (InputStream in = Files.newInputStream(input)) {
      return scan(in, sink);
    }
  }

  private ParallelScan newScan(ReportSink sink) {
    return new ParallelScan(prepared, strategy, options, splitters.get(), sink, listener)
        .onFailure(failover);
  }
}
