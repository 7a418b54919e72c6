package io.fsmrun.testkit;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Backend;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.FlowStart;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.ReportOverflowException;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What every back end must do with one piece of input, judged by {@link ReferenceEngine}.
 *
 * <p>Each method draws a random case from a seed and throws an {@link AssertionError} that names
 * the seed if the back end fails it; the case is written down by {@link Replay}. For one thread.
 */
public final class SessionContract {

  private final Backend backend;

  /**
   * The contract of a back end.
   *
   * @param backend the one to judge
   */
  public SessionContract(Backend backend) {
    this.backend = backend;
  }

  /**
   * A run from a known configuration ends where the reference ends and finds what it finds; the
   * same session is used several times.
   *
   * @param seed what the case depends on
   * @throws AssertionError if the back end is wrong
   */
  public void checkKnown(long seed) {
    SessionCase c = new SessionCase(seed, false);
    c.replay("known-" + backend.name()).check(() -> checkKnown(c));
  }

  private void checkKnown(SessionCase c) {
    Session session = backend.prepare(c.automaton).newSession();
    for (int i = 0; i < 4; i++) {
      StateSet start = c.configuration();
      int to = c.random.number(c.from, c.to);
      ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
      StateSet end = session.runKnown(c.input, c.from, to, start, ends);
      List<Integer> states = list(start);
      String what = "from " + start + " over " + c.from + ".." + to;
      equal(
          "states " + what,
          ReferenceEngine.run(c.automaton, states, c.input, c.from, to),
          set(end.toArray()));
      equal(
          "ends " + what,
          ReferenceEngine.endsOfPiece(c.automaton, states, c.input, c.from, to),
          ascending(ends));
    }
  }

  /**
   * What flows became is true, whichever checks let go of them: their states at the end, where they
   * merged or fell idle, and, for every start that a flow stands for, the reports after it became
   * concrete. Nothing is let go of by a check that is off.
   *
   * @param seed what the case depends on
   * @throws AssertionError if the back end is wrong
   */
  public void checkFlows(long seed) {
    SessionCase c = new SessionCase(seed, false);
    c.replay("flows-" + backend.name()).check(() -> checkFlows(c));
  }

  private void checkFlows(SessionCase c) {
    Session session = backend.prepare(c.automaton).newSession();
    for (int i = 0; i < 3; i++) {
      List<FlowStart> starts = c.flows();
      int to = c.random.number(c.from, c.to);
      FlowChecks checks = new FlowChecks(c.random.chance(0.6), c.random.chance(0.6));
      SegmentOutcome outcome =
          session.runFlows(c.input, c.from, to, starts, checks, ReportBudget.unlimited());
      equal("start of the segment", c.from, outcome.from());
      equal("end of the segment", to, outcome.to());
      equal("number of flows", starts.size(), outcome.flowCount());
      for (int f = 0; f < starts.size(); f++) {
        checkEnd(c, outcome, starts, f);
        checkReports(c, session, outcome, starts, f);
        checkSilence(c, outcome, starts, f);
        checkSwitches(c, outcome, checks, f);
        checkIdle(c, outcome, starts, f);
        // Of many flows, a few pairs each: all pairs would take most of the time.
        for (int g = 0; g < f; g += f < 12 ? 1 : c.random.number(1, f)) {
          checkMerge(c, outcome, starts, f, g);
        }
      }
    }
  }

  private static void checkEnd(
      SessionCase c, SegmentOutcome outcome, List<FlowStart> starts, int flow) {
    equal(
        "states of flow " + flow + " of " + starts,
        ReferenceEngine.run(
            c.automaton, list(starts.get(flow).states()), c.input, c.from, outcome.to()),
        set(outcome.end(flow).toArray()));
  }

  private static void checkMerge(
      SessionCase c, SegmentOutcome outcome, List<FlowStart> starts, int f, int g) {
    int merged = outcome.mergedAt(f, g);
    equal("merging is symmetric", merged, outcome.mergedAt(g, f));
    if (merged != SegmentOutcome.NEVER) {
      within(merged, c.from, outcome.to());
      equal(
          "flows " + f + " and " + g + " of " + starts + ", merged at " + merged,
          ReferenceEngine.run(c.automaton, list(starts.get(g).states()), c.input, c.from, merged),
          ReferenceEngine.run(c.automaton, list(starts.get(f).states()), c.input, c.from, merged));
    }
  }

