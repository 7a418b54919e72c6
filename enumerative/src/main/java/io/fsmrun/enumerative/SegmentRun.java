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

/** One component over one segment whose start it does not know. For one thread, once. */
final class SegmentRun implements Cut {

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
  private int[] flowsAgain = {};
  private int replayInstead;
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

  /** Plans the flows and runs them. */
  List<SegmentPart> execute() {
    FlowPlan flows = strategy.flows(component, this);
    int from = plan.start(segment);
    int to = plan.end(segment);
    if (checkpoints.length == 0) {
      return List.of(new SegmentPart(segment, flows, run(from, to, flows)));
    }
    JoinedRun joined = new JoinedRun(automaton, decoder, segment, replay, this::run);
    joined.execute(flows, from, to, checkpoints);
    flowsAgain = joined.flowsAgain();
    replayInstead = joined.replayInstead();
    return joined.parts();
  }

  private SegmentOutcome run(int from, int to, FlowPlan flows) {
    return session.runFlows(window, from, to, flows.starts(), strategy.checks(), budget);
  }

  /** Symbols to replay from the true start instead of telling joined flows apart. */
  int replayInstead() {
    return replayInstead;
  }

  /**
   * For each checkpoint that is needed, how many flows count as run again from there to the next.
   */
  int[] flowsAgain() {
    return flowsAgain;
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
    int count = Math.min(symbols, position() - pieceStart());
    lookedBack = Math.max(lookedBack, count);
    StateSet all = StateSet.range(0, automaton.stateCount());
    FlowStart everything = new FlowStart(all, all.size() == 1 && automaton.isDeterministic());
    FlowStart nothing = new FlowStart(StateSet.EMPTY, true);
    List<FlowStart> starts =
        automaton.isDeterministic() ? List.of(everything) : List.of(nothing, everything);
    SegmentOutcome outcome =
        session.runFlows(window, position() - count, position(), starts, FlowChecks.ALL, budget);
    return automaton.isDeterministic()
        ? new Survivors(StateSet.EMPTY, outcome.end(0))
        : new Survivors(outcome.end(0), outcome.end(1));
  }
}
