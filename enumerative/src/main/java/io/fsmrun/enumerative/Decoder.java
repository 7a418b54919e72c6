package io.fsmrun.enumerative;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the runs of one deterministic automaton apart that are carried together in one mask.
 *
 * <p>It knows where the runs were at one checkpoint and which states are active at the next, and
 * nothing of the symbols between: only what {@link DecodeTable} says can have happened. Tables are
 * kept; their number and size are bounded, and beyond that runs cannot be told apart. Safe for use
 * by several threads.
 */
final class Decoder {

  /** Tuples are told by the bits of a {@code long}. */
  private static final int MOST_RUNS = 64;

  private static final int MOST_TUPLES = 4096;

  /** Steps of tuples that may be taken for one automaton in all. */
  private static final long MOST_STEPS = 8_000_000;

  private final Dfa dfa;
  private final BitSet settled = new BitSet();
  private final List<DecodeTable> tables = new ArrayList<>();
  private final Map<IntList, Boolean> answers = new HashMap<>();
  private long steps = MOST_STEPS;

  Decoder(Dfa dfa) {
    this.dfa = dfa;
    for (int state = 0; state < dfa.stateCount(); state++) {
      settled.set(state, dfa.reportFlags(state) == ReportFlags.NONE && dfa.isAbsorbing(state));
    }
  }

  /** Whether a state never changes and never reports: it needs no bit. */
  boolean isSettled(int state) {
    return settled.get(state);
  }

  /**
   * Whether it can be told which run is in which state.
   *
   * @param from the state of each run at one checkpoint
   * @param to the state of each run at the next; the mask shows them without saying whose they are
   * @param reported whether any of the runs reported in between, so that reports must be told apart
   *     too
   */
  synchronized boolean tellsApart(int[] from, int[] to, boolean reported) {
    if (from.length > MOST_RUNS) {
      return false;
    }
    IntList question = new IntArrayList(from);
    question.addAll(IntArrayList.wrap(to));
    question.add(reported ? 1 : 0);
    Boolean known = answers.get(question);
    if (known != null) {
      return known;
    }
    boolean answer = find(IntArrayList.wrap(from.clone()), IntArrayList.wrap(to.clone()), reported);
    if (answers.size() < MOST_TUPLES) {
      answers.put(question, answer);
    }
    return answer;
  }

  private boolean find(IntList from, IntList to, boolean reported) {
    // A table of an earlier start may have more that looks the same than one of its own.
    for (DecodeTable table : tables) {
      if (table.holds(from) && table.isPlain(to) && (!reported || table.tellsReports(from, to))) {
        return true;
      }
    }
    long most = Math.min(MOST_TUPLES, steps / (from.size() * (long) dfa.classes().count()));
    DecodeTable own = DecodeTable.of(dfa, settled, from, (int) most);
    steps -= (own == null ? most : own.size()) * from.size() * dfa.classes().count();
    if (own == null) {
      return false;
    }
    tables.add(own);
    return own.isPlain(to) && (!reported || own.tellsReports(from, to));
  }
}
