package io.fsmrun.cpu.start;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.nfa.Nfa;
import java.util.Arrays;

/**
 * The active states of an anchored automaton, each with the least start of the matches that it is
 * part of. Mutable, for one thread.
 */
final class ActiveStarts {

  private final Nfa nfa;
  private final long[] startOf;

  /** Whether a state is among those that become active. */
  private final boolean[] entered;

  private int[] active = new int[4];
  private int size;
  private int[] next = new int[4];
  private final long[] nextStart;

  ActiveStarts(Nfa nfa) {
    this.nfa = nfa;
    startOf = new long[nfa.stateCount()];
    nextStart = new long[nfa.stateCount()];
    entered = new boolean[nfa.stateCount()];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  int flags(int index) {
    return nfa.reportFlags(active[index]);
  }

  long start(int index) {
    return startOf[active[index]];
  }

  /** Adds a state that is not active. */
  void add(int state, long start) {
    if (size == active.length) {
      active = Arrays.copyOf(active, 2 * size);
    }
    active[size++] = state;
    startOf[state] = start;
  }

  /** One byte. O(edges of the active states). */
  void step(int symbol) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      int state = active[i];
      long start = startOf[state];
      int edges = nfa.successorCount(state);
      for (int edge = 0; edge < edges; edge++) {
        int to = nfa.successor(state, edge);
        if (!nfa.symbols(to).contains(symbol)) {
          continue;
        }
        if (!entered[to]) {
          entered[to] = true;
          if (count == next.length) {
            next = Arrays.copyOf(next, 2 * count);
          }
          next[count++] = to;
          nextStart[to] = start;
        } else {
          nextStart[to] = Math.min(nextStart[to], start);
        }
      }
    }
    for (int i = 0; i < count; i++) {
      entered[next[i]] = false;
      startOf[next[i]] = nextStart[next[i]];
    }
    int[] free = active;
    active = next;
    next = free;
    size = count;
  }

  /** Writes the active states in order, as distances, and where their matches start. */
  void save(BinaryWriter state) {
    Arrays.sort(active, 0, size);
    state.writeInt(size);
    int previous = 0;
    for (int i = 0; i < size; i++) {
      state.writeInt(active[i] - previous);
      previous = active[i];
      state.writeLong(startOf[active[i]]);
    }
  }

  void restore(BinaryReader state, long position) {
    clear();
    int count = state.readCount("active states");
    int at = 0;
    for (int i = 0; i < count; i++) {
      int step = state.readInt(startOf.length - at, "an active state");
      if (step == 0 && i > 0) {
        throw state.damaged("state " + at + " is active twice");
      }
      at += step;
      long start = state.readLong();
      if (start > position) {
        throw state.damaged("a match that starts at " + start + ", after " + position);
      }
      add(at, start);
    }
  }
}
