package io.fsmrun.gpu.flow;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * A deterministic automaton and part of its set automaton (specification, section 7) in one table:
 * a row for each state, then rows for sets of states. There are rows for the sets that flows start
 * with, for the set of all states, and for what they lead to, as far as there is room, those first
 * that few symbols lead to. Immutable, shared by threads.
 *
 * <p>Rows of states come in an order of their own: first those that neither report nor are settled,
 * so that a comparison tells that nothing is to be done for them.
 */
final class RowTable extends Resident {

  /** Pairs of a state and a class that are looked at to find the successors of sets. */
  private static final long MOST_WORK = 1 << 22;

  private final Dfa dfa;
  private final int classCount;

  /** By state: its reports, and whether a run never leaves it. */
  private final byte[] stateTraits;

  /** By state: its row. */
  private final char[] rowOfState;

  /** By row: the state. */
  private final char[] stateOfRow;

  private final int quiet;
  private final int mostSets;
  private final List<StateSet> sets = new ArrayList<>();
  private final Object2IntOpenHashMap<StateSet> rowOfSet = new Object2IntOpenHashMap<>();

  /** By set and class: the row of the successor, or {@link Layout#UNKNOWN}. */
  private final char[] setNext;

  private final int every;

  /**
   * A table. O(pairs of a state of a set and a class, {@value #MOST_WORK} at most).
   *
   * @param dfa the automaton
   * @param wanted sets that shall have rows, as far as there is room
   * @param mostTransitions of all sets together
   */
  RowTable(Dfa dfa, Collection<StateSet> wanted, int mostTransitions) {
    this.dfa = dfa;
    this.classCount = dfa.classes().count();
    int stateCount = dfa.stateCount();
    this.stateTraits = new byte[stateCount];
    for (int s = 0; s < stateCount; s++) {
      stateTraits[s] = (byte) (dfa.reportFlags(s) | (dfa.isAbsorbing(s) ? Layout.SETTLED : 0));
    }
    this.rowOfState = new char[stateCount];
    this.stateOfRow = new char[stateCount];
    this.quiet = number(true, 0);
    number(false, quiet);
    rowOfSet.defaultReturnValue(Layout.NEVER);
    this.mostSets =
        Math.max(0, Math.min(mostTransitions / classCount, Layout.UNKNOWN - stateCount));
    wanted.forEach(this::enter);
    int all = enter(StateSet.range(0, stateCount));
    this.every = all == Layout.UNKNOWN ? Layout.NEVER : all;
    this.setNext = successors();
  }

  /** Gives rows, from one on, to the states that are quiet, or to the others. */
  private int number(boolean quietOnes, int from) {
    int row = from;
    for (int state = 0; state < rowOfState.length; state++) {
      if (isQuiet(state) == quietOnes) {
        stateOfRow[row] = (char) state;
        rowOfState[state] = (char) row++;
      }
    }
    return row;
  }

  private boolean isQuiet(int state) {
    int traits = stateTraits[state];
    return (traits & (ReportFlags.HERE | ReportFlags.BACK)) == 0 && traits != Layout.SETTLED;
  }

  /** The row of a set, a new one if need be; {@link Layout#UNKNOWN} if there is no room. */
  private int enter(StateSet set) {
    int row = rowOf(set);
    if (row != Layout.NEVER) {
      return row;
    }
    if (sets.size() == mostSets) {
      return Layout.UNKNOWN;
    }
    row = stateOfRow.length + sets.size();
    rowOfSet.put(set, row);
    sets.add(set);
    return row;
  }

  private char[] successors() {
    char[] next = new char[Math.max(64, 2 * sets.size()) * classCount];
    long work = 0;
    for (int i = 0; i < sets.size(); i++) {
      if ((i + 1) * classCount > next.length) {
        next = Arrays.copyOf(next, 2 * next.length);
      }
      StateSet set = sets.get(i);
      work += (long) set.size() * classCount;
      for (int c = 0; c < classCount; c++) {
        int row = work > MOST_WORK ? Layout.UNKNOWN : enter(image(set, c));
        next[i * classCount + c] = (char) row;
      }
    }
    return Arrays.copyOf(next, sets.size() * classCount);
  }

