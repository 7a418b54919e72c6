package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import java.util.List;
import java.util.Optional;

/**
 * A rule, or one branch of it, as pieces with gaps between them. It matches where its pieces do, in
 * order, and what lies between two of them is what the gap there allows.
 *
 * <p>The conditions at both ends are sets of pairs of what lies before and after the place: see
 * {@link EdgeCondition}.
 *
 * @param rule index of the rule
 * @param startCondition where the first piece may start; {@link EdgeCondition#ALWAYS} if there is a
 *     head
 * @param head what comes before the first piece, if it is not searched for
 * @param pieces at least one, each the factors of which one must match
 * @param gaps one fewer; both beside a piece that is looked for on demand allow anything, but that
 *     behind it may be any gap if that before it is there and a piece follows that is not looked
 *     for on demand; and neither a condition nor a head or a tail is beside it
 * @param tail what follows the last piece, if it cannot be searched for: an automaton that starts
 *     in its start state only, one byte before the piece's end, so that it knows that byte. The
 *     rule matches where it reports; without it, where the last piece ends
 * @param endCondition where the last piece may end; {@link EdgeCondition#ALWAYS} if there is a tail
 */
public record Chain(
    int rule,
    int startCondition,
    Optional<Head> head,
    List<List<Factor>> pieces,
    List<Gap> gaps,
    Optional<Nfa> tail,
    int endCondition) {

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if their sizes do not fit each other, or a piece has no factor
   */
  public Chain {
    pieces = pieces.stream().map(List::copyOf).toList();
    gaps = List.copyOf(gaps);
    if (pieces.isEmpty()
        || head.isPresent() && startCondition != EdgeCondition.ALWAYS
        || tail.isPresent() && endCondition != EdgeCondition.ALWAYS
        || gaps.size() != pieces.size() - 1
        || pieces.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException(pieces.size() + " pieces, " + gaps.size() + " gaps");
    }
    for (int i = 0; i < pieces.size(); i++) {
      boolean onDemand = pieces.get(i).get(0).onDemand();
      boolean besideEdge =
          i == 0 && (head.isPresent() || startCondition != EdgeCondition.ALWAYS)
              || i == gaps.size() && (tail.isPresent() || endCondition != EdgeCondition.ALWAYS);
      if (pieces.get(i).stream().anyMatch(factor -> factor.onDemand() != onDemand)
          || onDemand && (pieces.size() == 1 || besideEdge || !mayBeDemanded(i, pieces, gaps))) {
        throw new IllegalArgumentException("piece " + i + " cannot be looked for on demand");
      }
    }
  }

  /** Whether the gaps beside a piece allow that it is looked for on demand. */
  private static boolean mayBeDemanded(int piece, List<List<Factor>> pieces, List<Gap> gaps) {
    if (piece > 0 && !gaps.get(piece - 1).isAnything()) {
      return false;
    }
    return piece == gaps.size()
        || gaps.get(piece).isAnything()
        || piece > 0 && !pieces.get(piece + 1).get(0).onDemand();
  }

  /**
   * Whether the tail need not be run behind most places where the last piece ends: it is counted,
   * or few texts have what it needs.
   *
   * @return false if there is no tail, or nothing seldom in it
   */
  public boolean isTailSeldom() {
    return isTailCounted() || tail.flatMap(NeededRun::of).isPresent();
  }

  /**
   * Whether the tail is nothing but so many bytes of one set, which are counted.
   *
   * @return false if there is no tail, or one that an automaton runs
   */
  public boolean isTailCounted() {
    return CountedTail.of(this).isPresent();
  }
}
