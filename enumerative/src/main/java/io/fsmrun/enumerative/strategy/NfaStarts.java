package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.UnionFlows;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which states of a position automaton may be active after a known byte, and which of them are
 * active together. Immutable.
 *
 * <p>After byte {@code b}, a state is active exactly if its symbols hold {@code b} and it is always
 * enabled or a predecessor was active before {@code b}. So states whose symbols hold {@code b} and
 * that have the same predecessors form a <em>family</em>: all of it is active, or nothing. All
 * always-enabled states are one family; it is certainly active. The start counts as any other
 * predecessor: it may have been active before {@code b} if the piece of input starts there.
 */
final class NfaStarts {

  private static final int ABSENT = -1;
  private static final int CERTAIN = 0;

  private final Nfa nfa;

  /** The family of each state; the always-enabled ones are {@link #CERTAIN}. */
  private final int[] family;

  private final boolean[] orphan;
  private final int families;

  /** Finds the families; O(states + edges). */
  NfaStarts(Nfa nfa) {
    this.nfa = nfa;
    int states = nfa.stateCount();
    this.family = new int[states];
    this.orphan = new boolean[states];
    IntArrayList[] predecessors = new IntArrayList[states];
    Arrays.setAll(predecessors, state -> new IntArrayList(1));
    for (int state = 0; state < states; state++) {
      for (int i = 0; i < nfa.successorCount(state); i++) {
        predecessors[nfa.successor(state, i)].add(state);
      }
    }
    Map<IntArrayList, Integer> known = new HashMap<>();
    for (int state = 1; state < states; state++) {
      if (!nfa.isAlwaysEnabled(state)) {
        orphan[state] = predecessors[state].isEmpty();
        Integer fresh = known.size() + 1;
        Integer before = known.putIfAbsent(predecessors[state], fresh);
        family[state] = before == null ? fresh : before;
      }
    }
    this.families = known.size() + 1;
  }

  /**
   * The flow of each state after a byte: {@link #ABSENT} if it need not be carried, {@link
   * #CERTAIN} if it is in all, else its own or its group's number from 1. The start is never active
   * at a cut.
   */
  private int[] flowOfStates(int symbol, PapOptions options) {
    int[] flows = new int[nfa.stateCount()];
    int[] flowOfFamily = new int[families];
    int next = 1;
    flows[Nfa.START] = ABSENT;
    for (int state = 1; state < flows.length; state++) {
      boolean possible = nfa.symbols(state).contains(symbol) && !orphan[state];
      if (!possible && options.rangeGuidedCut()) {
        flows[state] = ABSENT;
      } else if (possible && nfa.isAlwaysEnabled(state) && options.activeStateGroup()) {
        flows[state] = CERTAIN;
      } else if (possible && options.commonParent()) {
        if (flowOfFamily[family[state]] == 0) {
          flowOfFamily[family[state]] = next++;
        }
        flows[state] = flowOfFamily[family[state]];
      } else {
        flows[state] = next++;
      }
    }
    return flows;
  }

  /** How many flows {@link #after} has; O(states). */
  int count(int symbol, PapOptions options) {
    return 1
        + Arrays.stream(flowOfStates(symbol, options))
            .map(flow -> Math.max(flow, 0))
            .max()
            .orElse(0);
  }

  /** The flows of a segment whose last byte before the cut was this one; O(states log states). */
  UnionFlows after(int symbol, PapOptions options) {
    int[] flows = flowOfStates(symbol, options);
    List<IntArrayList> members = new ArrayList<>();
    members.add(new IntArrayList());
    for (int state = 1; state < flows.length; state++) {
      if (flows[state] == ABSENT) {
        continue;
      }
      if (flows[state] == members.size()) {
        members.add(new IntArrayList());
      }
      members.get(flows[state]).add(state);
    }
    List<StateSet> groups = members.stream().map(group -> StateSet.of(group.toIntArray())).toList();
    return new UnionFlows(groups.get(0), groups.subList(1, groups.size()), true);
  }
}
