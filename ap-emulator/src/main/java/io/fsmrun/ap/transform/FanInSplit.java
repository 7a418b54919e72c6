package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.ElementKind;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.ap.network.StartKind;
import java.util.Arrays;

/** Splits STEs into copies that share the drivers. */
final class FanInSplit {

  private static final int NONE = -1;

  private final AutomataNetwork network;
  private final Adjacency drivers;
  private final CopyCounts counts;
  private final Writing writing;
  private final NetworkBuilder builder;
  private final int[] firstCopy;

  /** Handles of the further copies of an element, from this index on. */
  private final int[] furtherStart;

  private final int[] further;
  private final int[] joins;

  private FanInSplit(AutomataNetwork network, FanLimits limits) {
    this.network = network;
    drivers = Adjacency.into(network);
    counts =
        CopyCounts.of(
            network.size(),
            drivers,
            Adjacency.outOf(network),
            element -> network.kind(element) == ElementKind.STE,
            limits.fanIn(),
            limits.elements());
    writing = new Writing(network);
    builder = writing.builder();
    firstCopy = new int[network.size()];
    furtherStart = new int[network.size() + 1];
    for (int element = 0; element < network.size(); element++) {
      furtherStart[element + 1] = furtherStart[element] + counts.copies(element) - 1;
    }
    further = new int[furtherStart[network.size()]];
    joins = new int[network.size()];
    Arrays.fill(joins, NONE);
  }

  static AutomataNetwork apply(AutomataNetwork network, FanLimits limits) {
    FanInSplit split = new FanInSplit(network, limits);
    for (int element = 0; element < network.size(); element++) {
      split.defineCopies(element);
    }
    for (int element = 0; element < network.size(); element++) {
      split.drive(element);
    }
    return split.builder.build();
  }

  private int copy(int element, int number) {
    return number == 0 ? firstCopy[element] : further[furtherStart[element] + number - 1];
  }

  private void defineCopies(int element) {
    int copies = counts.copies(element);
    if (copies == 1) {
      firstCopy[element] = writing.copy(element, builder);
      return;
    }
    String id = network.id(element);
    for (int number = 0; number < copies; number++) {
      String copyId = number == 0 ? id : writing.freshId(id + "~" + (number + 1));
      int handle = writing.define(element, copyId, builder);
      if (number == 0) {
        firstCopy[element] = handle;
      } else {
        further[furtherStart[element] + number - 1] = handle;
        builder.start(handle, StartKind.NONE);
      }
      if (network.isReporting(element)) {
        builder.report(handle, writing.name(element));
      }
    }
  }

  private void drive(int to) {
    int next = 0;
    for (int edge = drivers.first(to); edge < drivers.end(to); edge++) {
      int from = drivers.other(edge);
      int port = drivers.port(edge);
      if (network.kind(to) != ElementKind.STE) {
        driveSpecial(from, to, port);
      } else if (from == to) {
        for (int number = 0; number < counts.copies(to); number++) {
          builder.edge(copy(to, number), copy(to, number), port);
        }
      } else {
        for (int number = 0; number < counts.copies(from); number++) {
          builder.edge(copy(from, number), copy(to, next++ / counts.room(to)), port);
        }
      }
    }
  }

  private void driveSpecial(int from, int to, int port) {
    if (counts.copies(from) > 1 && Writing.needsEveryInput(network, to)) {
      builder.edge(join(from), copy(to, 0), port);
      return;
    }
    for (int number = 0; number < counts.copies(from); number++) {
      builder.edge(copy(from, number), copy(to, 0), port);
    }
  }

  /** An OR of the copies of an STE. */
  private int join(int ste) {
    if (joins[ste] == NONE) {
      joins[ste] = builder.gate(writing.freshId(network.id(ste) + "~any"), GateFunction.OR);
      for (int number = 0; number < counts.copies(ste); number++) {
        builder.edge(copy(ste, number), joins[ste]);
      }
    }
    return joins[ste];
  }
}
