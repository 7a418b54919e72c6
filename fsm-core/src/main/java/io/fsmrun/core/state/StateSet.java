package io.fsmrun.core.state;

import java.util.Arrays;

/** An immutable set of state numbers, kept sorted. A value, shared by threads. */
public final class StateSet {

  /** The set without states. */
  public static final StateSet EMPTY = new StateSet(new int[0]);

  private final int[] states;

  private StateSet(int[] states) {
    this.states = states;
  }

  /**
   * The set of the given states.
   *
   * @param states state numbers from 0, in any order, repetitions allowed
   * @return the set
   */
  public static StateSet of(int... states) {
    if (states.length == 0) {
      return EMPTY;
    }
    int[] sorted = states.clone();
    Arrays.sort(sorted);
    int kept = 1;
    for (int i = 1; i < sorted.length; i++) {
      if (sorted[i] != sorted[kept - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return new StateSet(kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept));
  }

  /**
   * The set of the states whose bits are set.
   *
   * @param words bit {@code s & 63} of word {@code s >> 6} stands for state {@code s}
   * @return the set
   */
  public static StateSet ofBits(long[] words) {
    int size = 0;
    for (long word : words) {
      size += Long.bitCount(word);
    }
    int[] states = new int[size];
    int next = 0;
    for (int w = 0; w < words.length; w++) {
      for (long bits = words[w]; bits != 0; bits &= bits - 1) {
        states[next++] = w * 64 + Long.numberOfTrailingZeros(bits);
      }
    }
    return size == 0 ? EMPTY : new StateSet(states);
  }

  /**
   * The set of the states from {@code first} to {@code end - 1}.
   *
   * @param first the lowest state
   * @param end one above the highest state
   * @return the set
   */
  public static StateSet range(int first, int end) {
    int[] states = new int[end - first];
    Arrays.setAll(states, i -> first + i);
    return states.length == 0 ? EMPTY : new StateSet(states);
  }

  /**
   * Number of states in the set.
   *
   * @return 0 or more
   */
  public int size() {
    return states.length;
  }

  /**
   * The state at an index of the sorted order.
   *
   * @param index from 0
   * @return the state
   * @throws IndexOutOfBoundsException if there is no such index
   */
  public int get(int index) {
    return states[index];
  }

  /**
   * Membership, in O(log size).
   *
   * @param state a state number
   * @return whether it is in the set
   */
  public boolean contains(int state) {
    return Arrays.binarySearch(states, state) >= 0;
  }

  /**
   * The place of a state in ascending order; O(log size).
   *
   * @param state a state
   * @return its index, or -1 if it is not in the set
   */
  public int indexOf(int state) {
    int index = Arrays.binarySearch(states, state);
    return index < 0 ? -1 : index;
  }

  /**
   * Difference, in O(size log size of the other).
   *
   * @param other another set
   * @return the states of this set that are not in the other
   */
  public StateSet minus(StateSet other) {
    int[] rest = new int[states.length];
    int count = 0;
    for (int state : states) {
      if (!other.contains(state)) {
        rest[count++] = state;
      }
    }
    return count == states.length ? this : new StateSet(Arrays.copyOf(rest, count));
  }

  /**
   * Union, in O(size log size).
   *
   * @param other another set
   * @return the states in either set
   */
  public StateSet union(StateSet other) {
    if (other.states.length == 0) {
      return this;
    }
    int[] both = Arrays.copyOf(states, states.length + other.states.length);
    System.arraycopy(other.states, 0, both, states.length, other.states.length);
    return of(both);
  }

  /**
   * The states, ascending, in a fresh array.
   *
   * @return one entry per state
   */
  public int[] toArray() {
    return states.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StateSet that && Arrays.equals(states, that.states);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(states);
  }

  @Override
  public String toString() {
    return Arrays.toString(states);
  }
}
