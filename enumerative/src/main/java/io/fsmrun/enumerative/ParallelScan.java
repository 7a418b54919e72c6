package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.ReportOverflowException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.segment.WindowPlan;
import io.fsmrun.enumerative.strategy.Strategy;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Scans one input with one ruleset: cuts it, runs the segments on the back end, composes them and
 * reports in order.
 *
 * <p>Input comes in windows, each cut into segments by the strategy; between windows only the
 * configuration of each component is kept, so memory does not grow with the input. For one thread
 * at a time; it starts the threads it needs itself.
 */
public final class ParallelScan {

  private static final int SMALLEST_SPLIT = 1 << 10;
  private static final int FIRST_READ = 1 << 16;

  private PreparedRuleSet prepared;
  private final Strategy strategy;
  private final RunOptions options;
  private final RunListener listener;
  private final ReportMerger merger;
  private final StatisticsCollector statistics;
  private final InputSplitter splitter;
  private final StateSet[] configurations;
  private Failover failover = Failover.NONE;
  private long consumed;
  private boolean finished;

  /** Whether the next byte goes on with a piece that has begun. */
  private boolean insidePiece;

  /**
   * A scan at the start of its input.
   *
   * @param prepared the rules and the back end
   * @param strategy how to cut and enumerate
   * @param options threads and memory
   * @param sink takes the reports; called by the thread that writes
   * @param listener hears how it comes along
   */
  public ParallelScan(
      PreparedRuleSet prepared,
      Strategy strategy,
      RunOptions options,
      ReportSink sink,
      RunListener listener) {
    this(prepared, strategy, options, InputSplitter.NONE, sink, listener);
  }

  /**
   * A scan at the start of its input, which falls into independent pieces. Every piece is scanned
   * from the start of the rules, as if it were an input of its own; reports give offsets in the
   * whole input, and where one piece ends and the next begins, a report of both counts once.
   *
   * @param prepared the rules and the back end
   * @param strategy how to cut pieces and enumerate
   * @param options threads and memory
   * @param splitter finds where pieces end; for this scan only
   * @param sink takes the reports; called by the thread that writes
   * @param listener hears how it comes along
   */
  public ParallelScan(
      PreparedRuleSet prepared,
      Strategy strategy,
      RunOptions options,
      InputSplitter splitter,
      ReportSink sink,
      RunListener listener) {
    this.prepared = prepared;
    this.splitter = splitter;
    this.statistics = new StatisticsCollector(prepared.rules().size());
    this.strategy = strategy;
    this.options = options;
    this.listener = listener;
    this.merger = new ReportMerger(prepared.rules(), sink);
    this.configurations = new StateSet[prepared.rules().size()];
    for (int c = 0; c < configurations.length; c++) {
      configurations[c] = prepared.rules().automaton(c).startConfiguration();
    }
  }

  /**
   * What becomes of the scan if its back end fails; such a failure ends it unless this is set.
   *
   * @param choice asked for each window that fails, by the thread that writes
   * @return this scan
   */
  public ParallelScan onFailure(Failover choice) {
    failover = choice;
    return this;
  }

  /**
   * Scans a whole stream. The stream is not closed.
   *
   * @param in the input
   * @return what the run did
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted; the scan cannot go on
   */
  public RunStatistics scan(InputStream in) throws IOException, InterruptedException {
    byte[] window = new byte[Math.min(options.windowBytes(), FIRST_READ)];
    int length = 0;
    while (true) {
      length += in.readNBytes(window, length, window.length - length);
      if (length < window.length) {
        write(window, 0, length);
        return finish();
      }
      if (length < options.windowBytes()) {
        // Grow towards a whole window only as input really comes, so that short inputs cost little.
        window = Arrays.copyOf(window, (int) Math.min(options.windowBytes(), 4L * length));
      } else {
        write(window, 0, length);
        length = 0;
      }
    }
  }

  /**
   * Scans the next bytes of the input. Reports at their last two positions wait for what follows.
   *
   * @param input bytes, not kept
   * @param from index of the first
   * @param to index after the last
   * @throws InterruptedException if the thread is interrupted; the scan cannot go on
   * @throws IllegalStateException if the scan is finished
   */
  public void write(byte[] input, int from, int to) throws InterruptedException {
    requireOpen();
    int at = from;
    while (at < to) {
      // Not at + windowBytes, which may overflow in an array of more than 1 GiB.
      int end = at + Math.min(options.windowBytes(), to - at);
      byte[] window = Arrays.copyOfRange(input, at, end);
      runWindow(window, pieceEnds(window));
      at = end;
    }
  }

