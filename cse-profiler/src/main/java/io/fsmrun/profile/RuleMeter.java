package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs strings from all states of one automaton and counts flows at given positions. For one
 * thread.
 *
 * <p>Beside what {@link StateGroups} keeps, it keeps up to {@value #MOST_KEPT} members of sets;
 * what is more is made anew for every string.
 */
final class RuleMeter {

  private static final int MOST_KEPT = 1 << 21;

  private final Dfa dfa;
  private final int[] positions;
  private final StateGroups groups;
  private final byte[] classOf;
  private final boolean[] idle;
  private final boolean[] absorbing;
  private final boolean[] seen;

  /** Different partitions; the first one's sets are the flows that are counted. */
  private final List<Partition> choices = new ArrayList<>();

  /** Per profile, its partition among the choices. */
  private final int[] choiceOf;

  private final SetMembers[][] members;
  private int membersKept;

  private final int[] stateFlows;
  private final int[] setFlows;
  private final boolean[] missed;
  private int toOne;

  RuleMeter(Dfa dfa, List<Partition> partitions, int[] positions) {
    this.dfa = dfa;
    this.positions = positions;
    this.groups = new StateGroups(dfa);
    this.classOf = dfa.classes().toByteArray();
    this.idle = new boolean[dfa.stateCount()];
    this.absorbing = new boolean[dfa.stateCount()];
    for (int state = 0; state < idle.length; state++) {
      absorbing[state] = dfa.isAbsorbing(state);
      idle[state] = absorbing[state] && dfa.reportFlags(state) == ReportFlags.NONE;
    }
    this.seen = new boolean[dfa.stateCount()];
    this.choiceOf = new int[partitions.size()];
    for (int i = 0; i < choiceOf.length; i++) {
      int known = choices.indexOf(partitions.get(i));
      choiceOf[i] = known < 0 ? choices.size() : known;
      if (known < 0) {
        choices.add(partitions.get(i));
      }
    }
    this.members = new SetMembers[choices.size()][dfa.classes().count()];
    this.stateFlows = new int[positions.length];
    this.setFlows = new int[positions.length];
    this.missed = new boolean[choices.size()];
  }

  /** Runs a string; what was counted can be read until the next one. */
  void run(byte[] string) {
    Arrays.fill(stateFlows, 1);
    Arrays.fill(setFlows, 1);
    Arrays.fill(missed, false);
    toOne = dfa.stateCount() == 1 ? 0 : -1;
    countAtStart();
    if (toOne == 0) {
      return;
    }
    if (string.length == 0) {
      for (int choice = 0; choice < missed.length; choice++) {
        missed[choice] = choices.get(choice).blockCount() < dfa.stateCount();
      }
      return;
    }
    groups.start(classOf[string[0] & 0xff] & 0xff);
    int point = 1;
    boolean stuck = false;
    for (int read = 1; groups.count() > 1; read++) {
      if (point < positions.length && positions[point] == read) {
        count(point++);
        stuck = isStuck();
      }
      if (stuck || read == string.length) {
        break;
      }
      groups.step(classOf[string[read] & 0xff] & 0xff);
      toOne = groups.count() == 1 ? read + 1 : -1;
    }
    finish(point);
  }

  private void finish(int point) {
    if (groups.count() == 1) {
      toOne = Math.max(toOne, 1);
      return;
    }
    // Either the string has ended, or nothing changes any more.
    for (int later = point; later < positions.length; later++) {
      stateFlows[later] = stateFlows[point - 1];
      setFlows[later] = setFlows[point - 1];
    }
    for (int choice = 0; choice < missed.length; choice++) {
      missed[choice] = members(choice).anyApart(groups);
    }
  }

  /** Whether no state is ever left again. */
  private boolean isStuck() {
    for (int group = 0; group < groups.count(); group++) {
      if (!absorbing[groups.state(group)]) {
        return false;
      }
    }
    return true;
  }

  private void countAtStart() {
    int live = 0;
    boolean[] liveSets = new boolean[choices.isEmpty() ? 0 : choices.get(0).blockCount()];
    int sets = 0;
    for (int state = 0; state < idle.length; state++) {
      if (!idle[state]) {
        live++;
        if (liveSets.length > 0) {
          int block = choices.get(0).blockOf(state);
          sets += liveSets[block] ? 0 : 1;
          liveSets[block] = true;
        }
      }
    }
    stateFlows[0] = Math.max(1, live);
    setFlows[0] = Math.max(1, sets);
  }

  private void count(int point) {
    int live = 0;
    for (int group = 0; group < groups.count(); group++) {
      live += idle[groups.state(group)] ? 0 : 1;
    }
    stateFlows[point] = Math.max(1, live);
    if (missed.length > 0) {
      setFlows[point] = Math.max(1, members(0).flows(groups, idle, seen));
    }
  }

  private SetMembers members(int choice) {
    SetMembers known = members[choice][groups.first()];
    if (known == null) {
      known = new SetMembers(choices.get(choice), groups.afterFirst());
      if (membersKept + known.size() <= MOST_KEPT) {
        membersKept += known.size();
        members[choice][groups.first()] = known;
      }
    }
    return known;
  }

  /** Flows of one state each at a position of the last string, at least 1. */
  int stateFlows(int point) {
    return stateFlows[point];
  }

  /** Flows of one set each at a position of the last string, at least 1. */
  int setFlows(int point) {
    return setFlows[point];
  }

  /** Symbols until all states were in one; -1 if they never were. */
  int toOne() {
    return toOne;
  }

  /** Whether some set of a profile was in several states at the end of the last string. */
  boolean missed(int profile) {
    return missed[choiceOf[profile]];
  }
}
