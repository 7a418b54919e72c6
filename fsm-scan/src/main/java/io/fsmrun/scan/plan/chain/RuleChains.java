package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.Chain;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.regex.RegexNode;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes rules apart into chains. A rule that is a choice becomes several. */
public final class RuleChains {

  /** Strings of so many sets are in few texts. */
  private static final int LONG = 16;

  /** What is found so seldom, in nanoseconds per byte, may as well be found by less of it. */
  private static final double RARE_NANOS = 1e-4;

  /** What entering a tail costs: it is run until it is dead. */
  private static final double ENTER_NANOS = 64;

  /** Tails that cost no more than this, in nanoseconds per byte, are left as they are. */
  private static final double LITTLE_NANOS = 0.01;

  /**
   * So long a tail may run that has no end in sight, in bytes, and what that costs, by the byte.
   */
  private static final double LONG_TAIL = 1 << 12;

  private static final double TAIL_NANOS = 2;

  /** What running it may cost where there is no other way but an automaton for all input. */
  private static final double MOST_TAIL_NANOS = 0.1;

  private final PieceMaker pieces;
  private final ChainMaker maker;

  /**
   * Takes rules apart.
   *
   * @param pieces makes the pieces
   */
  public RuleChains(PieceMaker pieces) {
    this.pieces = pieces;
    this.maker = new ChainMaker(pieces);
  }

  /**
   * Takes a rule apart.
   *
   * @param rule index of the rule
   * @param tree what it matches
   * @return its chains, none if it matches nothing
   * @throws NotSearchableException if there is a part that cannot be searched for, with the reason
   */
  public List<Chain> chains(int rule, RegexNode tree) throws NotSearchableException {
    List<Made> made = new ArrayList<>();
    for (List<RegexNode> branch : Branches.of(tree)) {
      made.addAll(withFewTails(rule, branch, made(rule, branch)));
    }
    Set<List<List<SymbolSet>>> searched = new HashSet<>();
    for (Made one : made) {
      if (one.chain().head().isEmpty()) {
        searched.add(strings(one.chain()).get(0));
      }
    }
    List<Chain> chains = new ArrayList<>();
    for (Made one : made) {
      Optional<Chain> other =
          one.chain().head().isPresent()
              ? withoutHead(rule, one.branch(), searched)
              : Optional.empty();
      chains.add(other.orElse(one.chain()));
    }
    chains.removeIf(chain -> !chain.tail().map(SearchPlanner::reports).orElse(true));
    return chains;
  }

  /** A branch and its chain. */
  private record Made(List<RegexNode> branch, Chain chain) {}

  /**
   * A branch as chains: as one, if its choices lie in a tail that is seldom entered, or that each
   * of them would have; or else as one for each of what is left if the choices are taken apart.
   */
  private List<Made> made(int rule, List<RegexNode> branch) throws NotSearchableException {
    List<Made> apart = List.of();
    NotSearchableException failure = null;
    try {
      apart = each(rule, Branches.split(branch));
      if (apart.size() == 1) {
        return apart;
      }
    } catch (NotSearchableException e) {
      failure = e;
    }
    Optional<Chain> joined = joined(rule, branch);
    if (failure == null && !(joined.isPresent() && isBetter(joined.get(), apart))) {
      return apart;
    }
    if (failure == null || joined.filter(Chain::isTailSeldom).isPresent()) {
      return List.of(new Made(branch, joined.get()));
    }
    try {
      return each(rule, Branches.splitAll(branch));
    } catch (NotSearchableException e) {
      if (joined.filter(this::isSeldomEntered).isEmpty()) {
        throw failure;
      }
      return List.of(new Made(branch, joined.get()));
    }
  }

  /**
   * The same, or chains of the options of all choices, if these have no tails and cost less to find
   * than it does to enter those there are.
   */
  private List<Made> withFewTails(int rule, List<RegexNode> branch, List<Made> made) {
    double entering = made.stream().mapToDouble(this::enteringCost).sum();
    if (entering <= LITTLE_NANOS) {
      return made;
    }
    try {
      List<Made> all = each(rule, Branches.splitAll(branch));
      boolean none = all.stream().allMatch(one -> one.chain().tail().isEmpty());
      return none && findingCost(all) < findingCost(made) + entering ? all : made;
    } catch (NotSearchableException e) {
      return made;
    }
  }

  private double findingCost(List<Made> made) {
    return made.stream().mapToDouble(one -> pieces.findingCost(one.chain().pieces().get(0))).sum();
  }

