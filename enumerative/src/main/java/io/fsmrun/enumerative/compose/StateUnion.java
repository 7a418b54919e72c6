package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

/** Gathers states from several sets. */
final class StateUnion {

  private final IntOpenHashSet states = new IntOpenHashSet();

  void add(StateSet set) {
    for (int i = 0; i < set.size(); i++) {
      states.add(set.get(i));
    }
  }

  StateSet toStateSet() {
    return StateSet.of(states.toIntArray());
  }
}
