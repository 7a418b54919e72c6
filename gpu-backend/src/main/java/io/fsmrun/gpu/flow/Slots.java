package io.fsmrun.gpu.flow;

import java.util.Arrays;

/** Whose the reports of each lane or warp of a launch are. For one thread. */
final class Slots {

  private Call[] calls = new Call[16];
  private int[] flows = new int[16];
  private int[] positions = new int[16];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    Arrays.fill(calls, 0, size, null);
    size = 0;
  }

  /** Adds a slot, which runs a flow from a position on, and returns its number. */
  int add(Call call, int flow, int position) {
    if (size == calls.length) {
      calls = Arrays.copyOf(calls, 2 * size);
      flows = Arrays.copyOf(flows, 2 * size);
      positions = Arrays.copyOf(positions, 2 * size);
    }
    calls[size] = call;
    flows[size] = flow;
    positions[size] = position;
    return size++;
  }

  /** Hands the reports of a chunk to the call of its slot. */
  void report(int slot, ReportChunks chunks, int chunk) {
    calls[slot].report(flows[slot], positions[slot], chunks, chunk);
  }
}
