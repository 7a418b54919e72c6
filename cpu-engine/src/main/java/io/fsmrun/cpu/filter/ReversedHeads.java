package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** All heads that can be read backwards, as one automaton. Immutable. */
final class ReversedHeads {

  private static final int NONE = -1;

  /**
   * The most states and edges of all: turned round, a head may have 64 times as many. The others
   * are read forwards.
   */
  private static final long MOST = 1 << 21;

  private final int[] groupOf;
  private final SetAutomaton automaton;

  ReversedHeads(List<Head> heads, Checkpoint checkpoint) {
    this.groupOf = new int[heads.size()];
    Arrays.fill(groupOf, NONE);
    List<RuleAutomaton> reversed = new ArrayList<>();
    long left = MOST;
    for (int head = 0; head < groupOf.length; head++) {
      checkpoint.pass();
      Optional<Nfa> nfa = HeadReverser.reverse(heads.get(head), left);
      if (nfa.isPresent()) {
        left -= nfa.get().stateCount() + nfa.get().edgeCount();
        groupOf[head] = reversed.size();
        reversed.add(new RuleAutomaton(head, nfa.get()));
      }
    }
    int[] groups = new int[reversed.size()];
    Arrays.setAll(groups, group -> group);
    DisjointUnion union = DisjointUnion.of(reversed, groups, checkpoint);
    StateNumbers numbers = StateNumbers.of(union, LazyOptions.defaults());
    this.automaton = SetAutomaton.injectable(union, numbers);
  }

  boolean has(int head) {
    return groupOf[head] != NONE;
  }

  /** The group that starts a head. */
  int group(int head) {
    return groupOf[head];
  }

  SetAutomaton automaton() {
    return automaton;
  }
}
