package io.fsmrun.cpu.lazy;

import java.util.Arrays;

/**
 * Finds states that are active at the same places of every input: those with one symbol set that
 * are both or neither always enabled, and that have the same predecessors, where a state that
 * precedes itself counts as one that does so. What the predecessors are is known better with each
 * state found, so that automata with a common prefix share it like words in a trie.
 *
 * <p>Soundness, by induction over the input: at its start no such state is active; after a byte,
 * one is active exactly if the byte is in the common set and a common predecessor, or it itself,
 * was active before, or both may be entered at any byte.
 *
 * <p>States are looked at in order, then again those one of whose predecessors was found to be one
 * with another since. The smaller of two classes of states joins the larger one, so that with
 * {@code n} states and {@code e} edges O(n + e log n) states are looked at, each in a time in
 * proportion to its predecessors, of which there are no more than the limit. If states come after
 * what precedes them, which most do, each is looked at once. Most states are the only successor of
 * their only predecessor, which is one with no other: these are not even looked up.
 */
final class PrefixSharing {

  /** Stands for the state itself among its predecessors. */
  private static final int ITSELF = -1;

  private static final int NONE = -1;
  private static final int MIXER = 0x9E3779B9;

  /** Every so many states are a reason to ask whether to go on; a power of two. */
  private static final int STATES_AT_ONCE = 1 << 10;

  private final DisjointUnion union;
  private final IntRows predecessors;
  private final int limit;

  /** Per state the one that its class is known by, or one that is nearer to it. */
  private final int[] parent;

  /** Per class, by what it is known by, the number of its states. */
  private final int[] sizes;

  /** The next state of the class, in a circle. */
  private final int[] nextInClass;

  /** States, and 1, by the hash that their key had when they were looked up; 0 where none is. */
  private int[] slots;

  private int[] hashes;
  private int used;

  /** The key of the state that is looked at, and one that it is compared with. */
  private final int[] key;

  private final int[] otherKey;

  /** States to be looked at again. */
  private int[] again = new int[16];

  private int againCount;

  /**
   * A search for shared states.
   *
   * @param limit states with more predecessors are not looked at, 1 or more
   */
  PrefixSharing(DisjointUnion union, int limit) {
    this.union = union;
    this.limit = limit;
    int count = union.stateCount();
    this.predecessors = union.predecessors();
    this.parent = new int[count];
    this.sizes = new int[count];
    this.nextInClass = new int[count];
    for (int state = 0; state < count; state++) {
      parent[state] = state;
      sizes[state] = 1;
      nextInClass[state] = state;
    }
    this.slots = new int[Math.max(64, Integer.highestOneBit(count))];
    this.hashes = new int[slots.length];
    this.key = new int[limit + 1];
    this.otherKey = new int[limit + 1];
  }

  /** Per state the least of the states that it is one with. */
  int[] representatives() {
    int count = parent.length;
    for (int state = 0; state < count; state++) {
      if ((state & STATES_AT_ONCE - 1) == 0) {
        union.checkpoint().pass();
      }
      look(state, state);
    }
    while (againCount > 0) {
      int[] open = Arrays.copyOf(again, againCount);
      againCount = 0;
      union.checkpoint().pass();
      for (int state : open) {
        if (parent[state] == state) {
          look(state, count);
        }
      }
    }
    int[] least = new int[count];
    Arrays.fill(least, NONE);
    int[] representative = new int[count];
    for (int state = 0; state < count; state++) {
      int root = find(state);
      if (least[root] == NONE) {
        least[root] = state;
      }
      representative[state] = least[root];
    }
    return representative;
  }