  /**
   * A check that is off lets go of nothing. What a nondeterministic flow has beside flow 0 may be
   * deactivated: it then counts as merged into that flow.
   */
  private static void checkSwitches(
      SessionCase c, SegmentOutcome outcome, FlowChecks checks, int flow) {
    int into = outcome.ownMergedInto(flow);
    boolean nothingOfItsOwn = checks.deactivation() && !c.automaton.isDeterministic() && into == 0;
    if (!checks.convergence() && !nothingOfItsOwn) {
      equal("flow that flow " + flow + " merged into, without convergence check", -1, into);
      equal("position of that", SegmentOutcome.NEVER, outcome.ownMergedAt(flow));
    }
    if (!checks.deactivation()) {
      int idle = outcome.ownIdleAt(flow);
      equal("idle flow " + flow + ", without deactivation check", SegmentOutcome.NEVER, idle);
    }
  }

  /** An idle flow is in states that no symbol leaves and that report nothing. */
  private static void checkIdle(
      SessionCase c, SegmentOutcome outcome, List<FlowStart> starts, int flow) {
    int idle = outcome.ownIdleAt(flow);
    if (idle == SegmentOutcome.NEVER) {
      return;
    }
    within(idle, c.from, outcome.to());
    String what = "idle flow " + flow + " of " + starts + " at " + idle;
    SortedSet<Integer> states =
        ReferenceEngine.run(c.automaton, list(starts.get(flow).states()), c.input, c.from, idle);
    equal("reports of " + what, ReportFlags.NONE, ReferenceEngine.flags(c.automaton, states));
    for (int symbol = 0; symbol < SymbolSet.ALPHABET_SIZE; symbol++) {
      equal(what + " on " + symbol, states, ReferenceEngine.step(c.automaton, states, symbol));
    }
  }

  /** After the last position at which a flow may report, no start does until it is concrete. */
  private static void checkSilence(
      SessionCase c, SegmentOutcome outcome, List<FlowStart> starts, int flow) {
    int silentFrom = outcome.replayUntil(flow);
    int silentTo = Math.min(outcome.to(), outcome.concreteAt(flow));
    within(silentFrom, c.from, silentTo);
    for (StateSet start : c.configurationsOf(starts.get(flow))) {
      Collection<Integer> active =
          ReferenceEngine.run(c.automaton, list(start), c.input, c.from, silentFrom);
      for (int p = silentFrom; p < silentTo; p++) {
        active = ReferenceEngine.step(c.automaton, new TreeSet<>(active), c.input[p] & 0xff);
        int flags = ReferenceEngine.flags(c.automaton, new TreeSet<>(active));
        equal(
            "reports at " + (p + 1) + " of flow " + flow + " of " + starts + ", truly " + start,
            ReportFlags.NONE,
            flags & (ReportFlags.HERE | ReportFlags.BACK));
      }
    }
  }

  /** Replay as far as the flow may report, then the flow's own ends: the composer's way. */
  private static void checkReports(
      SessionCase c, Session session, SegmentOutcome outcome, List<FlowStart> starts, int flow) {
    int concrete = outcome.concreteAt(flow);
    if (concrete == SegmentOutcome.NEVER) {
      return;
    }
    within(concrete, c.from, outcome.to());
    for (StateSet start : c.configurationsOf(starts.get(flow))) {
      ReportEnds ends = new ReportEnds(ReportBudget.unlimited());
      session.runKnown(c.input, c.from, outcome.replayUntil(flow), start, ends);
      outcome.collectEnds(flow, ends);
      String what = "flow " + flow + " of " + starts + ", truly " + start + ", from " + concrete;
      equal(
          "ends of " + what,
          ReferenceEngine.endsOfPiece(c.automaton, list(start), c.input, c.from, outcome.to()),
          ascending(ends));
      equal(
          "states of " + what,
          ReferenceEngine.run(c.automaton, list(start), c.input, c.from, outcome.to()),
          set(outcome.end(flow).toArray()));
    }
  }

