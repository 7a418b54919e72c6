package io.fsmrun.profile;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.profile.ApartStates.Meeting;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;

/**
 * Says why the convergence sets of a component stay apart. Immutable, shared by threads.
 *
 * <p>The two sets are the first two in the order of the choice: the largest, and the one that was
 * apart from it under the most strings. Of each the state is taken that the shortest string leads
 * to. What brings both together is found by a breadth-first search over pairs of states.
 */
public final class ConvergenceExplainer {

  /** The search for what brings two states together is given up after so many pairs. */
  public static final int MOST_PAIRS = 1 << 18;

  private static final int UNKNOWN = -1;

  private final RuleSet rules;
  private final SymbolModel symbols;

  /**
   * An explainer.
   *
   * @param rules the ruleset
   * @param symbols what the profile's strings were made of
   */
  public ConvergenceExplainer(RuleSet rules, SymbolChoice symbols) {
    this.rules = rules;
    this.symbols = SymbolModel.of(rules, symbols);
  }

  /**
   * Why the two sets of a component that stay apart most stay apart.
   *
   * @param component index of a component
   * @param choice its convergence sets
   * @return the explanation; empty for a position automaton, or if there is one set only. O(states
   *     * classes), and O(classes) for each pair of states looked at, of which there are at most
   *     {@value #MOST_PAIRS}
   * @throws IllegalArgumentException if the choice is of another number of states
   */
  public Optional<ApartStates> explain(int component, ConvergencePartition choice) {
    Partition sets = choice.partition();
    if (sets.stateCount() != rules.automaton(component).stateCount()) {
      throw new IllegalArgumentException(
          sets.stateCount() + " states partitioned of " + rules.automaton(component).stateCount());
    }
    if (!(rules.automaton(component) instanceof Dfa dfa) || sets.blockCount() < 2) {
      return Optional.empty();
    }
    int[] parent = new int[dfa.stateCount()];
    IntArrayList reached = reach(dfa, parent);
    int one = representative(sets, choice.order().getInt(0), reached);
    int other = representative(sets, choice.order().getInt(1), reached);
    return Optional.of(
        new Search(dfa, one, other).explain(way(dfa, parent, one), way(dfa, parent, other)));
  }

  /** The states that strings lead to, the nearest first; each one's parent is where it is from. */
  private static IntArrayList reach(Dfa dfa, int[] parent) {
    Arrays.fill(parent, UNKNOWN);
    IntArrayList queue = new IntArrayList(new int[] {dfa.start()});
    parent[dfa.start()] = dfa.start();
    for (int i = 0; i < queue.size(); i++) {
      int state = queue.getInt(i);
      for (int c = 0; c < dfa.classes().count(); c++) {
        int next = dfa.nextByClass(state, c);
        if (parent[next] == UNKNOWN) {
          parent[next] = state;
          queue.add(next);
        }
      }
    }
    return queue;
  }

  private static int representative(Partition sets, int block, IntArrayList reached) {
    for (int i = 0; i < reached.size(); i++) {
      if (sets.blockOf(reached.getInt(i)) == block) {
        return reached.getInt(i);
      }
    }
    int state = 0;
    while (sets.blockOf(state) != block) {
      state++;
    }
    return state;
  }

  private static Optional<String> way(Dfa dfa, int[] parent, int to) {
    if (parent[to] == UNKNOWN) {
      return Optional.empty();
    }
    StringBuilder back = new StringBuilder();
    for (int state = to; state != dfa.start(); state = parent[state]) {
      int c = 0;
      while (dfa.nextByClass(parent[state], c) != state) {
        c++;
      }
      back.append(typical(dfa.classes().symbols(c)));
    }
    return Optional.of(back.reverse().toString());
  }

