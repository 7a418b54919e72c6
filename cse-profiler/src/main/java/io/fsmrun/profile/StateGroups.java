package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import java.util.Arrays;

/**
 * All states of an automaton, run along a string at once: states that have met are one group.
 *
 * <p>States that meet stay together, so a step costs only as much as there are groups left:
 * O(states) for the first symbol, and soon next to nothing. The step on the first symbol is
 * computed once per byte class, which takes up to twice the memory of the automaton's table. For
 * one thread.
 */
final class StateGroups {

  private final int classCount;
  private final char[] table;

  /**
   * Per class of the first symbol: the group of each start state, and the state each group is in.
   */
  private final char[][] firstGroups;

  private final char[][] firstStates;

  private final int[] states;
  private final int[] groupOf;
  private final int[] seenAt;
  private final int[] seenGroup;
  private int stamp;

  private int first;
  private int count;

  /** From groups after the first symbol to present ones; null if none have met since. */
  private int[] composed;

  StateGroups(Dfa dfa) {
    this.classCount = dfa.classes().count();
    this.table = dfa.table();
    this.firstGroups = new char[classCount][];
    this.firstStates = new char[classCount][];
    this.states = new int[dfa.stateCount()];
    this.groupOf = new int[dfa.stateCount()];
    this.seenAt = new int[dfa.stateCount()];
    this.seenGroup = new int[dfa.stateCount()];
  }

  /** Begins a string: all states, one symbol on. */
  void start(int symbolClass) {
    first = symbolClass;
    composed = null;
    if (firstGroups[symbolClass] == null) {
      prepareFirst(symbolClass);
    }
    count = firstStates[symbolClass].length;
    for (int group = 0; group < count; group++) {
      states[group] = firstStates[symbolClass][group];
    }
  }

  private void prepareFirst(int symbolClass) {
    Arrays.setAll(states, s -> s);
    int reached = join(states.length, symbolClass);
    char[] groups = new char[states.length];
    for (int state = 0; state < groups.length; state++) {
      groups[state] = (char) groupOf[state];
    }
    char[] reachedStates = new char[reached];
    for (int group = 0; group < reached; group++) {
      reachedStates[group] = (char) states[group];
    }
    firstGroups[symbolClass] = groups;
    firstStates[symbolClass] = reachedStates;
  }

  /** One further symbol. */
  void step(int symbolClass) {
    int before = count;
    count = join(before, symbolClass);
    if (count == before) {
      return;
    }
    if (composed == null) {
      composed = Arrays.copyOf(groupOf, before);
    } else {
      for (int g = 0; g < composed.length; g++) {
        composed[g] = groupOf[composed[g]];
      }
    }
  }

  /**
   * Advances the first so many states and joins equal ones; {@code groupOf} says where each went.
   */
  private int join(int live, int symbolClass) {
    if (++stamp == 0) {
      Arrays.fill(seenAt, 0);
      stamp = 1;
    }
    int kept = 0;
    for (int i = 0; i < live; i++) {
      int next = table[states[i] * classCount + symbolClass];
      if (seenAt[next] != stamp) {
        seenAt[next] = stamp;
        seenGroup[next] = kept;
        states[kept++] = next;
      }
      groupOf[i] = seenGroup[next];
    }
    return kept;
  }

  /** Number of groups. */
  int count() {
    return count;
  }

  /** The state that a group is in. */
  int state(int group) {
    return states[group];
  }

  /** Class of the symbol that the string began with. */
  int first() {
    return first;
  }

  /** The group of each start state after the first symbol. Not to be changed. */
  char[] afterFirst() {
    return firstGroups[first];
  }

  /** The present group of a group that there was after the first symbol. */
  int present(int groupAfterFirst) {
    return composed == null ? groupAfterFirst : composed[groupAfterFirst];
  }

  /** The present group of each start state. */
  int[] labels() {
    char[] groups = firstGroups[first];
    int[] labels = new int[groups.length];
    for (int state = 0; state < labels.length; state++) {
      labels[state] = present(groups[state]);
    }
    return labels;
  }
}
