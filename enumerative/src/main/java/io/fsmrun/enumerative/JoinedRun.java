package io.fsmrun.enumerative;

import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.engine.MarkedRun;
import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.flow.BracketFlows;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.GroupFlows;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.flow.UnionFlows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One component over a segment whose flows are joined in one after a while (ours, see {@code
 * docs/strategies.md}).
 *
 * <p>At every checkpoint the flows are planned anew from what is left: a part ends there and
 * another begins. So the composer knows what each part does, and a part that has to be executed
 * again is short. Between checkpoints the states of different flows share one mask; where they
 * could not be told apart by it, the interval counts as run again, flow by flow.
 *
 * <p>For one thread, once.
 */
final class JoinedRun {

  /** Sets that did not converge are split into single states if there are no more than these. */
  private static final int MOST_SINGLE_STATES = 8;

  private final Automaton automaton;
  private final Decoder decoder;
  private final PrefixReplay replay;
  private final Session session;
  private final byte[] input;
  private final FlowChecks checks;
  private final ReportBudget budget;
  private final int segment;
  private final List<SegmentPart> parts = new ArrayList<>();
  private int[] checkpoints;
  private int from;
  private int to;

  /** The flows that are run, and what becomes of them. */
  private FlowPlan plan;

  private Supplier<SegmentOutcome> outcome;

  /** Single states over all intervals that are left; null before that. */
  private MarkedRun marked;

  /** The checkpoint where the marked run starts. */
  private int markedFrom;

  /** Checkpoints that were needed so far. */
  private int used;

  private boolean isLast;
  private int[] again;
  private long cost;
  private boolean showsMeeting;
  private int[] flowsAgain = {};
  private int replayInstead;

  /**
   * A run of one component.
   *
   * @param automaton the component's automaton
   * @param decoder tells its states apart; null for a nondeterministic one
   * @param segment the segment's index
   * @param replay how much is replayed where flows that met need not be told apart
   * @param session runs flows
   * @param input bytes
   * @param checks which flows are let go of
   * @param budget bounds the reports kept
   */
  JoinedRun(
      Automaton automaton,
      Decoder decoder,
      int segment,
      PrefixReplay replay,
      Session session,
      byte[] input,
      FlowChecks checks,
      ReportBudget budget) {
    this.automaton = automaton;
    this.decoder = decoder;
    this.replay = replay;
    this.session = session;
    this.input = input;
    this.checks = checks;
    this.budget = budget;
    this.segment = segment;
  }

  /**
   * Begins.
   *
   * @param first the flows at the start
   * @param start where the segment starts
   * @param end where it ends
   * @param after checkpoints: symbols after the start, ascending, below the length of the segment
   */
  void begin(FlowPlan first, int start, int end, int[] after) {
    from = start;
    to = end;
    checkpoints = after;
    again = new int[after.length];
    plan = first;
    beginPart(from, from + after[0]);
  }

  private void beginPart(int start, int end) {
    outcome = session.beginFlows(input, start, end, plan.starts(), checks, budget);
  }

  /** Waits for what was begun, and begins what comes next; whether anything does. */
  boolean advance() {
    if (marked == null) {
      add(outcome.get());
      if (isLast) {
        end();
        return false;
      }
      planNext();
      beginNext();
      return true;
    }
    while (true) {
      int mark = used - markedFrom;
      int next = isLast ? checkpoints.length - markedFrom : mark + 1;
      add(marked.between(mark, next, plan.starts()));
      if (isLast) {
        end();
        return false;
      }
      planNext();
    }
  }

  private void add(SegmentOutcome became) {
    SegmentPart part = new SegmentPart(segment, plan, became);
    parts.add(part);
    if (parts.size() > 1) {
      again[used] = flowsAgain(part);
      cost += (long) again[used] * part.length();
      used++;
    }
  }

  /** Plans the flows from the checkpoint on where the last part ended. */
  private void planNext() {
    plan = replan(parts.get(parts.size() - 1));
    showsMeeting |= used == 0 && showsMeeting(plan);
    isLast = used + 1 == checkpoints.length || carried(plan) <= 1;
  }

