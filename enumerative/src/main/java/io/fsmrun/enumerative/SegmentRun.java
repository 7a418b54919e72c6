package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.segment.WindowPlan;
import io.fsmrun.enumerative.strategy.Strategy;
import java.util.List;
import java.util.function.Supplier;

/** One component over one segment whose start it does not know. For one thread, once. */
final class SegmentRun implements Cut {

  private static final int[] NONE = {};

  private final Strategy strategy;
  private final int component;
  private final Automaton automaton;
  private final Session session;
  private final byte[] window;
  private final WindowPlan plan;
  private final int segment;
  private final int[] checkpoints;
  private final Decoder decoder;
  private final PrefixReplay replay;
  private final ReportBudget budget;

  /** The look-back that was begun; null if there is none. */
  private Supplier<Survivors> behind;

  private boolean isPlanned;
  private Supplier<SegmentPart> whole;
  private JoinedRun joined;
  private List<SegmentPart> parts;
  private int lookedBack;

  SegmentRun(
      Strategy strategy,
      int component,
      Automaton automaton,
      Session session,
      byte[] window,
      WindowPlan plan,
      int segment,
      int[] checkpoints,
      Decoder decoder,
      PrefixReplay replay,
      ReportBudget budget) {
    this.strategy = strategy;
    this.component = component;
    this.automaton = automaton;
    this.session = session;
    this.window = window;
    this.plan = plan;
    this.segment = segment;
    this.checkpoints = checkpoints;
    this.decoder = decoder;
    this.replay = replay;
    this.budget = budget;
  }

  /** Begins to look back if that comes first, else to run the flows. */
  void begin() {
    if (strategy.lookBack() > 0) {
      behind = beginLookBack(strategy.lookBack());
    } else {
      beginFlows();
    }
  }

  private void beginFlows() {
    isPlanned = true;
    FlowPlan flows = strategy.flows(component, this);
    int from = plan.start(segment);
    int to = plan.end(segment);
    if (checkpoints.length == 0) {
      Supplier<SegmentOutcome> outcome =
          session.beginFlows(window, from, to, flows.starts(), strategy.checks(), budget);
      whole = () -> new SegmentPart(segment, flows, outcome.get());
      return;
    }
    joined =
        new JoinedRun(
            automaton, decoder, segment, replay, session, window, strategy.checks(), budget);
    joined.begin(flows, from, to, checkpoints);
  }

  /** Waits for what was begun, and begins what comes next; whether anything does. */
  boolean advance() {
    if (parts != null) {
      return false;
    }
    if (!isPlanned) {
      beginFlows();
      return true;
    }
    if (joined == null) {
      parts = List.of(whole.get());
      return false;
    }
    if (joined.advance()) {
      return true;
    }
    parts = joined.parts();
    return false;
  }

  /** The parts, once all has been run. */
  List<SegmentPart> parts() {
    return parts;
  }

  int segment() {
    return segment;
  }

  /** Symbols to replay from the true start instead of telling joined flows apart. */
  int replayInstead() {
    return joined == null ? 0 : joined.replayInstead();
  }

  /**
   * For each checkpoint that is needed, how many flows count as run again from there to the next.
   */
  int[] flowsAgain() {
    return joined == null ? NONE : joined.flowsAgain();
  }

  int lookedBack() {
    return lookedBack;
  }

  @Override
  public Automaton automaton() {
    return automaton;
  }

  @Override
  public byte[] input() {
    return window;
  }

  @Override
  public int position() {
    return plan.start(segment);
  }

  @Override
  public int pieceStart() {
    return plan.pieceStart(segment);
  }

  @Override
  public Survivors lookBack(int symbols) {
    Supplier<Survivors> run = symbols == strategy.lookBack() ? behind : null;
    behind = null;
    return (run == null ? beginLookBack(symbols) : run).get();
  }

  private Supplier<Survivors> beginLookBack(int symbols) {
    int count = Math.min(symbols, position() - pieceStart());
    lookedBack = Math.max(lookedBack, count);
    StateSet all = StateSet.range(0, automaton.stateCount());
    FlowStart everything = new FlowStart(all, all.size() == 1 && automaton.isDeterministic());
    FlowStart nothing = new FlowStart(StateSet.EMPTY, true);
    List<FlowStart> starts =
        automaton.isDeterministic() ? List.of(everything) : List.of(nothing, everything);
    Supplier<SegmentOutcome> run =
        session.beginFlows(window, position() - count, position(), starts, FlowChecks.ALL, budget);
    return () -> {
      SegmentOutcome outcome = run.get();
      return automaton.isDeterministic()
          ? new Survivors(StateSet.EMPTY, outcome.end(0))
          : new Survivors(outcome.end(0), outcome.end(1));
    };
  }
}
