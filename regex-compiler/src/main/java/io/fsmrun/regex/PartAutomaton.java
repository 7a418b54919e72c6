package io.fsmrun.regex;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.nfa.NfaBuilder;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.longs.Long2IntMap;

/** Builds the position automaton of a regex that is matched from one place on. */
final class PartAutomaton {

  private PartAutomaton() {}

  static Nfa build(RegexNode part, CompileLimits limits) {
    PositionGraph graph = new PositionGraph(part, limits.positions(), limits.edges());
    NfaBuilder builder = new NfaBuilder(limits.edges());
    int[] states = new int[graph.positionCount()];
    for (int p = 0; p < states.length; p++) {
      states[p] = builder.addState(graph.symbols(p));
    }
    requireAlways(graph.nullable() == Contexts.NEVER ? Contexts.ALWAYS : graph.nullable());
    if (graph.nullable() == Contexts.ALWAYS) {
      builder.addFlags(Nfa.START, ReportFlags.HERE);
    }
    for (int i = 0; i < graph.first().size(); i++) {
      requireAlways(graph.first().condition(i));
      builder.addEdge(Nfa.START, states[graph.first().position(i)]);
    }
    for (Long2IntMap.Entry edge : graph.edges()) {
      requireAlways(edge.getIntValue());
      builder.addEdge(states[(int) (edge.getLongKey() >>> 32)], states[(int) edge.getLongKey()]);
    }
    for (int i = 0; i < graph.last().size(); i++) {
      requireAlways(graph.last().condition(i));
      builder.addFlags(states[graph.last().position(i)], ReportFlags.HERE);
    }
    return builder.build();
  }

  private static void requireAlways(int condition) {
    if (condition != Contexts.ALWAYS) {
      throw new IllegalArgumentException("an assertion inside a part");
    }
  }
}
