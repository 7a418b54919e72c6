package io.fsmrun.gpu.flow;

import java.util.Arrays;

/** The states of flows at some positions, filled as they get there. For one thread. */
final class Marks {

  private static final int UNSEEN = -1;

  private final int[] positions;

  /** By mark and flow. */
  private final int[][] states;

  Marks(int[] positions, int flows) {
    this.positions = positions;
    this.states = new int[positions.length][flows];
    for (int[] row : states) {
      Arrays.fill(row, UNSEEN);
    }
  }

  int[] positions() {
    return positions;
  }

  void set(int mark, int flow, int state) {
    states[mark][flow] = state;
  }

  /** A state; the given one if the flow was not carried there, so that it has not changed since. */
  int get(int mark, int flow, int since) {
    int state = states[mark][flow];
    return state == UNSEEN ? since : state;
  }
}
