package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.state.Partition;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Runs one string from all states of an automaton at once and says which of them ended together.
 *
 * <p>States that meet stay together, so a step costs only as much as there are different states
 * left: O(states) for the first symbol, and soon next to nothing. The step on the first symbol is
 * computed once per byte class. For one thread.
 */
final class StringRunner {

  private final Dfa dfa;
  private final SymbolModel.Sampler symbols;
  private final int classCount;
  private final char[] table;

  /**
   * Per class of the first symbol: the group of each start state, and the state each group is in.
   */
  private final int[][] firstGroups;

  private final int[][] firstStates;

  private final int[] groupOf;
  private final int[] seenAt;
  private final int[] seenGroup;
  private int stamp;

  StringRunner(Dfa dfa, SymbolModel.Sampler symbols) {
    this.dfa = dfa;
    this.symbols = symbols;
    this.classCount = dfa.classes().count();
    this.table = dfa.table();
    this.firstGroups = new int[classCount][];
    this.firstStates = new int[classCount][];
    this.groupOf = new int[dfa.stateCount()];
    this.seenAt = new int[dfa.stateCount()];
    this.seenGroup = new int[dfa.stateCount()];
  }

  /**
   * The partition of the start states by end state.
   *
   * @return null if all states end together, which is most common and needs no partition made
   */
  Partition run(SplittableRandom random, int length) {
    int first = symbols.draw(random);
    prepareFirst(first);
    int[] states = firstStates[first].clone();
    int count = states.length;
    int[] group = null;
    int i = 1;
    for (; i < length && count > 2; i++) {
      int merged = step(states, count, symbols.draw(random));
      if (merged < count) {
        group = compose(group, count);
        count = merged;
      }
    }
    if (count == 2 && meet(states[0], states[1], random, length - i)) {
      return null;
    }
    if (count == 1) {
      return null;
    }
    int[] labels = firstGroups[first].clone();
    for (int s = 0; group != null && s < labels.length; s++) {
      labels[s] = group[labels[s]];
    }
    return Partition.ofLabels(labels);
  }

  /**
   * Whether the last two states meet within a number of symbols; most of the time is spent here.
   */
  private boolean meet(int one, int other, SplittableRandom random, int length) {
    int a = one;
    int b = other;
    for (int i = 0; i < length && a != b; i++) {
      int symbolClass = symbols.draw(random);
      a = table[a * classCount + symbolClass];
      b = table[b * classCount + symbolClass];
    }
    return a == b;
  }

  private void prepareFirst(int symbolClass) {
    if (firstGroups[symbolClass] != null) {
      return;
    }
    int[] states = new int[dfa.stateCount()];
    Arrays.setAll(states, s -> s);
    int count = step(states, states.length, symbolClass);
    firstGroups[symbolClass] = Arrays.copyOf(groupOf, states.length);
    firstStates[symbolClass] = Arrays.copyOf(states, count);
  }

  /**
   * Advances the first {@code count} states and joins equal ones; {@code groupOf} says where each
   * went.
   */
  private int step(int[] states, int count, int symbolClass) {
    if (++stamp == 0) {
      Arrays.fill(seenAt, 0);
      stamp = 1;
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
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

  /**
   * The map from first groups to present groups, after a step that joined some of {@code count}.
   */
  private int[] compose(int[] group, int count) {
    if (group == null) {
      return Arrays.copyOf(groupOf, count);
    }
    for (int g = 0; g < group.length; g++) {
      group[g] = groupOf[group[g]];
    }
    return group;
  }
}
