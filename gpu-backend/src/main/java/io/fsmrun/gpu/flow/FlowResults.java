package io.fsmrun.gpu.flow;

/** What became of the calls of deterministic automata of one launch. Immutable. */
final class FlowResults {

  private final int[] results;
  private final int[] flows;
  private final int[] heap;

  FlowResults(int[] results, int[] flows, int[] heap) {
    this.results = results;
    this.flows = flows;
    this.heap = heap;
  }

  /** A word of the result of a call. */
  int get(int call, int word) {
    return results[call * Layout.RESULT + word];
  }

  /** Where on the heap a call's piece is; {@link Layout#NEVER} if there was no room for it. */
  int heap(int call) {
    return get(call, Layout.HEAP);
  }

  /** A word of the flows of all calls. */
  int flow(int index) {
    return flows[index];
  }

  int onHeap(int index) {
    return heap[index];
  }
}
