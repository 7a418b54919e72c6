package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All chains of an engine as one automaton to be determinised while it runs, and how what its
 * states say is said by a session that searches: by ends of links, states of heads, states of
 * tails. Immutable, shared by threads.
 */
final class ChainUnion {

  /** The most states and edges of all chains; while put together each takes about 50 bytes. */
  private static final int MOST = 1 << 20;

  private static final LazyOptions OPTIONS = LazyOptions.defaults();

  private final SetAutomaton automaton;
  private final SetAutomaton marked;
  private final int firstMark;
  private final IntRows ofHeads;
  private final IntRows ofTails;
  private final IntRows toHeads;
  private final IntRows toTails;
  private final IntRows places;
  private final List<List<Joint>> joints = new ArrayList<>();

  /** By number of a place in a gap: the link before the gap, and how many bytes have passed. */
  private final IntArrayList placeLinks = new IntArrayList();

  private final IntArrayList placesPassed = new IntArrayList();

  /**
   * Where a link ends, in one or more chains.
   *
   * @param gap per number of bytes that have passed, less one, the state
   * @param loops whether the last one stands for all greater numbers
   * @param followers the states that may be entered one byte after an end
   */
  record Joint(IntArrayList gap, boolean loops, IntArrayList followers) {}

  /** The numbers of the states of heads, by component, and of tails. */
  record Components(StateNumbers heads, TailGroups tails) {}

  private ChainUnion(ChainStates states, LinkTable links, Components components, int firstMark) {
    this.firstMark = firstMark;
    StateNumbers numbers = StateNumbers.of(states.union(), OPTIONS);
    automaton = SetAutomaton.of(states.union(), numbers);
    IntRows.Pairs marks = new IntRows.Pairs(states.ends().size());
    for (int i = 0; i < states.ends().size(); i++) {
      marks.add(numbers.of(states.ends().row(i)), firstMark + states.ends().value(i));
    }
    marked = automaton.withReports(rows(marks, numbers.count()));
    int heads = components.heads().count();
    int tails = components.tails().numberCount();
    IntRows.Pairs head = numbered(states.toHeads(), numbers);
    toHeads = rows(head, numbers.count());
    ofHeads = rows(reversed(head), heads);
    toTails = rows(numbered(states.toTails(), numbers), numbers.count());
    ofTails = rows(reversed(numbered(states.heldTails(), numbers)), tails);
    for (int link = 0; link < links.count(); link++) {
      joints.add(new ArrayList<>(0));
    }
    IntRows.Pairs between = new IntRows.Pairs();
    for (ChainStates.Joint joint : states.joints()) {
      addJoint(joint, numbers, between);
    }
    for (List<Joint> ofLink : joints) {
      for (Joint joint : ofLink) {
        sort(joint.followers());
      }
    }
    places = rows(between, numbers.count());
  }

  private static IntRows rows(IntRows.Pairs pairs, int rows) {
    return IntRows.of(pairs.size() == 0 ? 0 : rows, pairs);
  }

  private static IntRows.Pairs numbered(IntRows.Pairs pairs, StateNumbers numbers) {
    IntRows.Pairs result = new IntRows.Pairs(pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      result.add(numbers.of(pairs.row(i)), pairs.value(i));
    }
    return result;
  }

  private static IntRows.Pairs reversed(IntRows.Pairs pairs) {
    IntRows.Pairs result = new IntRows.Pairs(pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      result.add(pairs.value(i), pairs.row(i));
    }
    return result;
  }

  /** Chains that share a link mostly share the states of its gap; only what follows differs. */
  private void addJoint(ChainStates.Joint made, StateNumbers numbers, IntRows.Pairs between) {
    IntArrayList gap = new IntArrayList(made.length());
    for (int i = 0; i < made.length(); i++) {
      gap.add(numbers.of(made.gap() + i));
    }
    Joint joint = joint(made.link(), gap);
    if (joint == null) {
      joint = new Joint(gap, made.loops(), new IntArrayList(0));
      joints.get(made.link()).add(joint);
      for (int i = 0; i < gap.size(); i++) {
        between.add(gap.getInt(i), placeLinks.size());
        placeLinks.add(made.link());
        placesPassed.add(i + 1);
      }
    }
    for (int i = 0; i < made.followers().size(); i++) {
      joint.followers().add(numbers.of(made.followers().getInt(i)));
    }
  }

  private Joint joint(int link, IntArrayList gap) {
    for (Joint joint : joints.get(link)) {
      if (joint.gap().equals(gap)) {
        return joint;
      }
    }
    return null;
  }

  private static void sort(IntArrayList numbers) {
    int[] values = numbers.elements();
    IntArrays.quickSort(values, 0, numbers.size());
    int kept = 0;
    for (int i = 0; i < numbers.size(); i++) {
      if (kept == 0 || values[i] != values[kept - 1]) {
        values[kept++] = values[i];
      }
    }
    numbers.size(kept);
    numbers.trim();
  }

  /**
   * Puts chains together. O(states + edges log edges) at most, mostly O(states + edges).
   *
   * @param components the numbers of heads' and tails' states
   * @param checkpoint passed for each chain
   * @return the union, or nothing if it would be large or a chain cannot be expressed
   */
  static Optional<ChainUnion> of(
      List<Chain> chains, LinkTable links, Components components, Checkpoint checkpoint) {
    ChainStates states = ChainStates.empty(MOST, checkpoint);
    int greatest = 0;
    try {
      for (int c = 0; c < chains.size(); c++) {
        checkpoint.pass();
        boolean added =
            ChainAutomatonMaker.add(chains.get(c), c, links.linksOf(c), components, states);
        if (!added) {
          return Optional.empty();
        }
        greatest = Math.max(greatest, chains.get(c).rule());
      }
    } catch (LimitExceededException e) {
      return Optional.empty();
    }
    return Optional.of(new ChainUnion(states, links, components, greatest + 1));
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

  /** Per state of the heads' automaton those that stand for it. */
  IntRows ofHeads() {
    return ofHeads;
  }

  /**
   * The same by {@linkplain TailGroups number} for the tails; without those that only their start
   * leads to.
   */
  IntRows ofTails() {
    return ofTails;
  }

  /** Per state those of the heads' automaton that it stands for. */
  IntRows toHeads() {
    return toHeads;
  }

  IntRows toTails() {
    return toTails;
  }

  /** Per state the numbers of the places in gaps that it stands for. */
  IntRows places() {
    return places;
  }

  /** The link behind which a gap is that a place is in. */
  int placeLink(int place) {
    return placeLinks.getInt(place);
  }

  /** How many bytes of the gap have passed at a place, at least. */
  int placePassed(int place) {
    return placesPassed.getInt(place);
  }

  List<Joint> joints(int link) {
    return joints.get(link);
  }
}
