package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.CallerGroup;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.engine.Workers;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.segment.WindowPlan;
import io.fsmrun.enumerative.strategy.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * One window of input: every component over every segment, as tasks that any thread may take,
 * component by component. The thread that ends the last task of a component composes it, so few
 * components are in flight at once.
 *
 * <p>Nothing outside is changed: a window that fails may be run again.
 */
final class WindowRun {

  private final PreparedRuleSet prepared;
  private final Strategy strategy;
  private final RunOptions options;
  private final byte[] window;
  private final StateSet[] starts;
  private final ReportBudget budget;
  private final long offset;
  private final RunListener listener;
  private final boolean wantsSegments;
  private final WindowPlan plan;
  private final SegmentGroups groups;
  private final int componentCount;

  private final ReportEnds[] ends;
  private final StateSet[] configurations;
  private final SegmentResult[][] results;
  private final AtomicIntegerArray openGroups;
  private final SegmentFacts[] facts;
  private final StatisticsCollector.Window counts;
  private final AtomicInteger composed = new AtomicInteger();

  WindowRun(
      PreparedRuleSet prepared,
      Strategy strategy,
      RunOptions options,
      byte[] window,
      WindowPlan plan,
      StateSet[] starts,
      ReportMerger merger,
      ReportBudget budget,
      long offset,
      RunListener listener) {
    this.prepared = prepared;
    this.strategy = strategy;
    this.options = options;
    this.window = window;
    this.starts = starts;
    this.budget = budget;
    this.offset = offset;
    this.listener = listener;
    this.wantsSegments = listener.wantsSegments();
    this.plan = plan;
    this.groups = new SegmentGroups(plan, prepared.backend().callersWanted());
    this.componentCount = starts.length;
    this.ends = new ReportEnds[componentCount];
    Arrays.setAll(ends, c -> merger.startWindow(c, budget));
    this.configurations = new StateSet[componentCount];
    this.results = new SegmentResult[componentCount][];
    int[] open = new int[componentCount];
    Arrays.fill(open, groups.count());
    this.openGroups = new AtomicIntegerArray(open);
    Arrays.setAll(results, c -> new SegmentResult[plan.count()]);
    this.facts = new SegmentFacts[plan.count()];
    Arrays.setAll(
        facts,
        s ->
            plan.isFirstOfPiece(s)
                ? null
                : new SegmentFacts(plan.length(s), options.checkInterval(), strategy.sharing()));
    this.counts = new StatisticsCollector.Window(componentCount, plan.count());
  }

  /**
   * Runs all tasks and waits for them; {@code progress} hears the share of the components that are
   * done. A back end that gathers calls has as many threads wait for it as it wants, whatever
   * {@code threads} says.
   */
  void execute(int threads, DoubleConsumer progress) throws InterruptedException {
    long tasks = (long) componentCount * groups.count();
    LongConsumer body =
        task -> runTask((int) (task / groups.count()), (int) (task % groups.count()), progress);
    Backend backend = prepared.backend();
    // What is wanted is calls, and each caller makes several at a time.
    int wanted = Math.max(1, backend.callersWanted() / groups.widest());
    int callers = (int) Math.min(wanted, tasks);
    if (backend.callersWanted() == 1 || tasks == 0) {
      Workers.run(threads, tasks, body);
      return;
    }
    try (CallerGroup group = backend.announce(window, callers)) {
      Workers.runWaiting(callers, tasks, body, group::leave);
    }
  }

  private void runTask(int component, int group, DoubleConsumer progress) {
    Session session = prepared.takeSession(component);
    int first = groups.first(group);
    int count = groups.end(group) - first;
    List<Runnable> known = new ArrayList<>(count);
    List<SegmentRun> runs = new ArrayList<>(count);
    for (int s = first; s < first + count; s++) {
      if (plan.isFirstOfPiece(s)) {
        known.add(beginKnown(component, s, session));
      } else {
        runs.add(beginUnknown(component, s, session));
      }
    }
    // All that the segments do next is begun before any of it is waited for.
    for (boolean more = true; more; ) {
      more = false;
      for (SegmentRun run : runs) {
        more |= run.advance();
      }
    }
    known.forEach(Runnable::run);
    finish(component, runs);
    // The atomic countdown orders all writes of the component's segments before its composition.
    if (openGroups.decrementAndGet(component) == 0) {
      compose(component, session);
      results[component] = null;
      progress.accept((double) composed.incrementAndGet() / componentCount);
    }
    prepared.giveBack(component, session);
  }

