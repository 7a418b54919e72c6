package io.fsmrun.core.engine;

import io.fsmrun.core.state.StateSet;

/**
 * What the flows of one component became over one segment.
 *
 * <p>Flow {@code f} is <em>live</em> until it merges into a lower one whose states became the same.
 * A flow is <em>concrete</em> from the position at which it has one configuration left; from there
 * its reports are final and were kept (specification, section 5). Immutable after the session that
 * made it returned it.
 */
public final class SegmentOutcome {

  /** A position that is never reached. */
  public static final int NEVER = Integer.MAX_VALUE;

  /**
   * What one flow became.
   *
   * @param concreteAt the position from which it had one configuration, as far as it was live; else
   *     {@link #NEVER}
   * @param mayReportUntil the last position at which, live and not concrete before it, one of its
   *     states reported {@code HERE} or {@code BACK}; the start of the segment if there was none. A
   *     later position, up to where it became concrete or merged, is allowed
   * @param mergedAt the position at which it merged; {@link #NEVER} if it stayed apart
   * @param mergedInto the lower flow that it merged into; -1 if it stayed apart
   * @param idleAt the position from which it was apart but idle: in a state that it never leaves
   *     and that reports nothing, so that nobody need carry it on (deactivation); {@link #NEVER} if
   *     it was not seen to be
   * @param end its states at the end of the segment, or where it merged
   * @param ends the ends of matches found while it was concrete and live
   */
  public record Flow(
      int concreteAt,
      int mayReportUntil,
      int mergedAt,
      int mergedInto,
      int idleAt,
      StateSet end,
      ReportEnds ends) {}

  private final int from;
  private final int to;
  private final Flow[] flows;

  /**
   * Takes over the flows.
   *
   * @param from the position the segment starts at
   * @param to the position it ends at
   * @param flows one entry per flow, in the order of their starts
   */
  public SegmentOutcome(int from, int to, Flow[] flows) {
    this.from = from;
    this.to = to;
    this.flows = flows;
  }

  /**
   * The position the segment starts at.
   *
   * @return a position
   */
  public int from() {
    return from;
  }

  /**
   * The position the segment ends at.
   *
   * @return a position
   */
  public int to() {
    return to;
  }

  /**
   * Number of flows at the start: R0 of this component.
   *
   * @return at least 1
   */
  public int flowCount() {
    return flows.length;
  }

  /**
   * Number of flows still apart and not idle at the end: RT of this component.
   *
   * @return at least 1: the true flow is carried even if it is idle
   */
  public int liveAtEnd() {
    int live = 0;
    for (Flow flow : flows) {
      live += flow.mergedInto < 0 && flow.idleAt == NEVER ? 1 : 0;
    }
    return Math.max(1, live);
  }

  /**
   * Number of flows still apart at the end, idle ones among them.
   *
   * @return at least 1
   */
  public int unmergedFlows() {
    int unmerged = 0;
    for (Flow flow : flows) {
      unmerged += flow.mergedInto < 0 ? 1 : 0;
    }
    return unmerged;
  }

  /**
   * The position from which at most one flow was apart and not idle.
   *
   * @return a position, or {@link #NEVER}
   */
  public int oneLeftAt() {
    int last = from;
    int lastButOne = from;
    for (Flow flow : flows) {
      int leaves = Math.min(flow.mergedAt, flow.idleAt);
      if (leaves > last) {
        lastButOne = last;
        last = leaves;
      } else {
        lastButOne = Math.max(lastButOne, leaves);
      }
    }
    return lastButOne;
  }

  /**
   * The position at which two flows had become one.
   *
   * @param a a flow
   * @param b another flow
   * @return a position, or {@link #NEVER}
   */
  public int mergedAt(int a, int b) {
    int position = from;
    int x = a;
    int y = b;
    // Merging leads to ever lower flows, at ever later positions: climb from the higher one until
    // they meet.
    while (x != y) {
      int higher = Math.max(x, y);
      Flow flow = flows[higher];
      if (flow.mergedInto < 0) {
        return NEVER;
      }
      position = Math.max(position, flow.mergedAt);
      if (higher == x) {
        x = flow.mergedInto;
      } else {
        y = flow.mergedInto;
      }
    }
    return position;
  }

