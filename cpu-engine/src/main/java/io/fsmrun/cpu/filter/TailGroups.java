package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The tails of all chains, in groups of those that begin together: some are counted, the others are
 * states of one automaton. All that a stream can be in the midst of has a number: first the states
 * of the automaton, then for each counted tail how many of its bytes have passed. Immutable.
 */
final class TailGroups {

  private final Optional<SetAutomaton> automaton;
  private final StateNumbers numbers;
  private final TailNeeds needs;
  private final List<CountedTail> counted = new ArrayList<>();

  /** Per counted tail the first of its numbers; one more at the end. */
  private final IntArrayList firstNumber = new IntArrayList();

  /** Per group its counted tails. */
  private final IntRows countedOf;

  /** Per chain its component in the automaton, or the complement of the number that is counted. */
  private final int[] placeOf;

  /** Per group whether some of it is in the automaton. */
  private final boolean[] isRun;

  /**
   * Takes the tails of chains.
   *
   * @param links their groups
   * @param options for numbers of states
   * @param checkpoint passed for each, and while they are put together
   */
  TailGroups(List<Chain> chains, LinkTable links, LazyOptions options, Checkpoint checkpoint) {
    IntRows byGroup = chainsByGroup(chains, links);
    int groups = links.tailCount();
    List<RuleAutomaton> automata = new ArrayList<>();
    IntArrayList groupOf = new IntArrayList();
    IntRows.Pairs countedPairs = new IntRows.Pairs();
    boolean[] run = new boolean[groups];
    int[] places = new int[chains.size()];
    for (int group = 0; group < groups; group++) {
      for (int i = byGroup.start(group); i < byGroup.end(group); i++) {
        checkpoint.pass();
        int c = byGroup.value(i);
        Chain chain = chains.get(c);
        Optional<CountedTail> count = CountedTail.of(chain);
        if (count.isPresent()) {
          places[c] = ~counted.size();
          countedPairs.add(group, counted.size());
          counted.add(count.get());
        } else {
          places[c] = automata.size();
          automata.add(new RuleAutomaton(chain.rule(), chain.tail().get()));
          groupOf.add(group);
          run[group] = true;
        }
      }
    }
    DisjointUnion union = DisjointUnion.of(automata, groupOf.toIntArray(), checkpoint);
    numbers = StateNumbers.of(union, options);
    automaton =
        automata.isEmpty()
            ? Optional.empty()
            : Optional.of(SetAutomaton.injectable(union, numbers));
    int next = numbers.count();
    for (CountedTail tail : counted) {
      firstNumber.add(next);
      next += tail.states();
    }
    firstNumber.add(next);
    countedOf = IntRows.of(groups, countedPairs);
    placeOf = places;
    isRun = run;
    needs = new TailNeeds(chains, links, c -> placeOf[c] >= 0);
  }

  /** The chains that have tails, by group. */
  private static IntRows chainsByGroup(List<Chain> chains, LinkTable links) {
    IntRows.Pairs pairs = new IntRows.Pairs();
    for (int c = 0; c < chains.size(); c++) {
      if (chains.get(c).tail().isPresent()) {
        pairs.add(links.tailOf(c), c);
      }
    }
    return IntRows.of(links.tailCount(), pairs);
  }

  /** The tails that are not counted; what starts together is a group. */
  Optional<SetAutomaton> automaton() {
    return automaton;
  }

  boolean isEmpty() {
    return automaton.isEmpty() && counted.isEmpty();
  }

  /** Where tails of the automaton need not be entered. */
  TailNeeds needs() {
    return needs;
  }

  /** Whether a group has tails in the automaton. */
  boolean isRun(int group) {
    return isRun[group];
  }

  /** The counted tails of groups, by group. */
  IntRows countedOf() {
    return countedOf;
  }

  List<CountedTail> counted() {
    return counted;
  }

  /** The number that is the first of a counted tail, which says that no byte has passed. */
  int firstNumber(int tail) {
    return firstNumber.getInt(tail);
  }

  /** The counted tail that a number is of. */
  int tailOf(int number) {
    int at = Arrays.binarySearch(firstNumber.elements(), 0, counted.size(), number);
    return at >= 0 ? at : -at - 2;
  }

  /** Numbers of all tails together. */
  int numberCount() {
    return firstNumber.getInt(counted.size());
  }

  /** Numbers below this one are states of the automaton. */
  int automatonCount() {
    return numbers.count();
  }

  /** The number of a state of a chain's tail. */
  int numberOf(int chain, int state) {
    int place = placeOf[chain];
    return place >= 0
        ? numbers.of(place, state)
        : firstNumber.getInt(~place) + counted.get(~place).passed(state);
  }
}