  /** Single states stay single states, so all that is left can be run in one go. */
  private void beginNext() {
    int start = from + checkpoints[used];
    if (!isLast && plan instanceof StateFlows) {
      int[] marks = new int[checkpoints.length - used + 1];
      for (int i = 0; i < marks.length - 1; i++) {
        marks[i] = from + checkpoints[used + i];
      }
      marks[marks.length - 1] = to;
      markedFrom = used;
      marked = session.beginMarked(input, marks, plan.starts(), checks, budget);
    } else {
      beginPart(start, isLast ? to : from + checkpoints[used + 1]);
    }
  }

  private void end() {
    flowsAgain = Arrays.copyOf(again, used);
    int one = SegmentPart.oneLeftAt(parts);
    if (cost > 0 && showsMeeting && one != SegmentOutcome.NEVER) {
      replayInstead(one, cost, checkpoints[0]);
    }
  }

  /**
   * All starts end alike, so nobody has to know which flow was the true one to go on; only what it
   * reported before is in doubt. Once it is known where the segment starts, the true flow alone is
   * run through the intervals that are not told by their masks, up to the last report in doubt.
   */
  private void replayInstead(int metAt, long cost, int joinedAfter) {
    int until = lastInDoubt(metAt);
    int symbols = 0;
    if (replay == PrefixReplay.WHOLE) {
      symbols = until - parts.get(0).outcome().from();
      // What is replayed side by side with other rules' replays, right after the start, is cheap.
      if (symbols >= Math.max(cost, SOON * (long) joinedAfter)) {
        return;
      }
    } else {
      for (int i = 0; i < flowsAgain.length; i++) {
        SegmentOutcome interval = parts.get(i + 1).outcome();
        if (flowsAgain[i] > 0) {
          symbols += Math.max(0, Math.min(interval.to(), until) - interval.from());
        }
      }
    }
    Arrays.fill(flowsAgain, 0);
    replayInstead = symbols;
  }

  /**
   * The last position at which it is in doubt whose a report is, of flows that met: what they
   * reported before they were joined is known. The start of the segment if there is none.
   */
  private int lastInDoubt(int metAt) {
    if (replay == PrefixReplay.WHOLE) {
      return metAt;
    }
    int last = parts.get(0).outcome().from();
    for (SegmentPart part : parts.subList(1, parts.size())) {
      SegmentOutcome outcome = part.outcome();
      int reported = outcome.from() < metAt ? outcome.lastReport(metAt) : outcome.from();
      last = reported > outcome.from() ? reported : last;
    }
    return last;
  }

