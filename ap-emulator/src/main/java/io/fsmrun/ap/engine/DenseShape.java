package io.fsmrun.ap.engine;

/**
 * How a small component would lie in a word.
 *
 * @param first its first state
 * @param states how many it has, at most 64
 * @param turns how many distinct turns it needs, beside staying, going forth by one, and runs
 * @param run the states of its runs, a bit each from its first state
 * @param runEnd the states behind the runs
 */
record DenseShape(int first, int states, int turns, long run, long runEnd) {

  /** Looks at a component of at most 64 states. O(states * edges of a state). */
  static DenseShape of(StateGraph graph, int component) {
    int first = graph.componentStart[component];
    int states = graph.componentStart[component + 1] - first;
    long[] drivers = new long[states];
    for (int s = 0; s < states; s++) {
      for (int e = graph.edgeStart[first + s]; e < graph.edgeStart[first + s + 1]; e++) {
        drivers[graph.edges[e] - first] |= 1L << s;
      }
    }
    long run = 0;
    long runEnd = 0;
    long turns = 0;
    for (int s = 0; s < states; s++) {
      long taken = 3;
      long here = runBefore(drivers[s], s);
      if (Long.bitCount(here) > 1 && ((here | 1L << s) & (run | runEnd)) == 0) {
        run |= here;
        runEnd |= 1L << s;
        taken |= (1L << Long.bitCount(here) + 1) - 1;
      }
      for (long rest = drivers[s]; rest != 0; rest &= rest - 1) {
        int turn = s - Long.numberOfTrailingZeros(rest);
        if (turn < 0 || (taken >>> turn & 1) == 0) {
          turns |= 1L << turn;
        }
      }
    }
    return new DenseShape(first, states, Long.bitCount(turns), run, runEnd);
  }

  /** The drivers that lie in one piece right before a state. */
  private static long runBefore(long drivers, int state) {
    long run = 0;
    for (int s = state - 1; s >= 0 && (drivers >>> s & 1) != 0; s--) {
      run |= 1L << s;
    }
    return run;
  }

  boolean hasRuns() {
    return run != 0;
  }
}
