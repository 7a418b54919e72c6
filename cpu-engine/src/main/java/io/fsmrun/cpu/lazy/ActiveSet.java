package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import java.util.Arrays;

/**
 * A set of states to which states are added, in O(1) each, and which is emptied in O(members):
 * members in the order of adding, and a bit per state. A state that another one dominates is not a
 * member beside that. A bit, and room only when there are members: to touch memory for the first
 * time costs more than what is done in it. Mutable, for one thread.
 */
final class ActiveSet {

  private static final int MIX_FACTOR = 0x9e3779b1;
  private static final int MIX_SHIFT = 15;

  private static final int NO_CHAIN = -1;
  private static final int FIRST_ROOM = 64;

  /** Of the number of a state; the rest of it is the bit's in a word. */
  private static final int WORD_SHIFT = 6;

  private int[] members = new int[FIRST_ROOM];
  private final int stateCount;

  /** A bit per state; none while the set has never had a member. */
  private long[] bits = {};

  private int size;
  private int hash;

  /** Null if no state dominates another. */
  private final Dominance dominance;

  /** Per chain where its only member is, if that is one of it. */
  private int[] placeOfChain = {};

  ActiveSet(int stateCount, Dominance dominance) {
    this.stateCount = stateCount;
    this.dominance = dominance;
  }

  void clear() {
    if (size >= bits.length) {
      Arrays.fill(bits, 0);
    } else {
      for (int i = 0; i < size; i++) {
        bits[members[i] >> WORD_SHIFT] = 0;
      }
    }
    size = 0;
    hash = 0;
  }

  void add(int state) {
    if (bits.length == 0) {
      bits = new long[(stateCount + Long.SIZE - 1) / Long.SIZE];
      placeOfChain = new int[dominance == null ? 0 : dominance.chainCount()];
    }
    if (!isMember(state)) {
      int chain = dominance == null ? NO_CHAIN : dominance.chain(state);
      if (chain == NO_CHAIN) {
        append(state);
      } else if (!hasOf(chain)) {
        placeOfChain[chain] = size;
        append(state);
      } else {
        replace(placeOfChain[chain], state);
      }
    }
  }

  private boolean isMember(int state) {
    return (bits[state >> WORD_SHIFT] >>> state & 1) != 0;
  }

  /** Whether there is a member of a chain. What is written down of it may be of another time. */
  private boolean hasOf(int chain) {
    int place = placeOfChain[chain];
    return place < size && dominance.chain(members[place]) == chain;
  }

  private void append(int state) {
    bits[state >> WORD_SHIFT] |= 1L << state;
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
      bits[other >> WORD_SHIFT] &= ~(1L << other);
      bits[state >> WORD_SHIFT] |= 1L << state;
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
        && hasOf(chain)
        && dominance.rank(members[placeOfChain[chain]]) < dominance.rank(state);
  }

  boolean has(int state) {
    return size > 0 && isMember(state);
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
      if (!isMember(states[i])) {
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
