package io.fsmrun.cpu.lazy;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds states that are active at the same places of every input: those with one symbol set that
 * are both or neither always enabled, and that have the same predecessors, where a state that
 * precedes itself counts as one that does so. What the predecessors are is known better with each
 * state found, so that automata with a common prefix share it like words in a trie.
 *
 * <p>Soundness, by induction over the input: at its start no such state is active; after a byte,
 * one is active exactly if the byte is in the common set and a common predecessor, or it itself,
 * was active before, or both may be entered at any byte.
 */
final class PrefixSharing {

  /** Stands for the state itself among its predecessors. */
  private static final int ITSELF = -1;

  /** The set of the starts of group 0; those of other groups are below. */
  private static final int START_SET = -1;

  private final DisjointUnion union;
  private final int[] groups;
  private final int[] representative;
  private final int[] setOf;
  private IntArrayList[] predecessors;

  /**
   * A search for shared states.
   *
   * @param groups per component its group: the starts of a group are active at the same places
   */
  PrefixSharing(DisjointUnion union, int[] groups) {
    this.union = union;
    this.groups = groups;
    this.representative = new int[union.stateCount()];
    this.setOf = new int[union.stateCount()];
    Arrays.setAll(representative, state -> state);
  }

  /**
   * Per state the least of the states that it is one with.
   *
   * <p>A state is looked at again when one of its predecessors was found to be another: with the
   * limit, O(limit * edges) in all.
   *
   * @param predecessorLimit states with more predecessors are not looked at; 0 leaves all apart
   */
  int[] representatives(int predecessorLimit) {
    if (predecessorLimit > 0) {
      numberSets();
      collectPredecessors(predecessorLimit);
      merge(predecessorLimit);
      for (int state = 0; state < representative.length; state++) {
        representative[state] = find(state);
      }
    }
    return representative;
  }

  private void numberSets() {
    Map<SymbolSet, Integer> numbers = new HashMap<>();
    for (int state = 0; state < setOf.length; state++) {
      Integer known = numbers.putIfAbsent(union.symbols(state), numbers.size());
      int number = known == null ? numbers.size() - 1 : known;
      setOf[state] =
          union.local(state) == Nfa.START
              ? START_SET - groups[union.component(state)]
              : 2 * number + (union.isAlwaysEnabled(state) ? 1 : 0);
    }
  }

  private void collectPredecessors(int limit) {
    predecessors = new IntArrayList[representative.length];
    for (int state = 0; state < representative.length; state++) {
      predecessors[state] = new IntArrayList(0);
    }
    for (int state = 0; state < representative.length; state++) {
      Nfa nfa = union.nfa(state);
      int local = union.local(state);
      for (int i = 0; i < nfa.successorCount(local); i++) {
        IntArrayList row = predecessors[state - local + nfa.successor(local, i)];
        if (row.size() <= limit) {
          row.add(state);
        }
      }
    }
  }

  private void merge(int limit) {
    Map<Key, Integer> known = new HashMap<>();
    IntArrayList open = new IntArrayList();
    for (int state = 0; state < representative.length; state++) {
      open.add(state);
    }
    while (!open.isEmpty()) {
      IntArrayList again = new IntArrayList();
      for (int i = 0; i < open.size(); i++) {
        int state = open.getInt(i);
        if (representative[state] != state || !mergeable(state, limit)) {
          continue;
        }
        Integer other = known.putIfAbsent(key(state), state);
        if (other != null && other != state) {
          // The least one stays, so that numbers do not depend on the order of finding.
          int kept = Math.min(find(other), state);
          int gone = Math.max(find(other), state);
          if (kept != gone) {
            representative[gone] = kept;
            addSuccessors(gone, again);
          }
        }
      }
      open = again;
    }
  }

  private boolean mergeable(int state, int limit) {
    return isStart(state) || isEnabled(state) || predecessors[state].size() <= limit;
  }

  private boolean isStart(int state) {
    return setOf[state] <= START_SET;
  }

  private boolean isEnabled(int state) {
    return !isStart(state) && (setOf[state] & 1) != 0;
  }

  private void addSuccessors(int state, IntArrayList to) {
    Nfa nfa = union.nfa(state);
    int local = union.local(state);
    for (int i = 0; i < nfa.successorCount(local); i++) {
      int successor = state - local + nfa.successor(local, i);
      to.add(find(successor));
    }
  }

  private int find(int state) {
    int root = state;
    while (representative[root] != root) {
      root = representative[root];
    }
    for (int at = state; at != root; ) {
      int next = representative[at];
      representative[at] = root;
      at = next;
    }
    return root;
  }

  /**
   * What must be equal. The predecessors of an always-enabled state say nothing. A key that names a
   * state which became another is never asked for again.
   */
  private Key key(int state) {
    IntArrayList row = predecessors[state];
    int size = isEnabled(state) ? 0 : row.size();
    int[] values = new int[size + 1];
    for (int i = 0; i < size; i++) {
      int before = find(row.getInt(i));
      values[i] = before == state ? ITSELF : before;
    }
    Arrays.sort(values, 0, size);
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || values[i] != values[i - 1]) {
        values[kept++] = values[i];
      }
    }
    values[kept] = setOf[state];
    return new Key(Arrays.copyOf(values, kept + 1));
  }

  /** An array that is equal to those of equal content. */
  private static final class Key {

    private final int[] values;

    Key(int[] values) {
      this.values = values;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }
  }
}
