package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import java.util.Arrays;

/**
 * A set of states to which states are added, in O(1) each, and which is emptied in O(1), but for
 * one time of 65,535: members in the order of adding, and per state the round in which it was last
 * added. A state that another one dominates is not a member beside that. Rounds are short numbers,
 * and members get room when there are any: most of these sets are small, and to touch memory for
 * the first time costs more than what is done in it. Mutable, for one thread.
 */
final class ActiveSet {

  private static final int MIX_FACTOR = 0x9e3779b1;
  private static final int MIX_SHIFT = 15;

  private static final int NO_CHAIN = -1;
  private static final int FIRST_ROOM = 64;

  private int[] members = new int[FIRST_ROOM];
  private final int stateCount;

  /** Per state; none while the set has never had a member. */
  private short[] addedIn = {};

  private short round = 1;
  private int size;
  private int hash;

  /** Null if no state dominates another. */
  private final Dominance dominance;

  /** Per chain where its only member is, and the round in which that was added. */
  private int[] placeOfChain = {};

  private short[] chainAddedIn = {};

  ActiveSet(int stateCount, Dominance dominance) {
    this.stateCount = stateCount;
    this.dominance = dominance;
  }

  void clear() {
    size = 0;
    hash = 0;
    round++;
    if (round == 0) { // The numbers come again: an old one would seem to be of this round.
      Arrays.fill(addedIn, (short) 0);
      Arrays.fill(chainAddedIn, (short) 0);
      round = 1;
    }
  }

  void add(int state) {
    if (addedIn.length == 0) {
      addedIn = new short[stateCount];
      if (dominance != null) {
        placeOfChain = new int[dominance.chainCount()];
        chainAddedIn = new short[dominance.chainCount()];
      }
    }
    if (addedIn[state] != round) {
      int chain = dominance == null ? NO_CHAIN : dominance.chain(state);
      if (chain == NO_CHAIN) {
        append(state);
      } else if (chainAddedIn[chain] != round) {
        chainAddedIn[chain] = round;
        placeOfChain[chain] = size;
        append(state);
      } else {
        replace(placeOfChain[chain], state);
      }
    }
  }

  private void append(int state) {
    addedIn[state] = round;
    if (size == members.length) {
      members = Arrays.copyOf(members, 2 * size);
    }
    members[size++] = state;
    hash += mixed(state);
  }

  /** Puts a state in the place of another one of its chain, if it dominates that. */
  private void replace(int place, int state) {
    int other = members[place];
    if (dominance.rank(state) < dominance.rank(other)) {
      addedIn[other] = (short) (round - 1);
      addedIn[state] = round;
      members[place] = state;
      hash += mixed(state) - mixed(other);
    }
  }

  private static int mixed(int state) {
    int mixed = (state + 1) * MIX_FACTOR;
    return mixed ^ mixed >>> MIX_SHIFT;
  }

  /** Whether a state is a member, or one that dominates it. */
  boolean covers(int state) {
    if (has(state) || dominance == null || size == 0) {
      return has(state);
    }
    int chain = dominance.chain(state);
    return chain != NO_CHAIN
        && chainAddedIn[chain] == round
        && dominance.rank(members[placeOfChain[chain]]) < dominance.rank(state);
  }

  boolean has(int state) {
    return state < addedIn.length && addedIn[state] == round;
  }

  int size() {
    return size;
  }

  /** The members, in no order; valid until the set changes. */
  int[] members() {
    return members;
  }

  /** The same for equal sets. */
  int hash() {
    return hash;
  }

  /** Whether a piece of an array, of distinct states, has the same members. */
  boolean equalTo(int[] states, int from, int to) {
    if (to - from != size) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (addedIn[states[i]] != round) {
        return false;
      }
    }
    return true;
  }

  /** A copy of the members, sorted. */
  int[] sorted() {
    int[] states = Arrays.copyOf(members, size);
    Arrays.sort(states);
    return states;
  }

  /** Writes the members, one byte for each of most. */
  void write(BinaryWriter out) {
    out.writeInt(size);
    int before = -1;
    for (int state : sorted()) {
      out.writeInt(state - before - 1);
      before = state;
    }
  }

  /** Takes what was written, of states below a limit, in place of the members. */
  void read(BinaryReader in, int stateCount) {
    clear();
    int count = in.readInt(stateCount + 1L, "the number of active states");
    int state = -1;
    for (int i = 0; i < count; i++) {
      state += 1 + in.readInt(stateCount - state - 1L, "the distance of active states");
      add(state);
    }
  }
}