  /**
   * The position from which a flow, or what it merged into, had one configuration.
   *
   * @param flow a flow
   * @return a position, or {@link #NEVER}
   */
  public int concreteAt(int flow) {
    int position = from;
    for (int f = flow; f >= 0; f = flows[f].mergedInto) {
      if (flows[f].concreteAt != NEVER) {
        return Math.max(position, flows[f].concreteAt);
      }
      if (flows[f].mergedInto < 0) {
        return NEVER;
      }
      position = Math.max(position, flows[f].mergedAt);
    }
    return NEVER;
  }

  /**
   * The position after which no start of a flow reported until the flow, or what it merged into,
   * was concrete: what has to be replayed from the true start so that no report is lost beside
   * those of {@link #collectEnds(int, ReportEnds)}. Exact, since the true configuration is among
   * the flow's until then, and where none of them reports it does not either.
   *
   * @param flow a flow
   * @return a position from the start of the segment on, at most {@link #concreteAt}
   */
  public int replayUntil(int flow) {
    int until = flows[flow].mayReportUntil;
    int f = flow;
    while (flows[f].concreteAt == NEVER && flows[f].mergedInto >= 0) {
      int into = flows[f].mergedInto;
      // What the lower flow did before the merge was not this one's.
      if (flows[into].mayReportUntil > flows[f].mergedAt) {
        until = flows[into].mayReportUntil;
      }
      f = into;
    }
    return until;
  }

  /**
   * The last position at which some flow may have reported, concrete or not. What flows joined in
   * one mask reported before is in doubt only up to there.
   *
   * @param position where to stop looking
   * @return a position from the start of the segment up to the one given; the start of the segment
   *     if no flow reported. It may be a position late
   */
  public int lastReport(int position) {
    int last = from;
    for (Flow flow : flows) {
      last = Math.max(last, flow.mayReportUntil);
      int i = flow.ends.size() - 1;
      while (i >= 0 && flow.ends.get(i) > position) {
        i--;
      }
      // An end may have been found a position later.
      last = i < 0 ? last : Math.max(last, flow.ends.get(i) + 1);
    }
    return Math.min(last, position);
  }

  /**
   * The position at which a flow itself merged.
   *
   * @param flow a flow
   * @return a position, or {@link #NEVER}
   */
  public int ownMergedAt(int flow) {
    return flows[flow].mergedAt;
  }

  /**
   * The flow that a flow merged into.
   *
   * @param flow a flow
   * @return a lower flow, or -1
   */
  public int ownMergedInto(int flow) {
    return flows[flow].mergedInto;
  }

  /**
   * The position from which a flow itself was idle.
   *
   * @param flow a flow
   * @return a position, or {@link #NEVER}
   */
  public int ownIdleAt(int flow) {
    return flows[flow].idleAt;
  }

  /**
   * Whether a flow itself found ends of matches while it was concrete and live.
   *
   * @param flow a flow
   * @return true if it found one
   */
  public boolean hasOwnEnds(int flow) {
    return flows[flow].ends.size() > 0;
  }

  /**
   * The states of a flow, or of what it merged into, at the end.
   *
   * @param flow a flow
   * @return the states
   */
  public StateSet end(int flow) {
    int f = flow;
    while (flows[f].mergedInto >= 0) {
      f = flows[f].mergedInto;
    }
    return flows[f].end;
  }

  /**
   * Adds the ends of the matches that a flow found after it became concrete.
   *
   * @param flow a flow that became concrete
   * @param ends where they are added
   */
  public void collectEnds(int flow, ReportEnds ends) {
    collectEnds(flow, concreteAt(flow), ends);
  }

  /**
   * Adds the ends of the matches that a flow found from a position on.
   *
   * @param flow a flow that became concrete
   * @param from a position at which it was concrete
   * @param ends where they are added
   * @throws IllegalStateException if the flow was not concrete there
   */
  public void collectEnds(int flow, int from, ReportEnds ends) {
    if (from == NEVER || from < concreteAt(flow)) {
      throw new IllegalStateException("flow " + flow + " was not concrete at " + from);
    }
    int position = from;
    for (int f = flow; f >= 0; f = flows[f].mergedInto) {
      if (flows[f].mergedAt > position) {
        // Equal configurations report the same at the position where they meet, so an end there
        // belongs to both.
        ends.addFrom(flows[f].ends, position);
        position = flows[f].mergedAt;
      }
    }
  }
}
