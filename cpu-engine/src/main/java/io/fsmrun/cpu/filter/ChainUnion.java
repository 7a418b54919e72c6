package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All chains of an engine as one automaton to be determinised while it runs, and how what its
 * states say is said by a session that searches: by ends of links, states of heads, states of
 * tails. Immutable, shared by threads.
 */
final class ChainUnion {

  /** The most states and edges of all chains; while put together each takes about 100 bytes. */
  private static final int MOST = 1 << 20;

  private static final LazyOptions OPTIONS = LazyOptions.defaults();

  private final SetAutomaton automaton;
  private final SetAutomaton marked;
  private final int firstMark;
  private final int[][] ofHeads;
  private final int[][] ofTails;
  private final int[][] toHeads;
  private final int[][] toTails;
  private final int[][] gaps;
  private final List<List<Joint>> joints = new ArrayList<>();

  /**
   * Where a link ends, in one or more chains.
   *
   * @param gap per number of bytes that have passed, less one, the state
   * @param loops whether the last one stands for all greater numbers
   * @param followers the states that may be entered one byte after an end
   */
  record Joint(IntList gap, boolean loops, IntList followers) {}

  /** The automata that heads or tails are run as, by which their states have numbers. */
  record Components(List<RuleAutomaton> automata, IntList groups) {

    private StateNumbers numbers() {
      return StateNumbers.ofInjectable(automata, groups.toIntArray(), OPTIONS);
    }
  }

  /** Distinct numbers per state. */
  private static final class Rows {

    private final IntArrayList[] rows;

    Rows(int count) {
      rows = new IntArrayList[count];
    }

    void add(int row, int value) {
      if (rows[row] == null) {
        rows[row] = new IntArrayList(2);
      }
      if (!rows[row].contains(value)) {
        rows[row].add(value);
      }
    }

    void addPair(int row, int first, int second) {
      IntArrayList pairs = rows[row] == null ? new IntArrayList(2) : rows[row];
      rows[row] = pairs;
      for (int i = 0; i < pairs.size(); i += 2) {
        if (pairs.getInt(i) == first && pairs.getInt(i + 1) == second) {
          return;
        }
      }
      pairs.add(first);
      pairs.add(second);
    }

    int[][] toArrays() {
      int[][] arrays = new int[rows.length][];
      for (int i = 0; i < arrays.length; i++) {
        arrays[i] = rows[i] == null ? null : rows[i].toIntArray();
      }
      return arrays;
    }
  }

  private ChainUnion(
      List<Chain> chains,
      LinkTable links,
      List<ChainAutomaton> made,
      Components heads,
      Components tails,
      int[] tailOf) {
    List<RuleAutomaton> components = new ArrayList<>();
    int greatest = 0;
    for (int c = 0; c < made.size(); c++) {
      int rule = chains.get(c).rule();
      components.add(new RuleAutomaton(rule, made.get(c).nfa()));
      greatest = Math.max(greatest, rule);
    }
    StateNumbers numbers = StateNumbers.of(components, OPTIONS);
    firstMark = greatest + 1;
    automaton = SetAutomaton.of(numbers);
    for (int link = 0; link < links.count(); link++) {
      joints.add(new ArrayList<>());
    }
    Rows marks = new Rows(numbers.count());
    Rows between = new Rows(numbers.count());
    for (int c = 0; c < made.size(); c++) {
      for (ChainAutomaton.Joint joint : made.get(c).joints()) {
        addJoint(joint.link(), numbered(numbers, c, joint), between);
        for (int end : joint.ends()) {
          marks.add(numbers.of(c, end), firstMark + joint.link());
        }
      }
    }
    marked = automaton.withReports(marks.toArrays());
    gaps = between.toArrays();
    StateNumbers headNumbers = heads.numbers();
    Rows toHead = new Rows(numbers.count());
    Rows ofHead = new Rows(headNumbers.count());
    for (int c = 0; c < made.size(); c++) {
      IntList states = made.get(c).headStates();
      for (int s = 0; s < states.size(); s++) {
        int there = headNumbers.of(links.linksOf(c)[0], s);
        toHead.add(numbers.of(c, states.getInt(s)), there);
        ofHead.add(there, numbers.of(c, states.getInt(s)));
      }
    }
    toHeads = toHead.toArrays();
    ofHeads = ofHead.toArrays();
    StateNumbers tailNumbers = tails.numbers();
    Rows toTail = new Rows(numbers.count());
    Rows ofTail = new Rows(tailNumbers.count());
    for (int c = 0; c < made.size(); c++) {
      List<IntList> states = made.get(c).tailStates();
      for (int s = 1; s < states.size(); s++) {
        int there = tailNumbers.of(tailOf[c], s);
        for (int state : states.get(s)) {
          toTail.add(numbers.of(c, state), there);
        }
        // The others are entered by a piece's last byte only, and so they are found anyway.
        for (int state : made.get(c).heldStates().get(s)) {
          ofTail.add(there, numbers.of(c, state));
        }
      }
    }
    toTails = toTail.toArrays();
    ofTails = ofTail.toArrays();
  }