  /**
   * Flows merge and become concrete at the first symbol where they can, as those of {@link
   * NaiveBackend}. Not part of the contract of a session: back ends that look less often are exact
   * too.
   *
   * @param seed what the case depends on
   * @throws AssertionError if the back end sees a merge later, or flows merge otherwise
   */
  public void checkPrompt(long seed) {
    SessionCase c = new SessionCase(seed, true);
    c.replay("prompt-" + backend.name())
        .check(
            () -> {
              // Equal starts may stay apart where nothing can change any more.
              List<FlowStart> starts = c.flows().stream().distinct().toList();
              ReportBudget budget = ReportBudget.unlimited();
              SegmentOutcome expected =
                  new NaiveBackend()
                      .prepare(c.automaton)
                      .newSession()
                      .runFlows(c.input, c.from, c.to, starts, FlowChecks.ALL, budget);
              SegmentOutcome seen =
                  backend
                      .prepare(c.automaton)
                      .newSession()
                      .runFlows(c.input, c.from, c.to, starts, FlowChecks.ALL, budget);
              equal("live flows of " + starts, expected.liveAtEnd(), seen.liveAtEnd());
              for (int f = 0; f < starts.size(); f++) {
                String what = "flow " + f + " of " + starts;
                equal("concrete " + what, expected.concreteAt(f), seen.concreteAt(f));
                equal("last report of " + what, expected.replayUntil(f), seen.replayUntil(f));
                for (int g = 0; g < f; g++) {
                  equal(what + " meets " + g, apartUntil(expected, g, f), apartUntil(seen, g, f));
                }
              }
            });
  }

  /** The position after which two flows were one, or one of them was idle. */
  private static int apartUntil(SegmentOutcome outcome, int a, int b) {
    int idle = Math.min(idleAt(outcome, a), idleAt(outcome, b));
    return Math.min(outcome.mergedAt(a, b), idle);
  }

  private static int idleAt(SegmentOutcome outcome, int flow) {
    int own = outcome.ownIdleAt(flow);
    int into = outcome.ownMergedInto(flow);
    return into < 0
        ? own
        : Math.min(own, Math.max(outcome.ownMergedAt(flow), idleAt(outcome, into)));
  }

  /**
   * More reports than the budget allows end a run.
   *
   * @param seed what the case depends on
   * @throws AssertionError if the back end goes on
   */
  public void checkBudget(long seed) {
    RandomAutomata random = RandomAutomata.seeded(seed);
    Automaton automaton = random.chattering();
    byte[] input = random.input(200, 2);
    Session session = backend.prepare(automaton).newSession();
    List<FlowStart> starts = List.of(new FlowStart(automaton.startConfiguration(), true));
    new Replay("budget-" + backend.name(), seed)
        .with("automaton", automaton)
        .with("input", input)
        .check(
            () -> {
              ReportEnds ends = new ReportEnds(new ReportBudget(100));
              overflows(
                  () -> session.runKnown(input, 0, 200, automaton.startConfiguration(), ends));
              overflows(
                  () ->
                      session.runFlows(
                          input, 0, 200, starts, FlowChecks.ALL, new ReportBudget(100)));
              session.runFlows(input, 0, 200, starts, FlowChecks.ALL, new ReportBudget(1000));
            });
  }

  private static void overflows(Runnable run) {
    try {
      run.run();
    } catch (ReportOverflowException expected) {
      return;
    }
    throw new AssertionError("200 reports within a budget of 100");
  }

  // ---- assertions; the test libraries are not on the main path ----

  private static void equal(String what, Object expected, Object seen) {
    if (!expected.equals(seen)) {
      throw new AssertionError(what + ": expected " + expected + ", saw " + seen);
    }
  }

  private static void within(int position, int from, int to) {
    if (position < from || position > to) {
      throw new AssertionError("position " + position + " is not in " + from + ".." + to);
    }
  }

  private static Collection<Integer> ascending(ReportEnds ends) {
    int[] array = ends.toArray();
    for (int i = 1; i < array.length; i++) {
      if (array[i - 1] >= array[i]) {
        throw new AssertionError("ends do not ascend: " + Arrays.toString(array));
      }
    }
    return set(array);
  }

  private static List<Integer> list(StateSet states) {
    return new ArrayList<>(set(states.toArray()));
  }

  private static SortedSet<Integer> set(int[] numbers) {
    SortedSet<Integer> set = new TreeSet<>();
    for (int number : numbers) {
      set.add(number);
    }
    return set;
  }
}
