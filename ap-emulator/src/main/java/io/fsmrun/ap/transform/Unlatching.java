package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.GateFunction;
import io.fsmrun.ap.network.NetworkBuilder;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;

/**
 * Replaces each latched STE by a plain one and a second that it drives, which is active on every
 * symbol after, drives itself and all that the first drives, and reports under the same name. The
 * first changes at most in reporting under its id as report code. An OR joins the two before gates
 * for which two inputs are more than one.
 */
final class Unlatching {

  private static final int NONE = -1;

  private final AutomataNetwork network;
  private final Writing writing;
  private final NetworkBuilder builder;
  private final int[] handles;
  private final int[] keepers;
  private final int[] joins;

  private Unlatching(AutomataNetwork network) {
    this.network = network;
    writing = new Writing(network);
    builder = writing.builder();
    handles = new int[network.size()];
    keepers = new int[network.size()];
    joins = new int[network.size()];
    Arrays.fill(keepers, NONE);
    Arrays.fill(joins, NONE);
  }

  /** A network without latched STEs that reports the same; O(elements + edges). */
  static AutomataNetwork apply(AutomataNetwork network) {
    Unlatching unlatching = new Unlatching(network);
    for (int element = 0; element < network.size(); element++) {
      unlatching.define(element);
    }
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; i < network.successorCount(from); i++) {
        unlatching.drive(from, network.successor(from, i), network.port(from, i));
      }
    }
    return unlatching.builder.build();
  }

  private void define(int element) {
    if (!network.isLatched(element)) {
      handles[element] = writing.copy(element, builder);
      return;
    }
    String id = network.id(element);
    handles[element] = builder.ste(id, network.symbols(element));
    builder.start(handles[element], network.start(element));
    keepers[element] = builder.ste(writing.freshId(id + "~on"), SymbolSet.ALL);
    builder.edge(handles[element], keepers[element]);
    builder.edge(keepers[element], keepers[element]);
    report(element, handles[element]);
    report(element, keepers[element]);
  }

  private void drive(int from, int to, int port) {
    if (keepers[from] == NONE) {
      builder.edge(handles[from], handles[to], port);
    } else if (Writing.needsEveryInput(network, to)) {
      builder.edge(join(from), handles[to], port);
    } else {
      builder.edge(handles[from], handles[to], port);
      builder.edge(keepers[from], handles[to], port);
    }
  }

  private int join(int ste) {
    if (joins[ste] == NONE) {
      joins[ste] = builder.gate(writing.freshId(network.id(ste) + "~any"), GateFunction.OR);
      builder.edge(handles[ste], joins[ste]);
      builder.edge(keepers[ste], joins[ste]);
    }
    return joins[ste];
  }

  private void report(int element, int handle) {
    if (network.isReporting(element)) {
      builder.report(handle, writing.name(element));
    }
    if (network.isAtEndOnly(element)) {
      builder.atEndOnly(handle);
    }
  }
}
