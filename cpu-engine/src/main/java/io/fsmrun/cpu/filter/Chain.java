package io.fsmrun.cpu.filter;

import java.util.List;

/**
 * A rule, or one branch of it, as pieces with gaps between them. It matches where its pieces do, in
 * order, and what lies between two of them is what the gap there allows.
 *
 * <p>The conditions at both ends are sets of pairs of what lies before and after the place: see
 * {@link EdgeCondition}.
 *
 * @param rule index of the rule
 * @param startCondition where the first piece may start
 * @param pieces at least one, each the factors of which one must match
 * @param gaps one fewer
 * @param endCondition where the last piece may end
 */
public record Chain(
    int rule, int startCondition, List<List<Factor>> pieces, List<Gap> gaps, int endCondition) {

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException if their sizes do not fit each other, or a piece has no factor
   */
  public Chain {
    pieces = pieces.stream().map(List::copyOf).toList();
    gaps = List.copyOf(gaps);
    if (pieces.isEmpty()
        || gaps.size() != pieces.size() - 1
        || pieces.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException(pieces.size() + " pieces, " + gaps.size() + " gaps");
    }
  }
}
