package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.testkit.NaiveBackend;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A naive session that notes which stretches it runs from a known start, in order. For tests. */
final class SpySession implements Session {

  private final Session session;
  private final List<Run> runs;

  /** A stretch that was run from a known start. */
  record Run(int from, int to, StateSet start) {}

  private SpySession(Session session, List<Run> runs) {
    this.session = session;
    this.runs = runs;
  }

  static SpySession of(Automaton automaton) {
    return new SpySession(
        new NaiveBackend().prepare(automaton).newSession(),
        Collections.synchronizedList(new ArrayList<>()));
  }

  List<Run> runs() {
    return List.copyOf(runs);
  }

  @Override
  public StateSet runKnown(byte[] input, int from, int to, StateSet start, ReportEnds ends) {
    runs.add(new Run(from, to, start));
    return session.runKnown(input, from, to, start, ends);
  }

  @Override
  public SegmentOutcome runFlows(
      byte[] input,
      int from,
      int to,
      List<FlowStart> starts,
      FlowChecks checks,
      ReportBudget budget) {
    return session.runFlows(input, from, to, starts, checks, budget);
  }

  /** A back end of such sessions: one list of runs for each automaton. */
  static final class Spies implements Backend {

    private final Map<Automaton, List<Run>> runs = new LinkedHashMap<>();

    @Override
    public String name() {
      return "spy";
    }

    /** The runs of the automaton that was prepared as the given one, counted from 0. */
    List<Run> runs(int component) {
      return List.copyOf(new ArrayList<>(runs.values()).get(component));
    }

    @Override
    public Engine prepare(Automaton automaton) {
      List<Run> list = Collections.synchronizedList(new ArrayList<>());
      if (runs.put(automaton, list) != null) {
        throw new IllegalArgumentException("two components are the same automaton");
      }
      Engine engine = new NaiveBackend().prepare(automaton);
      return new Engine() {
        @Override
        public Automaton automaton() {
          return automaton;
        }

        @Override
        public Session newSession() {
          return new SpySession(engine.newSession(), list);
        }
      };
    }
  }
}