  /**
   * Looks whether a class of states is one with another.
   *
   * @param state what it is known by
   * @param seen states below were looked at
   */
  private void look(int state, int seen) {
    if (!isMergeable(state) || isAlone(state)) {
      return;
    }
    int size = key(state, key);
    int hash = hash(key, size);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      if (hashes[slot] == hash) {
        int other = find(slots[slot] - 1);
        if (other == state) {
          return;
        }
        // What its key is now, whatever it was.
        if (Arrays.equals(key, 0, size, otherKey, 0, key(other, otherKey))) {
          unite(other, state, seen);
          return;
        }
      }
      slot = slot + 1 & mask;
    }
    slots[slot] = state + 1;
    hashes[slot] = hash;
    if (2 * ++used > slots.length) {
      rehash();
    }
  }

  private boolean isMergeable(int state) {
    return union.kind(state) < 0
        || union.isAlwaysEnabled(state)
        || predecessors.end(state) - predecessors.start(state) <= limit;
  }

  /** Whether no other state can have the same predecessors, as far as they are known to be one. */
  private boolean isAlone(int state) {
    int at = predecessors.start(state);
    if (predecessors.end(state) - at != 1 || union.isAlwaysEnabled(state)) {
      return false;
    }
    int before = predecessors.value(at);
    return before != state && sizes[find(before)] == 1 && hasOneEdge(before);
  }

  private boolean hasOneEdge(int state) {
    int edge = union.lastEdge(state);
    return edge >= 0 && union.previousEdge(edge) < 0;
  }

  /**
   * What must be equal: the kind, then the distinct classes of predecessors in order. The
   * predecessors of an always-enabled state say nothing.
   *
   * @return how many numbers that is
   */
  private int key(int state, int[] to) {
    to[0] = union.kind(state);
    if (union.isAlwaysEnabled(state)) {
      return 1;
    }
    int size = 1;
    int end = predecessors.end(state);
    for (int i = predecessors.start(state); i < end; i++) {
      int before = find(predecessors.value(i));
      to[size++] = before == state ? ITSELF : before;
    }
    if (size <= 2) {
      return size;
    }
    Arrays.sort(to, 1, size);
    int kept = 2;
    for (int i = 2; i < size; i++) {
      if (to[i] != to[i - 1]) {
        to[kept++] = to[i];
      }
    }
    return kept;
  }

  private static int hash(int[] key, int size) {
    int hash = 0;
    for (int i = 0; i < size; i++) {
      hash = (hash ^ key[i]) * MIXER;
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** Makes two classes one, the smaller one, if any, a part of the other. */
  private void unite(int first, int second, int seen) {
    int gone = sizes[first] < sizes[second] ? first : second;
    int kept = gone == first ? second : first;
    boolean wasAlone = sizes[kept] == 1;
    parent[gone] = kept;
    sizes[kept] += sizes[gone];
    int state = gone;
    do {
      lookAgainBehind(state, seen);
      state = nextInClass[state];
    } while (state != gone);
    int next = nextInClass[gone];
    nextInClass[gone] = nextInClass[kept];
    nextInClass[kept] = next;
    if (wasAlone && hasOneEdge(kept)) {
      int only = union.target(union.lastEdge(kept));
      // It was alone until now. What is one with it may be the next to be looked at.
      if (only < seen && parent[only] == only) {
        look(only, seen);
      }
    }
  }

  private void lookAgainBehind(int state, int seen) {
    for (int e = union.lastEdge(state); e >= 0; e = union.previousEdge(e)) {
      int root = find(union.target(e));
      if (union.target(e) < seen || root != union.target(e)) {
        lookAgain(root);
      }
    }
  }

  private void lookAgain(int state) {
    if (againCount == again.length) {
      again = Arrays.copyOf(again, 2 * againCount);
    }
    again[againCount++] = state;
  }

  private int find(int state) {
    int at = state;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  private void rehash() {
    int[] oldSlots = slots;
    int[] oldHashes = hashes;
    slots = new int[2 * oldSlots.length];
    hashes = new int[slots.length];
    int mask = slots.length - 1;
    for (int i = 0; i < oldSlots.length; i++) {
      if (oldSlots[i] != 0) {
        int slot = oldHashes[i] & mask;
        while (slots[slot] != 0) {
          slot = slot + 1 & mask;
        }
        slots[slot] = oldSlots[i];
        hashes[slot] = oldHashes[i];
      }
    }
  }
}