  /** What entering a tail costs that there is right behind the piece that is searched for. */
  private double enteringCost(Made made) {
    Chain chain = made.chain();
    boolean entered =
        chain.tail().isPresent() && !chain.isTailSeldom() && chain.pieces().size() == 1;
    return entered ? ENTER_NANOS * pieces.foundPartOf(chain.pieces().get(0)) : 0;
  }

  private List<Made> each(int rule, List<List<RegexNode>> branches) throws NotSearchableException {
    List<Made> made = new ArrayList<>();
    for (List<RegexNode> branch : branches) {
      made.add(new Made(branch, maker.chain(rule, branch, false)));
    }
    return made;
  }

  /**
   * Whether a tail is entered so seldom that it may run for long: less than an automaton for the
   * whole rule, whatever comes.
   */
  private boolean isSeldomEntered(Chain chain) {
    double entered = pieces.mostFoundPartOf(chain.pieces().get(0));
    return chain.head().isEmpty() && entered * LONG_TAIL * TAIL_NANOS <= MOST_TAIL_NANOS;
  }

  private Optional<Chain> joined(int rule, List<RegexNode> branch) {
    try {
      return Optional.of(maker.chain(rule, branch, false))
          .filter(chain -> chain.tail().isPresent());
    } catch (NotSearchableException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether one chain is better than several: it is if its tail is seldom run, or all of them have
   * one, and if it is found rarely, or one of them as it would be, so that nothing more is searched
   * for.
   */
  private boolean isBetter(Chain joined, List<Made> apart) {
    boolean seldom = joined.isTailSeldom();
    boolean rare =
        seldom
            && joined.head().isEmpty()
            && pieces.findingCost(joined.pieces().get(0)) <= RARE_NANOS;
    return (seldom
            || endsInLongStrings(joined)
            || apart.stream().allMatch(one -> one.chain().tail().isPresent()))
        && (rare || apart.stream().anyMatch(one -> isFoundLike(joined, one.chain())));
  }

  /**
   * Whether what is searched for is the same, or less: not the end of a long string, or no later
   * pieces, if the tail in their place is seldom run.
   */
  private static boolean isFoundLike(Chain joined, Chain apart) {
    List<List<List<SymbolSet>>> strings = strings(joined);
    List<List<List<SymbolSet>>> others = strings(apart);
    int last = strings.size() - 1;
    if (apart.head().isPresent() != joined.head().isPresent()
        || others.size() < strings.size()
        || others.size() > strings.size() && !joined.isTailSeldom()
        || !others.subList(0, last).equals(strings.subList(0, last))
        || others.get(last).size() != strings.get(last).size()) {
      return false;
    }
    for (int i = 0; i < strings.get(last).size(); i++) {
      List<SymbolSet> string = strings.get(last).get(i);
      List<SymbolSet> other = others.get(last).get(i);
      boolean begins =
          string.size() >= LONG
              && string.size() <= other.size()
              && other.subList(0, string.size()).equals(string);
      if (!begins && !other.equals(string)) {
        return false;
      }
    }
    return true;
  }

  private static boolean endsInLongStrings(Chain chain) {
    return chain.pieces().getLast().stream().allMatch(factor -> factor.string().size() >= LONG);
  }

  /** A chain that is found by its first piece, if that is searched for anyway. */
  private Optional<Chain> withoutHead(
      int rule, List<RegexNode> branch, Set<List<List<SymbolSet>>> searched) {
    try {
      return Optional.of(maker.chain(rule, branch, true))
          .filter(chain -> searched.contains(strings(chain).get(0)));
    } catch (NotSearchableException e) {
      return Optional.empty();
    }
  }

  /** The strings of all pieces. */
  private static List<List<List<SymbolSet>>> strings(Chain chain) {
    return chain.pieces().stream()
        .map(piece -> piece.stream().map(Factor::string).toList())
        .toList();
  }

  /**
   * The windows by which the pieces of a rule would be found.
   *
   * @param tree what it matches
   * @return a number for each, without repetitions; none if the rule cannot be taken apart
   */
  IntSet windows(RegexNode tree) {
    IntSet windows = new IntOpenHashSet();
    try {
      for (List<RegexNode> whole : Branches.of(tree)) {
        for (List<RegexNode> branch : Branches.split(whole)) {
          windows.addAll(maker.windows(branch));
        }
      }
    } catch (NotSearchableException e) {
      windows.clear();
    }
    return windows;
  }
}
