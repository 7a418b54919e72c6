package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.RuleAutomaton;
import io.fsmrun.cpu.lazy.SetAutomaton;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * What an engine determinises while it runs: all heads, all tails, and all chains as a whole. The
 * last is made when it is asked for, or in the background when there was much slow searching. For
 * many threads.
 */
final class ChainAutomata implements MeasuredChoice.Ledger {

  /** So many bytes are searched before it counts how fast that is. */
  private static final long NEW_BYTES = 1 << 23;

  /** About a fourth of what it takes to make the automaton of all chains. */
  private static final long MAKING_NANOS_A_FACTOR = 20_000;

  private static final LazyOptions OPTIONS = LazyOptions.defaults();

  private final List<Chain> chains;
  private final LinkTable links;
  private final Optional<SetAutomaton> heads;
  private final Optional<SetAutomaton> tails;
  private final LongAdder searchedBytes = new LongAdder();
  private final LongAdder slowNanos = new LongAdder();

  /** Null until searching was slow. */
  private volatile CompletableFuture<Optional<ChainUnion>> making;

  /** Null until it is asked for. */
  private Optional<ChainUnion> union;

  ChainAutomata(List<Chain> chains, LinkTable links) {
    this.chains = chains;
    this.links = links;
    List<RuleAutomaton> first = headComponents().automata();
    this.heads = first.isEmpty() ? Optional.empty() : Optional.of(SetAutomaton.of(first, OPTIONS));
    ChainUnion.Components last = tailComponents();
    this.tails =
        last.automata().isEmpty()
            ? Optional.empty()
            : Optional.of(
                SetAutomaton.injectable(last.automata(), last.groups().toIntArray(), OPTIONS));
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

  private ChainUnion.Components headComponents() {
    List<RuleAutomaton> automata = new ArrayList<>();
    for (Head head : links.heads()) {
      automata.add(new RuleAutomaton(automata.size(), head.nfa()));
    }
    IntList groups = IntArrayList.wrap(new int[automata.size()]);
    return new ChainUnion.Components(automata, groups);
  }

  private ChainUnion.Components tailComponents() {
    List<RuleAutomaton> automata = new ArrayList<>();
    IntArrayList groups = new IntArrayList();
    for (int c : chainsByTail()) {
      automata.add(new RuleAutomaton(chains.get(c).rule(), chains.get(c).tail().get()));
      groups.add(links.tailOf(c));
    }
    return new ChainUnion.Components(automata, groups);
  }

  /** The chains that have tails, group by group. */
  private int[] chainsByTail() {
    return IntStream.range(0, chains.size())
        .filter(c -> chains.get(c).tail().isPresent())
        .boxed()
        .sorted(Comparator.comparingInt(links::tailOf))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** All chains, made now if they were not yet; nothing if that would be too large. */
  synchronized Optional<ChainUnion> union() {
    if (union == null) {
      int[] tailOf = new int[chains.size()];
      int[] byTail = chainsByTail();
      for (int t = 0; t < byTail.length; t++) {
        tailOf[byTail[t]] = t;
      }
      union = ChainUnion.of(chains, links, headComponents(), tailComponents(), tailOf);
    }
    return union;
  }

  /** All chains, if they are made. */
  Optional<ChainUnion> readyUnion() {
    CompletableFuture<Optional<ChainUnion>> made = making;
    return made == null || !made.isDone() || made.isCompletedExceptionally()
        ? Optional.empty()
        : made.join();
  }

  @Override
  public void add(long bytes, long nanos) {
    searchedBytes.add(bytes);
    slowNanos.add(nanos);
    if (making == null && slowNanos.sum() > links.factors().size() * MAKING_NANOS_A_FACTOR) {
      synchronized (slowNanos) {
        if (making == null) {
          making = CompletableFuture.supplyAsync(this::union);
        }
      }
    }
  }

  @Override
  public boolean isNew() {
    return searchedBytes.sum() < NEW_BYTES;
  }
}
