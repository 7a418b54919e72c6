package io.fsmrun.testkit;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The simplest back end that keeps the contract of {@link Session}: sets of the JDK, stepped by
 * {@link ReferenceEngine}. Tests of strategies and of composition use it; its outcomes are what
 * other back ends are compared with.
 */
public final class NaiveBackend implements Backend {

  /** The back end; it has no parameters. */
  public NaiveBackend() {}

  @Override
  public String name() {
    return "naive";
  }

  @Override
  public Engine prepare(Automaton automaton) {
    return new NaiveEngine(automaton);
  }

  private record NaiveEngine(Automaton automaton) implements Engine {

    @Override
    public Session newSession() {
      return new NaiveSession(automaton);
    }
  }

  private record NaiveSession(Automaton automaton) implements Session {

    @Override
    public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
      Set<Integer> active = toSet(start);
      for (int p = from; p < to; p++) {
        active = ReferenceEngine.step(automaton, active, input[p] & 0xff);
        ends.addFlags(ReferenceEngine.flags(automaton, active), p + 1);
      }
      return toStateSet(active);
    }

    @Override
    public SegmentOutcome runFlows(
        byte[] input,
        int from,
        int to,
        List<FlowStart> starts,
        FlowChecks checks,
        ReportBudget budget) {
      NaiveFlow[] flows = new NaiveFlow[starts.size()];
      Arrays.setAll(flows, f -> new NaiveFlow(starts.get(f), from, budget));
      for (NaiveFlow flow : flows) {
        flow.becomeConcreteIfOne(automaton, from);
      }
      for (int p = from; p < to; p++) {
        for (NaiveFlow flow : flows) {
          flow.step(automaton, input[p] & 0xff, p + 1);
        }
        if (checks.convergence()) {
          mergeEqual(flows, p + 1);
        }
        for (NaiveFlow flow : checks.deactivation() ? flows : new NaiveFlow[0]) {
          flow.becomeIdleIfSettled(automaton, p + 1);
        }
      }
      SegmentOutcome.Flow[] outcome = new SegmentOutcome.Flow[flows.length];
      Arrays.setAll(outcome, f -> flows[f].outcome());
      return new SegmentOutcome(from, to, outcome);
    }
  }

  private static void mergeEqual(NaiveFlow[] flows, int position) {
    for (int f = 1; f < flows.length; f++) {
      for (int g = 0; g < f && flows[f].isLive(); g++) {
        if (flows[g].isLive() && flows[f].active.equals(flows[g].active)) {
          flows[f].mergedInto = g;
          flows[f].mergedAt = position;
        }
      }
    }
  }

  private static final class NaiveFlow {

    private final ReportEnds ends;
    private final boolean known;
    private Set<Integer> active;
    private int concreteAt = SegmentOutcome.NEVER;
    private int mayReportUntil;
    private int mergedAt = SegmentOutcome.NEVER;
    private int mergedInto = -1;
    private int idleAt = SegmentOutcome.NEVER;

    NaiveFlow(FlowStart start, int from, ReportBudget budget) {
      mayReportUntil = from;
      active = toSet(start.states());
      known = start.known();
      ends = new ReportEnds(budget);
    }

    boolean isLive() {
      return mergedInto < 0;
    }

    void becomeConcreteIfOne(Automaton automaton, int position) {
      boolean one = known || (automaton.isDeterministic() && active.size() == 1);
      if (one && concreteAt == SegmentOutcome.NEVER) {
        concreteAt = position;
      }
    }

    void step(Automaton automaton, int symbol, int position) {
      if (!isLive()) {
        return;
      }
      active = ReferenceEngine.step(automaton, active, symbol);
      int flags = ReferenceEngine.flags(automaton, active);
      if (concreteAt != SegmentOutcome.NEVER) {
        ends.addFlags(flags, position);
      } else if ((flags & (ReportFlags.HERE | ReportFlags.BACK)) != 0) {
        mayReportUntil = position;
      }
      becomeConcreteIfOne(automaton, position);
    }

    /** Deactivation: a state that every symbol leads back to, and that reports nothing. */
    void becomeIdleIfSettled(Automaton automaton, int position) {
      boolean settled =
          isLive()
              && idleAt == SegmentOutcome.NEVER
              && automaton.isDeterministic()
              && active.size() == 1
              && automaton.reportFlags(toStateSet(active)) == ReportFlags.NONE;
      for (int symbol = 0; settled && symbol < 256; symbol++) {
        settled = ReferenceEngine.step(automaton, active, symbol).equals(active);
      }
      if (settled) {
        idleAt = position;
      }
    }

    SegmentOutcome.Flow outcome() {
      return new SegmentOutcome.Flow(
          concreteAt, mayReportUntil, mergedAt, mergedInto, idleAt, toStateSet(active), ends);
    }
  }

  private static Set<Integer> toSet(StateSet states) {
    Set<Integer> set = new TreeSet<>();
    for (int state : states.toArray()) {
      set.add(state);
    }
    return set;
  }

  private static StateSet toStateSet(Collection<Integer> states) {
    return StateSet.of(states.stream().mapToInt(Integer::intValue).toArray());
  }
}