  /** The states that a set leads to. */
  StateSet image(StateSet set, int symbolClass) {
    if (set.size() == 1) {
      return StateSet.of(dfa.nextByClass(set.get(0), symbolClass));
    }
    BitSet reached = new BitSet();
    for (int i = 0; i < set.size(); i++) {
      reached.set(dfa.nextByClass(set.get(i), symbolClass));
    }
    return StateSet.ofBits(reached.toLongArray());
  }

  /** The row of a set; {@link Layout#NEVER} if it has none. */
  int rowOf(StateSet set) {
    return set.size() == 1 ? rowOfState[set.get(0)] : rowOfSet.getInt(set);
  }

  boolean isState(int row) {
    return row < stateOfRow.length;
  }

  /** The state of a row that is one. */
  int state(int row) {
    return stateOfRow[row];
  }

  /** The states of a row. */
  StateSet states(int row) {
    return isState(row) ? StateSet.of(stateOfRow[row]) : sets.get(row - stateOfRow.length);
  }

  /** The row after a symbol of some class, or {@link Layout#UNKNOWN}. */
  int next(int row, int symbolClass) {
    return isState(row)
        ? rowOfState[dfa.nextByClass(stateOfRow[row], symbolClass)]
        : setNext[(row - stateOfRow.length) * classCount + symbolClass];
  }

  /** What a set reports, or that it never changes and reports nothing. */
  int traitsOf(StateSet set) {
    if (set.size() == 1) {
      return stateTraits[set.get(0)];
    }
    int union = ReportFlags.NONE;
    for (int i = 0; i < set.size(); i++) {
      union |= dfa.reportFlags(set.get(i));
    }
    return union;
  }

  /** The same, of a row. */
  int traits(int row) {
    int set = row - stateOfRow.length;
    return set < 0 ? stateTraits[stateOfRow[row]] : traitsOf(sets.get(set));
  }

  int classOf(int symbol) {
    return dfa.classes().classOf(symbol);
  }

  private int rowCount() {
    return stateOfRow.length + sets.size();
  }

  private int traitsOffset() {
    return SymbolSet.ALPHABET_SIZE + rowCount() * classCount * Character.BYTES;
  }

  private int membersOffset() {
    return (traitsOffset() + rowCount() + 1) / 2 * 2;
  }

  @Override
  long imageBytes() {
    return membersOffset() + (long) sets.size() * Layout.MOST_MEMBERS * Character.BYTES;
  }

  @Override
  byte[] image() {
    byte[] image = new byte[Math.toIntExact(imageBytes())];
    System.arraycopy(dfa.classes().toByteArray(), 0, image, 0, SymbolSet.ALPHABET_SIZE);
    int at = SymbolSet.ALPHABET_SIZE;
    int traits = traitsOffset();
    for (int row = 0; row < rowCount(); row++) {
      for (int c = 0; c < classCount; c++) {
        at = put(image, at, next(row, c));
      }
      image[traits++] = (byte) traits(row);
    }
    at = membersOffset();
    for (StateSet set : sets) {
      for (int i = 0; i < Layout.MOST_MEMBERS; i++) {
        boolean listed = set.size() <= Layout.MOST_MEMBERS && i < set.size();
        at = put(image, at, listed ? rowOfState[set.get(i)] : Layout.UNKNOWN);
      }
    }
    return image;
  }

  private static int put(byte[] image, int at, int value) {
    image[at] = (byte) value;
    image[at + 1] = (byte) (value >>> Byte.SIZE);
    return at + 2;
  }

  /** Writes down what a call has to know of the table. */
  void describe(int[] call) {
    call[Layout.CLASSES] = classCount;
    call[Layout.STATES] = stateOfRow.length;
    call[Layout.TRAITS] = traitsOffset();
    call[Layout.QUIET] = quiet;
    call[Layout.EVERY] = every;
    call[Layout.MEMBERS] = membersOffset();
    call[Layout.ROWS] = rowCount();
  }

  /** How many rows there are. */
  int rows() {
    return rowCount();
  }
}
