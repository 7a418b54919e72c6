package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import java.util.Arrays;

/** The network in which each block of elements is one element, with the edges of all of them. */
final class Quotient {

  private Quotient() {}

  /**
   * Merges blocks. A merged element is the lowest of its block, and starts when any of them does.
   *
   * @param blockOf the block of each element, below the number of elements
   */
  static AutomataNetwork of(AutomataNetwork network, int[] blockOf) {
    Writing writing = new Writing(network);
    NetworkBuilder builder = writing.builder();
    int[] handles = new int[network.size()];
    Arrays.fill(handles, -1);
    StartKind[] starts = new StartKind[network.size()];
    for (int element = 0; element < network.size(); element++) {
      int block = blockOf[element];
      if (handles[block] < 0) {
        handles[block] = writing.copy(element, builder);
        starts[block] = network.start(element);
      } else if (network.start(element).compareTo(starts[block]) > 0) {
        starts[block] = network.start(element);
        builder.start(handles[block], starts[block]);
      }
    }
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        builder.edge(
            handles[blockOf[from]],
            handles[blockOf[network.successor(from, i)]],
            network.port(from, i));
      }
    }
    return builder.build();
  }
}
