package io.fsmrun.ap.chip;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.CounterMode;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.List;
import java.util.Random;

/** Networks for the tests of placement. */
final class Networks {

  private Networks() {}

  /** A small device, so that networks of some hundred elements fill it. */
  static DeviceModel small(DeviceModel.Boundary boundary) {
    return new DeviceModel("small", new Resources(100, 8, 12), 2, 8, 1, 4095, boundary);
  }

  /** Components of the given demands: STEs in a row, counters and gates driven by the first. */
  static AutomataNetwork ofComponents(List<Resources> demands) {
    NetworkBuilder builder = new NetworkBuilder("");
    for (int c = 0; c < demands.size(); c++) {
      addComponent(builder, "c" + c + "_", demands.get(c));
    }
    return builder.build();
  }

  private static void addComponent(NetworkBuilder builder, String prefix, Resources demand) {
    int first = builder.ste(prefix + "s0", SymbolSet.ALL);
    int last = first;
    for (int i = 1; i < demand.stes(); i++) {
      int next = builder.ste(prefix + "s" + i, SymbolSet.ALL);
      builder.edge(last, next);
      last = next;
    }
    for (int i = 0; i < demand.counters(); i++) {
      builder.edge(first, builder.counter(prefix + "n" + i, 3, CounterMode.PULSE));
    }
    for (int i = 0; i < demand.gates(); i++) {
      builder.edge(first, builder.gate(prefix + "g" + i, GateFunction.OR));
    }
  }

  /** One component of STEs with the given edges. */
  static AutomataNetwork ofEdges(int stes, int[][] edges) {
    NetworkBuilder builder = new NetworkBuilder("");
    for (int i = 0; i < stes; i++) {
      builder.ste("s" + i, SymbolSet.ALL);
    }
    for (int[] edge : edges) {
      builder.edge(edge[0], edge[1]);
    }
    return builder.build();
  }

  /** A grid of STEs, each driving its neighbours to the right and below, numbered at random. */
  static AutomataNetwork shuffledGrid(int width, int height, long seed) {
    NetworkBuilder builder = new NetworkBuilder("");
    Random random = new Random(seed);
    int[] handle = new int[width * height];
    int[] order = random.ints(0, handle.length).distinct().limit(handle.length).toArray();
    for (int cell : order) {
      handle[cell] = builder.ste("x" + cell, SymbolSet.ALL);
    }
    for (int cell = 0; cell < handle.length; cell++) {
      if ((cell + 1) % width != 0) {
        builder.edge(handle[cell], handle[cell + 1]);
      }
      if (cell + width < handle.length) {
        builder.edge(handle[cell], handle[cell + width]);
      }
    }
    return builder.build();
  }
}