  /**
   * Whether a mask with one active state says that all flows of a plan have met. It does not if one
   * of them may have settled, which no mask shows; and of a nondeterministic automaton it never
   * does.
   */
  private boolean showsMeeting(FlowPlan plan) {
    if (decoder == null) {
      return false;
    }
    for (int f = 0; f < plan.starts().size(); f++) {
      StateSet states = plan.starts().get(f).states();
      for (int i = 0; isCarried(plan, f) && i < states.size(); i++) {
        if (decoder.maySettle(states.get(i))) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * For each checkpoint up to the last that this component needs, how many flows count as run again
   * from there to the next. Once one flow is left, no more are needed.
   */
  int[] flowsAgain() {
    return flowsAgain;
  }

  /**
   * If one flow was left at the end: the symbols that the true flow alone is run again for, instead
   * of telling flows apart; else 0. It is 0 also if no flow reported since they were joined.
   */
  int replayInstead() {
    return replayInstead;
  }

  List<SegmentPart> parts() {
    return parts;
  }

  /** The flows that are left at the end of a part; sets of few states are split. */
  private FlowPlan replan(SegmentPart part) {
    SegmentOutcome outcome = part.outcome();
    return switch (part.plan().function(outcome).apply(new Possible.Anything())) {
      case Possible.Known known ->
          automaton.isDeterministic()
              ? new StateFlows(known.configuration(), true)
              : new UnionFlows(known.configuration(), List.of(), true);
      case Possible.OneOf oneOf ->
          oneOf.states().size() <= MOST_SINGLE_STATES
              ? new StateFlows(oneOf.states(), true)
              : new GroupFlows(disjoint(outcome), true);
      case Possible.Between between ->
          isOld(outcome) && between.upper().size() - between.lower().size() <= MOST_SINGLE_STATES
              ? UnionFlows.ofStates(new Survivors(between.lower(), between.upper()))
              : new BracketFlows(between.lower(), between.upper());
      case Possible.Anything anything ->
          throw new IllegalStateException("flows that are joined must foresee every start");
    };
  }

  /**
   * Whether two bounds had time to meet. Until then the least alone is run again; after that, flows
   * of single states are dearer but leave no doubt.
   */
  private boolean isOld(SegmentOutcome outcome) {
    return outcome.to() - parts.get(0).outcome().from() >= LEAST_WIDEST;
  }

  /** The sets that the flows ended in, made disjoint: smaller ones are taken out of larger ones. */
  private static List<StateSet> disjoint(SegmentOutcome outcome) {
    Set<StateSet> ends = new LinkedHashSet<>();
    for (int f = 0; f < outcome.flowCount(); f++) {
      ends.add(outcome.end(f));
    }
    List<StateSet> sorted = new ArrayList<>(ends);
    sorted.sort((a, b) -> Integer.compare(a.size(), b.size()));
    List<StateSet> groups = new ArrayList<>();
    StateSet taken = StateSet.EMPTY;
    for (StateSet set : sorted) {
      StateSet rest = set.minus(taken);
      if (rest.size() > 0) {
        groups.add(rest);
        taken = taken.union(rest);
      }
    }
    return groups;
  }

  /** How many flows of a plan have to be carried. */
  private int carried(FlowPlan plan) {
    int carried = 0;
    for (int f = 0; f < plan.starts().size(); f++) {
      carried += isCarried(plan, f) ? 1 : 0;
    }
    return carried;
  }

  private boolean isCarried(FlowPlan plan, int flow) {
    StateSet states = plan.starts().get(flow).states();
    return decoder == null || states.size() > 1 || !decoder.isSettled(states.get(0));
  }

  /** The flows of a part if they could not be told apart, else 0. */
  private int flowsAgain(SegmentPart part) {
    FlowPlan plan = part.plan();
    SegmentOutcome outcome = part.outcome();
    int carried = carried(plan);
    if (carried <= 1) {
      return 0;
    }
    if (decoder == null) {
      // Of two flows one holds the other, so it is the joined mask itself.
      return carried == 2 ? 1 : carried;
    }
    int[] starts = new int[carried];
    int[] ends = new int[carried];
    boolean reported = false;
    int count = 0;
    for (int f = 0; f < outcome.flowCount(); f++) {
      if (isCarried(plan, f)) {
        StateSet start = plan.starts().get(f).states();
        if (start.size() > 1) {
          return carried;
        }
        reported |= outcome.hasOwnEnds(f);
        starts[count] = start.get(0);
        ends[count++] = outcome.end(f).get(0);
      }
    }
    return decoder.runsToTell(starts, ends, reported);
  }

  /**
   * Where joined flows are saved: where they are joined, then after twice as many symbols each
   * time, and at last every so many symbols that the chip can hold all masks.
   *
   * @param length symbols of the segment
   * @param joinAfter after how many of them flows are joined
   * @return ascending, below the length; empty if the segment is too short to join
   */
  static int[] checkpoints(int length, int joinAfter) {
    List<Integer> list = new ArrayList<>();
    int widest = Math.max(LEAST_WIDEST, Math.ceilDiv(length, MOST_CHECKPOINTS));
    long at = joinAfter;
    while (at < length) {
      list.add((int) at);
      at += Math.min(widest, at);
    }
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Within so many times the symbols before the join, flows that met are replayed in any case. */
  private static final int SOON = 4;

  private static final int LEAST_WIDEST = 256;

  /** A chip saves the masks of 512 flows (PAP, section on the state vector cache). */
  private static final int MOST_CHECKPOINTS = 480;
}