  /**
   * Ends the input and makes the reports that depend on its end.
   *
   * @return what the run did
   * @throws IllegalStateException if the scan is finished already
   */
  public RunStatistics finish() {
    requireOpen();
    finished = true;
    ReportBudget budget = ReportBudget.unlimited();
    ReportEnds[] ends = new ReportEnds[configurations.length];
    for (int c = 0; c < ends.length; c++) {
      Automaton automaton = prepared.rules().automaton(c);
      ends[c] = merger.startWindow(c, budget);
      int flags = automaton.reportFlags(configurations[c]);
      // Before the first byte there is no position to go back to.
      ends[c].addFinalFlags(consumed == 0 ? flags & ~ReportFlags.FINAL_BACK : flags, 0);
    }
    merger.report(ends, consumed, 0, true);
    return statistics.finish(consumed, merger.reports());
  }

  private void requireOpen() {
    if (finished) {
      throw new IllegalStateException("the scan is finished");
    }
  }

  /** Runs a window, whose pieces end at the given places. */
  private void runWindow(byte[] window, IntList pieceEnds) throws InterruptedException {
    ReportBudget budget =
        window.length <= SMALLEST_SPLIT
            ? ReportBudget.unlimited()
            : new ReportBudget(options.reportBudget());
    WindowRun run;
    try {
      // Reports held back from the window before are paid for here already.
      run =
          new WindowRun(
              prepared,
              strategy,
              options,
              window,
              plan(window, pieceEnds),
              configurations,
              merger,
              budget,
              consumed,
              listener);
      run.execute(
          options.threads(),
          fraction -> listener.progress(consumed + (long) (fraction * window.length)));
    } catch (ReportOverflowException e) {
      runHalves(window, pieceEnds);
      return;
    } catch (RuntimeException e) {
      prepared = instead(e);
      runWindow(window, pieceEnds);
      return;
    }
    insidePiece = pieceEnds.isEmpty() || pieceEnds.getInt(pieceEnds.size() - 1) != window.length;
    run.copyConfigurations(configurations);
    merger.report(run.ends(), consumed, window.length, false);
    statistics.add(run);
    listener.window(run.activity());
    consumed += window.length;
    listener.progress(consumed);
  }

  private void runHalves(byte[] window, IntList pieceEnds) throws InterruptedException {
    int middle = window.length / 2;
    int before = 0;
    while (before < pieceEnds.size() && pieceEnds.getInt(before) <= middle) {
      before++;
    }
    IntList later = new IntArrayList();
    for (int end : pieceEnds.subList(before, pieceEnds.size())) {
      later.add(end - middle);
    }
    runWindow(Arrays.copyOfRange(window, 0, middle), pieceEnds.subList(0, before));
    runWindow(Arrays.copyOfRange(window, middle, window.length), later);
  }

  /** Where a window is run again that failed. */
  private PreparedRuleSet instead(RuntimeException failure) {
    PreparedRuleSet other = failover.instead(failure, consumed).orElseThrow(() -> failure);
    if (!other.rules().equals(prepared.rules())) {
      throw new IllegalArgumentException("a scan cannot go on with other rules", failure);
    }
    return other;
  }

  /** Cuts a window where pieces end, and each piece where the strategy wants. */
  private WindowPlan plan(byte[] window, IntList pieceEnds) {
    WindowPlan.Builder plan = new WindowPlan.Builder(insidePiece);
    int at = 0;
    for (int end : pieceEnds) {
      plan.piece(strategy.cut(window, at, end));
      at = end;
    }
    if (at < window.length) {
      plan.piece(strategy.cut(window, at, window.length));
    }
    return plan.build();
  }

  private IntList pieceEnds(byte[] window) {
    IntList ends = new IntArrayList();
    int at = 0;
    while (at < window.length) {
      at = splitter.nextEnd(window, at, window.length);
      if (at < 0) {
        break;
      }
      ends.add(at);
    }
    return ends;
  }
}
