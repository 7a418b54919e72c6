package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;

/** Splits elements into copies that share the targets. */
final class FanOutSplit {

  private final AutomataNetwork network;
  private final Adjacency targets;
  private final CopyCounts counts;
  private final Writing writing;
  private final NetworkBuilder builder;

  /** Handles of the copies of an element, from this index on. */
  private final int[] copyStart;

  private final int[] handles;

  private FanOutSplit(AutomataNetwork network, FanLimits limits) {
    this.network = network;
    targets = Adjacency.outOf(network);
    counts =
        CopyCounts.of(
            network.size(),
            targets,
            Adjacency.into(network),
            element -> true,
            limits.fanOut(),
            limits.elements());
    writing = new Writing(network);
    builder = writing.builder();
    copyStart = new int[network.size() + 1];
    for (int element = 0; element < network.size(); element++) {
      copyStart[element + 1] = copyStart[element] + counts.copies(element);
    }
    handles = new int[copyStart[network.size()]];
  }

  static AutomataNetwork apply(AutomataNetwork network, FanLimits limits) {
    FanOutSplit split = new FanOutSplit(network, limits);
    for (int element = 0; element < network.size(); element++) {
      split.defineCopies(element);
    }
    for (int element = 0; element < network.size(); element++) {
      split.drive(element);
    }
    return split.builder.build();
  }

  private void defineCopies(int element) {
    handles[copyStart[element]] = writing.copy(element, builder);
    for (int number = 1; number < counts.copies(element); number++) {
      String id = writing.freshId(network.id(element) + "~" + (number + 1));
      handles[copyStart[element] + number] = writing.define(element, id, builder);
    }
  }

  private void drive(int from) {
    int next = 0;
    for (int edge = targets.first(from); edge < targets.end(from); edge++) {
      int to = targets.other(edge);
      for (int at = copyStart[to]; at < copyStart[to + 1]; at++) {
        int driver = from == to ? at : copyStart[from] + next++ / counts.room(from);
        builder.edge(handles[driver], handles[at], targets.port(edge));
      }
    }
  }
}
