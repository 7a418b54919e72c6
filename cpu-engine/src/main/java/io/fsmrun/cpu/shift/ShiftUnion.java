package io.fsmrun.cpu.shift;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All chains as one automaton, to be determinised while it runs: faster than bits that are shifted
 * on inputs that bring few sets of states. A state is active where its element has just been found.
 * Immutable, shared by threads.
 */
final class ShiftUnion {

  private static final int MOST_STATES_AND_EDGES = 1 << 20;

  private final ShiftLayout layout;
  private final SetAutomaton automaton;

  /** By bit of all words. */
  private final int[] numberOf;

  /** By the number of a state its bits: those of one number are always active together. */
  private final IntRows bitsOf;

  private ShiftUnion(ShiftLayout layout, Checkpoint checkpoint) {
    this.layout = layout;
    DisjointUnion union = new DisjointUnion(MOST_STATES_AND_EDGES, checkpoint);
    union.addStart(0);
    int[] stateOf = new int[layout.words * Long.SIZE];
    for (ShiftLayout.Placed placed : layout.placed()) {
      checkpoint.pass();
      add(placed.chain(), union, stateOf, placed.first());
    }
    StateNumbers numbers = StateNumbers.of(union, LazyOptions.defaults());
    this.automaton = SetAutomaton.of(union, numbers);
    this.numberOf = new int[stateOf.length];
    IntRows.Pairs bits = new IntRows.Pairs();
    for (int bit = 0; bit < stateOf.length; bit++) {
      if (stateOf[bit] != 0) {
        numberOf[bit] = numbers.of(stateOf[bit]);
        bits.add(numberOf[bit], bit);
      }
    }
    this.bitsOf = IntRows.of(numbers.count(), bits);
  }

  /**
   * Puts chains together; O(elements, times those that may be left out behind one).
   *
   * @param layout where they are
   * @param checkpoint passed every so often
   * @return the automaton, or nothing if it would be large
   */
  static Optional<ShiftUnion> of(ShiftLayout layout, Checkpoint checkpoint) {
    try {
      return Optional.of(new ShiftUnion(layout, checkpoint));
    } catch (LimitExceededException e) {
      return Optional.empty();
    }
  }

  private static void add(ShiftChain chain, DisjointUnion union, int[] stateOf, int firstBit) {
    List<ShiftElement> elements = chain.elements();
    int first = union.stateCount();
    for (int i = 0; i < elements.size(); i++) {
      stateOf[firstBit + i] = union.add(elements.get(i).set());
    }
    union.setAlwaysEnabled(first);
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i).isRepeated()) {
        union.connect(first + i, first + i);
      }
      int next = i + 1;
      while (next < elements.size()) {
        union.connect(first + i, first + next);
        if (!elements.get(next).isOptional()) {
          break;
        }
        next++;
      }
      if (next == elements.size()) {
        union.setReport(first + i, chain.rule(), ReportFlags.HERE);
      }
    }
  }

  SetAutomaton automaton() {
    return automaton;
  }

  /**
   * The states for elements that are active.
   *
   * @param active a bit each
   * @param states takes the states' numbers, in place of what it holds
   */
  void enter(long[] active, IntArrayList states) {
    states.clear();
    for (int word = 0; word < layout.filled; word++) {
      long rest = layout.withoutSkipped(word, active[word]);
      for (; rest != 0; rest &= rest - 1) {
        states.add(numberOf[word * Long.SIZE + Long.numberOfTrailingZeros(rest)]);
      }
    }
  }

  /**
   * The elements for states that are active.
   *
   * @param states their numbers
   * @param active takes a bit each
   */
  void leave(IntArrayList states, long[] active) {
    for (int word = 0; word < layout.filled; word++) {
      active[word] = 0;
    }
    for (int i = 0; i < states.size(); i++) {
      int state = states.getInt(i);
      for (int at = bitsOf.start(state); at < bitsOf.end(state); at++) {
        int bit = bitsOf.value(at);
        active[bit / Long.SIZE] |= 1L << bit;
      }
    }
    for (int word = 0; word < layout.filled; word++) {
      active[word] = layout.withSkipped(word, active[word]);
    }
  }
}
