package io.fsmrun.cpu;

import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The set automaton of a deterministic automaton, built as it is walked: its states are sets of
 * states, and its singletons are the automaton itself (specification, section 7).
 *
 * <p>Ids below the number of states are the states; those above are sets of several. Walking a set
 * that was walked before costs one table look-up whatever its size. When the cache is full, {@link
 * #isFull} tells, and the owner starts over with the sets it still needs; ids are good until then.
 * For one thread.
 */
final class SetCache {

  private static final int UNKNOWN = -1;

  private final TableEngine engine;
  private final int stateCount;
  private final int classCount;
  private final int memberLimit;
  private final Object2IntOpenHashMap<StateSet> ids = new Object2IntOpenHashMap<>();
  private final List<StateSet> sets = new ArrayList<>();
  private int[] transitions;

  /** By the index of a set: whether one of its states reports before the end of the input. */
  private boolean[] reporting;

  private int members;
  private final int[] seenAt;
  private int stamp;

  /**
   * An empty cache.
   *
   * @param engine the automaton
   * @param memberLimit about how many states all kept sets may have together
   */
  SetCache(TableEngine engine, int memberLimit) {
    this.engine = engine;
    this.stateCount = engine.dfa().stateCount();
    this.classCount = engine.dfa().classes().count();
    this.memberLimit = memberLimit;
    this.transitions = new int[classCount * 8];
    this.reporting = new boolean[8];
    this.seenAt = new int[stateCount];
    ids.defaultReturnValue(UNKNOWN);
  }

  boolean isFull() {
    return members > memberLimit;
  }

  void clear() {
    ids.clear();
    sets.clear();
    members = 0;
  }

  boolean isOneState(int id) {
    return id < stateCount;
  }

  /** Whether some state of a set reports {@code HERE} or {@code BACK}; O(1). */
  boolean mayReport(int id) {
    return id < stateCount ? reports(id) : reporting[id - stateCount];
  }

  private boolean anyReports(StateSet set) {
    for (int i = 0; i < set.size(); i++) {
      if (reports(set.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean reports(int state) {
    return (engine.flags(state) & (ReportFlags.HERE | ReportFlags.BACK)) != 0;
  }

  StateSet states(int id) {
    return id < stateCount ? StateSet.of(id) : sets.get(id - stateCount);
  }

  int idOf(StateSet set) {
    if (set.size() == 1) {
      return set.get(0);
    }
    int known = ids.getInt(set);
    if (known != UNKNOWN) {
      return known;
    }
    int index = sets.size();
    if ((index + 1) * classCount > transitions.length) {
      transitions = Arrays.copyOf(transitions, transitions.length * 2);
      reporting = Arrays.copyOf(reporting, reporting.length * 2);
    }
    Arrays.fill(transitions, index * classCount, (index + 1) * classCount, UNKNOWN);
    sets.add(set);
    reporting[index] = anyReports(set);
    members += set.size() + classCount;
    ids.put(set, stateCount + index);
    return stateCount + index;
  }

  int next(int id, int symbol) {
    if (id < stateCount) {
      return engine.next(id, symbol);
    }
    int entry = (id - stateCount) * classCount + engine.classOf(symbol);
    int next = transitions[entry];
    if (next == UNKNOWN) {
      next = idOf(image(sets.get(id - stateCount), symbol));
      transitions[entry] = next;
    }
    return next;
  }

  private StateSet image(StateSet set, int symbol) {
    if (++stamp == 0) {
      Arrays.fill(seenAt, 0);
      stamp = 1;
    }
    int[] found = new int[set.size()];
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      int next = engine.next(set.get(i), symbol);
      if (seenAt[next] != stamp) {
        seenAt[next] = stamp;
        found[count++] = next;
      }
    }
    return StateSet.of(Arrays.copyOf(found, count));
  }
}
