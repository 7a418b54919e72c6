package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Factor;
import io.fsmrun.regex.RegexNode;
import java.util.List;
import java.util.Optional;

/** Pieces that are looked for on demand: a few strings, with anything before them. */
final class DemandedPieces {

  /** A piece that is looked for on demand stands for so many strings of so many bytes at most. */
  private static final int MOST_STRINGS = 4;

  private static final int LONGEST = 64;

  /** What such a piece costs in any case, and while it is looked for. */
  private static final double DEMAND_COST = 1e-3;

  private static final double DEMAND_NANOS = 0.05;

  /** A string that is expected once in so many bytes is met soon. */
  private static final double SOON = 1 << 13;

  private DemandedPieces() {}

  /** A few strings with nothing around them. */
  static Optional<List<Factor>> of(List<RegexNode> nodes) {
    List<List<SymbolSet>> strings =
        nodes.stream().anyMatch(Nodes::hasAssertion)
            ? null
            : Nodes.strings(nodes, MOST_STRINGS, LONGEST);
    if (strings == null || strings.isEmpty() || strings.stream().anyMatch(List::isEmpty)) {
      return Optional.empty();
    }
    return Optional.of(strings.stream().distinct().map(Factor::demanded).toList());
  }

  /**
   * What looking for a first piece on demand costs: little where it is met soon.
   *
   * @param nodes what comes up to the next gap
   * @param model which strings are frequent
   * @return nanoseconds per byte; infinite if it cannot be looked for so
   */
  static double cost(List<RegexNode> nodes, ByteModel model) {
    Optional<List<Factor>> piece = of(nodes);
    if (piece.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    double expected = 0;
    for (Factor factor : piece.get()) {
      expected += model.probability(factor.string(), 0, factor.string().size());
    }
    return expected * SOON >= 1 ? DEMAND_COST : DEMAND_COST + DEMAND_NANOS * piece.get().size();
  }
}
