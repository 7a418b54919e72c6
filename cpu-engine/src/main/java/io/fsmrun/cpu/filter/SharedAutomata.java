package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.nfa.Nfa;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * How much chains may share. A file has each automaton once, however many chains name it, but each
 * of them gets its own states when heads and tails are put together: a file of some kilobytes could
 * ask for gigabytes. Chains of the planner have automata of their own, so this bounds none of them.
 * For one thread.
 */
final class SharedAutomata {

  /** The most states and edges of heads and tails beside those that are there once. */
  private static final int MOST = 1 << 18;

  private final Set<Nfa> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private long again;

  /** No chains yet. */
  SharedAutomata() {}

  /**
   * Checks chains. O(chains).
   *
   * @throws LimitExceededException if they share too much
   */
  static void check(List<Chain> chains) {
    SharedAutomata shared = new SharedAutomata();
    for (Chain chain : chains) {
      chain.head().ifPresent(head -> shared.add(head.nfa()));
      chain.tail().ifPresent(shared::add);
    }
  }

  /**
   * Adds the head or the tail of a chain.
   *
   * @throws LimitExceededException if too much is shared now
   */
  void add(Nfa nfa) {
    again += seen.add(nfa) ? 0 : (long) nfa.stateCount() + nfa.edgeCount();
    if (again > MOST) {
      throw new LimitExceededException(
          "states and edges of heads and tails that chains share", MOST, again);
    }
  }
}
