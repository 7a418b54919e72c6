package io.fsmrun.enumerative;

import io.fsmrun.core.engine.ReportBudget;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.SegmentOutcome;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.FunctionChain;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.compose.PrefixReplay;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import java.util.Arrays;
import java.util.List;

/**
 * Chains the parts of one component, in order, into what a sequential run would have done
 * (specification, section 5).
 *
 * <p>First the transition functions are chained. If that leaves the configuration at the end
 * unknown, parts are executed again with their starts known; which ones, the {@link
 * ReexecutionLevel} says. Then reports are made exact: where the true flows of a part were concrete
 * from some position on, only what lies before it is replayed, and of that no more than up to the
 * last report of any of their states.
 *
 * <p>For one thread, one component and one piece of input.
 */
final class Composer {

  private final byte[] input;
  private final List<SegmentPart> parts;
  private final ReexecutionLevel level;
  private final PrefixReplay replay;
  private final Session session;

  /** Per part: symbols run again to find the reports before its true flows were concrete. */
  private final int[] replayed;

  /** Per part: whether its start was not known when all functions had been chained. */
  private final boolean[] waited;

  private final boolean[] reexecuted;
  private final boolean[] foreseen;

  /** Per part: how often its transition function was evaluated. */
  private final int[] evaluated;

  Composer(
      byte[] input,
      List<SegmentPart> parts,
      ReexecutionLevel level,
      PrefixReplay replay,
      Session session) {
    this.input = input;
    this.parts = parts;
    this.level = level;
    this.replay = replay;
    this.session = session;
    this.replayed = new int[parts.size()];
    this.waited = new boolean[parts.size()];
    this.reexecuted = new boolean[parts.size()];
    this.evaluated = new int[parts.size()];
    this.foreseen = new boolean[parts.size()];
  }

  /**
   * Chains.
   *
   * @param start the configuration before the first part
   * @param ends the ends found before it; those of the parts are added
   * @return the configuration after the last part
   */
  StateSet compose(StateSet start, ReportEnds ends) {
    FunctionChain chain =
        new FunctionChain(
            parts.stream().map(part -> part.plan().function(part.outcome())).toList());
    List<Possible> after = follow(chain, 0, start);
    for (int i = 1; i < parts.size(); i++) {
      waited[i] = !after.get(i - 1).isKnown();
    }
    int known = 0;
    StateSet configuration = start;
    // Parts below the horizon are decoded; the one at it is executed again.
    int horizon = horizon(after, known);
    for (int i = 0; i < parts.size(); i++) {
      foreseen[i] = parts.get(i).plan().flowsOf(configuration).length > 0;
      if (i < horizon) {
        configuration = decode(i, configuration, ends);
        continue;
      }
      reexecuted[i] = true;
      SegmentOutcome outcome = parts.get(i).outcome();
      configuration = session.runKnown(input, outcome.from(), outcome.to(), configuration, ends);
      if (level == ReexecutionLevel.OPPORTUNISTIC && i + 1 < parts.size()) {
        known = i + 1;
        after = follow(chain, known, configuration);
        horizon = horizon(after, known);
      }
    }
    return configuration;
  }

  private List<Possible> follow(FunctionChain chain, int first, StateSet configuration) {
    for (int i = first; i < evaluated.length; i++) {
      evaluated[i]++;
    }
    return chain.follow(first, new Possible.Known(configuration));
  }

  /**
   * The first part to execute again; the number of parts if none need be.
   *
   * @param after what is possible after each part from {@code first} on
   */
  private int horizon(List<Possible> after, int first) {
    int last = after.size() - 1;
    if (last < 0 || after.get(last).isKnown()) {
      return parts.size();
    }
    if (level == ReexecutionLevel.BASIC) {
      return first;
    }
    while (last >= 0 && !after.get(last).isKnown()) {
      last--;
    }
    return first + last + 1;
  }

  /** Replays what may report before the concrete position, then takes what was found after it. */
  private StateSet decode(int i, StateSet start, ReportEnds ends) {
    SegmentPart part = parts.get(i);
    SegmentOutcome outcome = part.outcome();
    int[] flows = part.plan().flowsOf(start);
    int concrete = flows.length == 0 ? SegmentOutcome.NEVER : outcome.from();
    for (int flow : flows) {
      concrete = Math.max(concrete, outcome.concreteAt(flow));
    }
    int to = replayUntil(outcome, flows, concrete);
    replayed[i] = to - outcome.from();
    StateSet configuration =
        to == outcome.from() ? start : session.runKnown(input, outcome.from(), to, start, ends);
    if (concrete == SegmentOutcome.NEVER) {
      return configuration;
    }
    if (flows.length == 1) {
      outcome.collectEnds(flows[0], concrete, ends);
      return outcome.end(flows[0]);
    }
    return union(outcome, flows, concrete, ends);
  }

  private int replayUntil(SegmentOutcome outcome, int[] flows, int concrete) {
    if (concrete == SegmentOutcome.NEVER) {
      // Only a run finds the end.
      return outcome.to();
    }
    // Of several flows, those that were concrete first kept reports that are not collected.
    boolean isAsNeeded = replay == PrefixReplay.AS_NEEDED && flows.length == 1;
    return isAsNeeded ? outcome.replayUntil(flows[0]) : concrete;
  }

  private static StateSet union(
      SegmentOutcome outcome, int[] flows, int concrete, ReportEnds ends) {
    StateSet end = StateSet.EMPTY;
    int[][] found = new int[flows.length][];
    int total = 0;
    for (int f = 0; f < flows.length; f++) {
      end = end.union(outcome.end(flows[f]));
      ReportEnds own = new ReportEnds(ReportBudget.unlimited());
      outcome.collectEnds(flows[f], concrete, own);
      found[f] = own.toArray();
      total += found[f].length;
    }
    int[] all = new int[total];
    int size = 0;
    for (int[] own : found) {
      System.arraycopy(own, 0, all, size, own.length);
      size += own.length;
    }
    Arrays.sort(all);
    for (int position : all) {
      ends.add(position);
    }
    return end;
  }

  /** Symbols of a part that were run again to recover reports. */
  int replayed(int part) {
    return replayed[part];
  }

  /** Whether a part's replay had to wait for that of the part before. */
  boolean waited(int part) {
    return waited[part];
  }

  /** Whether a part was executed again. */
  boolean reexecuted(int part) {
    return reexecuted[part];
  }

  /** Whether some flow spoke for the true start of a part. */
  boolean foreseen(int part) {
    return foreseen[part];
  }

  /** How often the transition function of a part was evaluated. */
  int evaluated(int part) {
    return evaluated[part];
  }
}
