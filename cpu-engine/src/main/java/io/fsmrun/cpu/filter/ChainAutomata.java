package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.choice.CodeAge;
import io.fsmrun.cpu.choice.Fallback;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.StateNumbers;
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
  private final TailGroups tails;
  private final ChainUnion.Components numbers;
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
    this.tails = new TailGroups(chains, links, OPTIONS, checkpoint);
    this.numbers = new ChainUnion.Components(headNumbers, tails);
    this.fallback = new Fallback<>(this::union, SEARCH_AGE, searchIsTried);
  }

  /** What comes before first pieces; what it reports are numbers of links. */
  Optional<SetAutomaton> heads() {
    return heads;
  }

  /**
   * What follows the last pieces; what follows the same one is a group, since it starts together.
   */
  TailGroups tails() {
    return tails;
  }

  private DisjointUnion headUnion() {
    List<RuleAutomaton> automata = new ArrayList<>();
    for (Head head : links.heads()) {
      automata.add(new RuleAutomaton(automata.size(), head.nfa()));
    }
    return DisjointUnion.of(automata, new int[automata.size()], checkpoint);
  }

  /** All chains as one automaton. */
  Fallback<ChainUnion> fallback() {
    return fallback;
  }

  private Optional<ChainUnion> union() {
    return ChainUnion.of(chains, links, numbers, checkpoint);
  }
}
