package io.fsmrun.core.dfa;

import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** How far each state of an automaton is from a report. */
public final class ReportDistances {

  /** The distance of a state from which no report can follow. */
  public static final int NEVER = Integer.MAX_VALUE;

  private ReportDistances() {}

  /**
   * The least number of bytes from each state to one that reports.
   *
   * @param dfa an automaton
   * @return one distance per state, 0 for those that report, {@link #NEVER} if there is no way;
   *     O(states * classes)
   */
  public static int[] of(Dfa dfa) {
    int states = dfa.stateCount();
    int classCount = dfa.classes().count();
    char[] table = dfa.table();
    int[] start = new int[states + 1];
    for (char next : table) {
      start[next + 1]++;
    }
    for (int s = 0; s < states; s++) {
      start[s + 1] += start[s];
    }
    char[] predecessors = new char[table.length];
    int[] fill = start.clone();
    for (int i = 0; i < table.length; i++) {
      predecessors[fill[table[i]]++] = (char) (i / classCount);
    }
    int[] distances = new int[states];
    Arrays.fill(distances, NEVER);
    IntArrayList queue = new IntArrayList();
    for (int s = 0; s < states; s++) {
      if (dfa.reportFlags(s) != ReportFlags.NONE) {
        distances[s] = 0;
        queue.add(s);
      }
    }
    for (int i = 0; i < queue.size(); i++) {
      int state = queue.getInt(i);
      for (int p = start[state]; p < start[state + 1]; p++) {
        if (distances[predecessors[p]] == NEVER) {
          distances[predecessors[p]] = distances[state] + 1;
          queue.add(predecessors[p]);
        }
      }
    }
    return distances;
  }
}
