package io.fsmrun.ap.transform;

import io.fsmrun.ap.network.AutomataNetwork;
import io.fsmrun.ap.network.NetworkBuilder;

/**
 * Removes what cannot change any report: elements that are never active, elements from which no
 * reporting element is reached, and edges that change nothing.
 *
 * <p>An STE is never active if its symbol set is empty, or if it starts never and no driver is ever
 * active; a counter, if no count input ever is; a gate, if its function is false whatever the
 * inputs do that may be active. A gate of a negated function counts as active without any input.
 * Edges that change nothing are those of elements never active, those into STEs that start on all
 * input, those into STEs out of gates that are high at the end only, loops of latched STEs, and
 * those into gates, or terms of gates, whose value an input that is never active has settled.
 *
 * <p>Ids, report codes and order of what stays are kept. O(elements + edges), and O(edges into it)
 * for each edge into a gate with terms.
 */
public record DeadRemoval() implements Transformation {

  @Override
  public AutomataNetwork apply(AutomataNetwork network) {
    Adjacency drivers = Adjacency.into(network);
    UsefulEdges edges = new UsefulEdges(network, drivers, Possible.of(network, drivers));
    boolean[] live = live(network, drivers, edges);
    Writing writing = new Writing(network);
    NetworkBuilder builder = writing.builder();
    int[] handles = new int[network.size()];
    for (int element = 0; element < network.size(); element++) {
      handles[element] = live[element] ? writing.copy(element, builder) : -1;
    }
    for (int from = 0; from < network.size(); from++) {
      for (int i = 0; live[from] && i < network.successorCount(from); i++) {
        int to = network.successor(from, i);
        int port = network.port(from, i);
        if (live[to] && edges.isUseful(from, to, port)) {
          builder.edge(handles[from], handles[to], port);
        }
      }
    }
    return builder.build();
  }

  /** What may be active and from which a report may come. */
  private static boolean[] live(AutomataNetwork network, Adjacency drivers, UsefulEdges edges) {
    boolean[] live = new boolean[network.size()];
    int[] open = new int[network.size()];
    int filled = 0;
    for (int element = 0; element < network.size(); element++) {
      if (network.isReporting(element) && edges.mayBeActive(element)) {
        live[element] = true;
        open[filled++] = element;
      }
    }
    while (filled > 0) {
      int to = open[--filled];
      for (int edge = drivers.first(to); edge < drivers.end(to); edge++) {
        int from = drivers.other(edge);
        if (!live[from] && edges.isUseful(from, to, drivers.port(edge))) {
          live[from] = true;
          open[filled++] = from;
        }
      }
    }
    return live;
  }
}
