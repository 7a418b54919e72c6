package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.choice.CodeAge;
import io.fsmrun.cpu.choice.Fallback;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * What an engine determinises while it runs: all heads, all tails, and all chains as a whole. The
 * last is made when it is asked for. For many threads.
 */
final class ChainAutomata {

  /** Of the code that searches, in all engines. */
  private static final CodeAge SEARCH_AGE = new CodeAge();

  private static final LazyOptions OPTIONS = LazyOptions.defaults();

  private final List<Chain> chains;
  private final LinkTable links;
  private final Checkpoint checkpoint;
  private final Optional<SetAutomaton> heads;
  private final Optional<SetAutomaton> tails;
  private final ChainUnion.Components numbers;
  private final TailNeeds tailNeeds;
  private final Fallback<ChainUnion> fallback;

  /**
   * Makes the first two.
   *
   * @param searchIsTried whether loops that search are tried
   * @param checkpoint passed by whoever makes an automaton
   */
  ChainAutomata(
      List<Chain> chains, LinkTable links, BooleanSupplier searchIsTried, Checkpoint checkpoint) {
    this.chains = chains;
    this.links = links;
    this.checkpoint = checkpoint;
    DisjointUnion first = headUnion();
    StateNumbers headNumbers = StateNumbers.of(first, OPTIONS);
    this.heads =
        first.stateCount() == 0
            ? Optional.empty()
            : Optional.of(SetAutomaton.of(first, headNumbers));
    DisjointUnion last = tailUnion();
    StateNumbers tailNumbers = StateNumbers.of(last, OPTIONS);
    this.tails =
        last.stateCount() == 0
            ? Optional.empty()
            : Optional.of(SetAutomaton.injectable(last, tailNumbers));
    this.numbers = new ChainUnion.Components(headNumbers, tailNumbers);
    this.tailNeeds = new TailNeeds(chains, links);
    this.fallback = new Fallback<>(this::union, SEARCH_AGE, searchIsTried);
  }

  /** What comes before first pieces; what it reports are numbers of links. */
  Optional<SetAutomaton> heads() {
    return heads;
  }

  /**
   * What follows the last pieces; what follows the same one is a group, since it starts together.
   */
  Optional<SetAutomaton> tails() {
    return tails;
  }

  /** Where tails need not be entered. */
  TailNeeds tailNeeds() {
    return tailNeeds;
  }

  private DisjointUnion headUnion() {
    List<RuleAutomaton> automata = new ArrayList<>();
    for (Head head : links.heads()) {
      automata.add(new RuleAutomaton(automata.size(), head.nfa()));
    }
    return DisjointUnion.of(automata, new int[automata.size()], checkpoint);
  }

  private DisjointUnion tailUnion() {
    List<RuleAutomaton> automata = new ArrayList<>();
    IntArrayList groups = new IntArrayList();
    for (int c : chainsByTail()) {
      automata.add(new RuleAutomaton(chains.get(c).rule(), chains.get(c).tail().get()));
      groups.add(links.tailOf(c));
    }
    return DisjointUnion.of(automata, groups.toIntArray(), checkpoint);
  }

  /** The chains that have tails, group by group. */
  private int[] chainsByTail() {
    IntRows.Pairs pairs = new IntRows.Pairs();
    int groups = 0;
    for (int c = 0; c < chains.size(); c++) {
      if (chains.get(c).tail().isPresent()) {
        pairs.add(links.tailOf(c), c);
        groups = Math.max(groups, links.tailOf(c) + 1);
      }
    }
    return IntRows.of(groups, pairs).toArray();
  }

  /** All chains as one automaton. */
  Fallback<ChainUnion> fallback() {
    return fallback;
  }

  private Optional<ChainUnion> union() {
    int[] tailOf = new int[chains.size()];
    int[] byTail = chainsByTail();
    for (int t = 0; t < byTail.length; t++) {
      tailOf[byTail[t]] = t;
    }
    return ChainUnion.of(chains, links, numbers, tailOf, checkpoint);
  }
}