  /** Begins a segment; what is returned waits for its end. */
  private Runnable beginKnown(int component, int segment, Session session) {
    ReportEnds found = new ReportEnds(budget);
    StateSet start = knownStart(component, segment);
    Supplier<StateSet> run =
        session.beginKnown(window, plan.start(segment), plan.end(segment), start, found);
    return () -> results[component][segment] = new SegmentResult.Run(run.get(), found);
  }

  private StateSet knownStart(int component, int segment) {
    return plan.beginsPiece(segment)
        ? prepared.rules().automaton(component).startConfiguration()
        : starts[component];
  }

  private SegmentRun beginUnknown(int component, int segment, Session session) {
    SegmentRun run =
        new SegmentRun(
            strategy,
            component,
            prepared.rules().automaton(component),
            session,
            window,
            plan,
            segment,
            facts[segment].checkpoints(),
            prepared.decoder(component),
            options.replay(),
            budget);
    run.begin();
    return run;
  }

  private void finish(int component, List<SegmentRun> runs) {
    for (int i = 0; i < runs.size(); i++) {
      // Components that end at the same time do not all begin with the same segment.
      SegmentRun run = runs.get((component + i) % runs.size());
      facts[run.segment()].add(component, run, run.parts());
      results[component][run.segment()] =
          new SegmentResult.Enumerated(run.parts(), run.replayInstead());
    }
    counts.add(component, runs.stream().map(SegmentRun::parts).toList());
  }

  /** Puts the results of a component together, piece by piece. */
  private void compose(int component, Session session) {
    Automaton automaton = prepared.rules().automaton(component);
    StateSet configuration = starts[component];
    for (int s = 0; s < plan.count(); ) {
      if (plan.beginsPiece(s)) {
        int flags = automaton.reportFlags(configuration);
        endPiece(component, flags, plan.start(s));
        configuration = automaton.startConfiguration();
        if ((automaton.reportFlags(configuration) & ReportFlags.HERE) != 0) {
          ends[component].add(plan.start(s));
        }
      }
      int end = plan.endOfPiece(s);
      configuration = composePiece(component, s, end, session);
      s = end;
    }
    configurations[component] = configuration;
  }

  /** What the piece before reports because it ended here; none if this is the first. */
  private void endPiece(int component, int flags, int position) {
    if (offset + position > 0) {
      ends[component].addFinalFlags(flags, position);
    }
  }

  private StateSet composePiece(int component, int first, int end, Session session) {
    SegmentResult.Run known = (SegmentResult.Run) results[component][first];
    if (wantsSegments) {
      listener.segments(component, tables(component, first, end, known.end()));
    }
    ends[component].addFrom(known.ends(), Integer.MIN_VALUE);
    if (end == first + 1) {
      return known.end();
    }
    List<SegmentPart> parts = new ArrayList<>();
    for (int s = first + 1; s < end; s++) {
      parts.addAll(enumerated(component, s).parts());
    }
    Composer composer =
        new Composer(window, parts, options.reexecution(), options.replay(), session);
    StateSet configuration = composer.compose(known.end(), ends[component]);
    for (int from = 0; from < parts.size(); ) {
      int segment = parts.get(from).segment();
      int to = from;
      while (to < parts.size() && parts.get(to).segment() == segment) {
        to++;
      }
      strategy.started(component, composer.foreseen(from));
      facts[segment].addComposition(
          composer, parts, from, to, enumerated(component, segment).replayInstead());
      counts.addComposition(component, segment, composer, parts, from, to);
      from = to;
    }
    return configuration;
  }

  private List<SegmentTable> tables(int component, int first, int end, StateSet knownEnd) {
    List<SegmentTable> tables = new ArrayList<>();
    List<SegmentTable.Row> row = SegmentTable.knownRow(knownStart(component, first), knownEnd);
    tables.add(
        new SegmentTable(
            component,
            offset,
            first,
            plan.start(first),
            plan.end(first),
            SegmentTable.Kind.KNOWN,
            row));
    for (int s = first + 1; s < end; s++) {
      for (SegmentPart part : enumerated(component, s).parts()) {
        tables.add(part.table(component, offset));
      }
    }
    return tables;
  }

  private SegmentResult.Enumerated enumerated(int component, int segment) {
    return (SegmentResult.Enumerated) results[component][segment];
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
    List<SegmentActivity> segments = new ArrayList<>(plan.count());
    for (int s = 0; s < plan.count(); s++) {
      segments.add(facts[s] == null ? SegmentFacts.known(plan.length(s)) : facts[s].activity());
    }
    return new WindowActivity(plan, segments);
  }
}