  /** A byte that reads well: a letter or digit, else what can be printed, else the lowest. */
  private static char typical(SymbolSet set) {
    int lowest = UNKNOWN;
    int printable = UNKNOWN;
    for (int symbol = SymbolSet.ALPHABET_SIZE - 1; symbol >= 0; symbol--) {
      if (set.contains(symbol)) {
        lowest = symbol;
        printable = symbol > ' ' && symbol < 0x7f ? symbol : printable;
      }
    }
    for (int symbol = 'a'; symbol <= 'z'; symbol++) {
      if (set.contains(symbol)) {
        return (char) symbol;
      }
    }
    return (char) (printable == UNKNOWN ? lowest : printable);
  }

  /** A search over pairs of states of one automaton. */
  private final class Search {

    private final Dfa dfa;
    private final int one;
    private final int other;

    /** Pairs in the order in which they were found, each with the pair that it is from. */
    private final Int2IntLinkedOpenHashMap from = new Int2IntLinkedOpenHashMap();

    private final IntArrayList queue = new IntArrayList();

    private Search(Dfa dfa, int one, int other) {
      this.dfa = dfa;
      this.one = one;
      this.other = other;
    }

    private ApartStates explain(Optional<String> wayToOne, Optional<String> wayToOther) {
      int start = pair(one, other);
      from.put(start, start);
      queue.add(start);
      int last = start;
      boolean meets = false;
      for (int i = 0; i < queue.size() && !meets && queue.size() <= MOST_PAIRS; i++) {
        last = queue.getInt(i);
        meets = spread(last);
      }
      if (!meets) {
        Meeting meeting = queue.size() > MOST_PAIRS ? Meeting.NOT_FOUND : Meeting.NEVER;
        return new ApartStates(one, other, wayToOne, wayToOther, meeting, "", SymbolSet.EMPTY, 0);
      }
      return meeting(last, wayToOne, wayToOther);
    }

    /** Finds the pairs that follow a pair; whether its states meet on some byte. */
    private boolean spread(int pair) {
      for (int c = 0; c < dfa.classes().count(); c++) {
        int next = next(pair, c);
        if (high(next) == low(next)) {
          return true;
        }
        if (!from.containsKey(next)) {
          from.put(next, pair);
          queue.add(next);
        }
      }
      return false;
    }

    private ApartStates meeting(int last, Optional<String> wayToOne, Optional<String> wayToOther) {
      StringBuilder back = new StringBuilder();
      SymbolSet deciding = meetingBytes(last);
      back.append(typical(deciding));
      for (int pair = last; from.get(pair) != pair; pair = from.get(pair)) {
        SymbolSet step = bytes(from.get(pair), pair);
        back.append(typical(step));
        deciding = symbols.probability(step) < symbols.probability(deciding) ? step : deciding;
      }
      return new ApartStates(
          one,
          other,
          wayToOne,
          wayToOther,
          Meeting.POSSIBLE,
          back.reverse().toString(),
          deciding,
          symbols.probability(deciding));
    }

    private SymbolSet meetingBytes(int pair) {
      SymbolSet set = SymbolSet.EMPTY;
      for (int c = 0; c < dfa.classes().count(); c++) {
        int next = next(pair, c);
        set = high(next) == low(next) ? set.or(dfa.classes().symbols(c)) : set;
      }
      return set;
    }

    private SymbolSet bytes(int pair, int to) {
      SymbolSet set = SymbolSet.EMPTY;
      for (int c = 0; c < dfa.classes().count(); c++) {
        set = next(pair, c) == to ? set.or(dfa.classes().symbols(c)) : set;
      }
      return set;
    }

    private int next(int pair, int symbolClass) {
      return pair(
          dfa.nextByClass(high(pair), symbolClass), dfa.nextByClass(low(pair), symbolClass));
    }

    private static int pair(int a, int b) {
      return Math.max(a, b) << Character.SIZE | Math.min(a, b);
    }

    private static int high(int pair) {
      return pair >>> Character.SIZE;
    }

    private static int low(int pair) {
      return pair & Character.MAX_VALUE;
    }
  }
}
