package io.fsmrun.ap.engine;

import java.util.Arrays;

/**
 * The set-to-set step on lists of active states, with a mask that says which are in the next list
 * already. The work of one thread; O(edges out of active states) a step.
 */
final class SetStep {

  private final StateGraph graph;
  private final long[] mask;
  private int[] next = new int[64];
  private int size;
  private long edgesWalked;

  SetStep(StateGraph graph) {
    this.graph = graph;
    this.mask = new long[(graph.stateCount() + 63) / 64];
  }

  /**
   * Takes a set of active states over one symbol. The result is in {@link #states} until the next
   * call.
   *
   * @param active holds the active states
   * @param from where they begin
   * @param count how many there are
   * @param symbol the symbol
   * @param starts the states that start on all input and match the symbol
   */
  void step(int[] active, int from, int count, int symbol, int[] starts) {
    size = 0;
    ensure(starts.length);
    for (int state : starts) {
      next[size++] = state;
      mask[state >> 6] |= 1L << state;
    }
    int[] edges = graph.edges;
    for (int i = from; i < from + count; i++) {
      int first = graph.edgeStart[active[i]];
      int last = graph.edgeStart[active[i] + 1];
      edgesWalked += last - first;
      ensure(last - first);
      for (int e = first; e < last; e++) {
        int target = edges[e];
        if (graph.matches(target, symbol) && (mask[target >> 6] >>> target & 1) == 0) {
          mask[target >> 6] |= 1L << target;
          next[size++] = target;
        }
      }
    }
    for (int i = 0; i < size; i++) {
      mask[next[i] >> 6] = 0;
    }
  }

  /** Takes over a set of states, given once each, as if a step had led to it. */
  void hold(int[] states, int count) {
    size = 0;
    ensure(count);
    System.arraycopy(states, 0, next, 0, count);
    size = count;
  }

  private void ensure(int more) {
    if (size + more > next.length) {
      next = Arrays.copyOf(next, Math.max(2 * next.length, size + more));
    }
  }

  /** The states after the last step, in no order. */
  int[] states() {
    return next;
  }

  /** How many of {@link #states} count. */
  int size() {
    return size;
  }

  /** Edges looked at since the start. */
  long edgesWalked() {
    return edgesWalked;
  }

  /** Whether a set of states, given once each, equals the one in {@link #states}. */
  boolean equalsStates(int[] states, int from, int count) {
    if (count != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      mask[next[i] >> 6] |= 1L << next[i];
    }
    boolean equal = true;
    for (int i = from; i < from + count && equal; i++) {
      equal = (mask[states[i] >> 6] >>> states[i] & 1) != 0;
    }
    for (int i = 0; i < size; i++) {
      mask[next[i] >> 6] = 0;
    }
    return equal;
  }
}
