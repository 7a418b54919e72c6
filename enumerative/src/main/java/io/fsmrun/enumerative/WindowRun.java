package io.fsmrun.enumerative;

import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;
import io.fsmrun.enumerative.strategy.Strategy;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.DoubleConsumer;

/**
 * One window of input: every component over every segment, as tasks that any thread may take,
 * component by component. The thread that ends the last segment of a component composes it, so few
 * components are in flight at once.
 *
 * <p>Nothing outside is changed: a window that fails may be run again.
 */
final class WindowRun {

  private final PreparedRuleSet prepared;
  private final Strategy strategy;
  private final byte[] window;
  private final StateSet[] starts;
  private final ReportBudget budget;
  private final SegmentPlan cuts;
  private final int componentCount;

  private final ReportEnds[] ends;
  private final StateSet[] configurations;
  private final StateSet[] firstEnds;
  private final SegmentOutcome[][] outcomes;
  private final AtomicIntegerArray openSegments;
  private final AtomicIntegerArray replayed;
  private final WindowActivity.Collector[] collectors;
  private final StatisticsCollector.Window counts;
  private final AtomicInteger composed = new AtomicInteger();

  WindowRun(
      PreparedRuleSet prepared,
      Strategy strategy,
      byte[] window,
      StateSet[] starts,
      ReportMerger merger,
      ReportBudget budget) {
    this.prepared = prepared;
    this.strategy = strategy;
    this.window = window;
    this.starts = starts;
    this.budget = budget;
    this.cuts = strategy.cut(0, window.length);
    this.componentCount = starts.length;
    this.ends = new ReportEnds[componentCount];
    Arrays.setAll(ends, c -> merger.startWindow(c, budget));
    this.configurations = new StateSet[componentCount];
    this.firstEnds = new StateSet[componentCount];
    this.outcomes = new SegmentOutcome[componentCount][];
    int[] open = new int[componentCount];
    Arrays.fill(open, cuts.count());
    this.openSegments = new AtomicIntegerArray(open);
    Arrays.setAll(outcomes, c -> new SegmentOutcome[cuts.count()]);
    this.replayed = new AtomicIntegerArray(cuts.count());
    this.collectors = new WindowActivity.Collector[cuts.count()];
    Arrays.setAll(collectors, s -> new WindowActivity.Collector());
    this.counts = new StatisticsCollector.Window(cuts.count());
  }

  /**
   * Runs all tasks and waits for them; {@code progress} hears the share of the components that are
   * done.
   */
  void execute(int threads, DoubleConsumer progress) throws InterruptedException {
    long tasks = (long) componentCount * cuts.count();
    Workers.run(
        threads,
        tasks,
        task -> runTask((int) (task / cuts.count()), (int) (task % cuts.count()), progress));
  }

  private void runTask(int component, int segment, DoubleConsumer progress) {
    Session session = prepared.takeSession(component);
    int from = cuts.start(segment);
    int to = cuts.end(segment);
    if (segment == 0) {
      firstEnds[component] = session.runKnown(window, from, to, starts[component], ends[component]);
    } else {
      FlowPlan flows = strategy.flows(component);
      SegmentOutcome outcome = session.runFlows(window, from, to, flows.starts(), budget);
      outcomes[component][segment] = outcome;
      collectors[segment].add(outcome);
      counts.add(outcome);
    }
    // The atomic countdown orders all writes of the component's segments before its composition.
    if (openSegments.decrementAndGet(component) == 0) {
      compose(component, session);
      progress.accept((double) composed.incrementAndGet() / componentCount);
    }
    prepared.giveBack(component, session);
  }

  private void compose(int component, Session session) {
    if (cuts.count() == 1) {
      configurations[component] = firstEnds[component];
      return;
    }
    Composer composer = new Composer(window, cuts, strategy.flows(component), session);
    int[] symbols = new int[cuts.count()];
    Composer.Result result =
        composer.compose(firstEnds[component], outcomes[component], ends[component], symbols);
    outcomes[component] = null;
    configurations[component] = result.end();
    for (int s = 1; s < cuts.count(); s++) {
      replayed.accumulateAndGet(s, symbols[s], Math::max);
      if (s >= result.reexecutedFrom()) {
        counts.reexecuted(s);
      }
    }
  }

  void copyConfigurations(StateSet[] into) {
    System.arraycopy(configurations, 0, into, 0, componentCount);
  }

  ReportEnds[] ends() {
    return ends;
  }

  StatisticsCollector.Window counts() {
    return counts;
  }

  WindowActivity activity() {
    int segments = cuts.count();
    int[] lengths = new int[segments];
    int[][] live = new int[segments][];
    int[] replayedSymbols = new int[segments];
    long reexecuted = 0;
    for (int s = 0; s < segments; s++) {
      lengths[s] = cuts.end(s) - cuts.start(s);
      live[s] = collectors[s].liveSymbols(lengths[s]);
      replayedSymbols[s] = replayed.get(s);
      reexecuted += counts.wasReexecuted(s) ? lengths[s] : 0;
    }
    return new WindowActivity(lengths, live, replayedSymbols, reexecuted);
  }
}