  private static Joint numbered(StateNumbers numbers, int chain, ChainAutomaton.Joint joint) {
    return new Joint(
        numbers(numbers, chain, joint.gap()),
        joint.loops(),
        numbers(numbers, chain, joint.followers()));
  }

  private static IntList numbers(StateNumbers numbers, int chain, IntList states) {
    return IntArrayList.toList(states.intStream().map(state -> numbers.of(chain, state)));
  }

  private void addJoint(int link, Joint joint, Rows between) {
    List<Joint> known = joints.get(link);
    if (known.contains(joint)) {
      return;
    }
    known.add(joint);
    for (int i = 0; i < joint.gap().size(); i++) {
      between.addPair(joint.gap().getInt(i), link, i + 1);
    }
  }

  /**
   * Puts chains together. Takes a time in proportion to their states and edges.
   *
   * @param heads what the heads' automaton is made of
   * @param tails what the tails' automaton is made of
   * @param tailOf per chain the component of its tail there
   * @return the union, or nothing if it would be large or a chain cannot be expressed
   */
  static Optional<ChainUnion> of(
      List<Chain> chains, LinkTable links, Components heads, Components tails, int[] tailOf) {
    List<ChainAutomaton> made = new ArrayList<>();
    int left = MOST;
    try {
      for (int c = 0; c < chains.size(); c++) {
        Optional<ChainAutomaton> chain =
            ChainAutomatonMaker.make(chains.get(c), links.linksOf(c), left);
        if (chain.isEmpty()) {
          return Optional.empty();
        }
        made.add(chain.get());
        left -= chain.get().nfa().stateCount() + chain.get().nfa().edgeCount();
      }
    } catch (LimitExceededException e) {
      return Optional.empty();
    }
    return Optional.of(new ChainUnion(chains, links, made, heads, tails, tailOf));
  }

  /** Reports what the chains do. */
  SetAutomaton automaton() {
    return automaton;
  }

  /** The same; also reports ends of links, as rules from {@link #firstMark} on. */
  SetAutomaton marked() {
    return marked;
  }

  int firstMark() {
    return firstMark;
  }

  /** The states that stand for one of the heads' automaton. */
  int[] ofHead(int state) {
    return ofHeads[state];
  }

  /** The same for the tails; null for one that only their start leads to. */
  int[] ofTail(int state) {
    return ofTails[state];
  }

  /** The states of the heads' automaton that one stands for, or null. */
  int[] toHeads(int state) {
    return toHeads[state];
  }

  int[] toTails(int state) {
    return toTails[state];
  }

  /** Pairs of a link and how many bytes of the gap behind it have passed, or null. */
  int[] gaps(int state) {
    return gaps[state];
  }

  List<Joint> joints(int link) {
    return joints.get(link);
  }
}
