package io.fsmrun.cli;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.compose.ReexecutionLevel;
import io.fsmrun.enumerative.segment.InputSplitter;
import io.fsmrun.enumerative.strategy.PapOptions;
import io.fsmrun.enumerative.strategy.Sharing;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The strategy that was chosen, with its options.
 *
 * @param mode which one
 * @param segments segments per piece, or {@link #AUTO}
 * @param reexecution which segments are executed again when the end of a chain is unknown
 * @param on the optimisations of the strategy that are not switched off
 * @param lookBack symbols that {@code lbe} looks back, or {@link #AUTO}
 * @param predicted how many start states of a rule {@code lbe} carries at most, or {@link #AUTO}
 *     for all that survive the look-back
 * @param joinAfter symbols after which {@code cse} joins its flows
 * @param cutoff share of the profiled strings that the convergence sets of {@code cse} cover
 * @param partitions the file that {@code cse} takes its convergence sets from; null if they are
 *     found anew
 * @param splitter makes what splits the input into pieces; null if it is one piece
 */
record StrategyChoice(
    Mode mode,
    int segments,
    ReexecutionLevel reexecution,
    Set<Optimisation> on,
    int lookBack,
    int predicted,
    int joinAfter,
    double cutoff,
    Path partitions,
    Supplier<InputSplitter> splitter) {

  /** Chosen by what is known of the rules. */
  static final int AUTO = -1;

  FlowChecks checks() {
    return new FlowChecks(
        on.contains(Optimisation.CONVERGENCE), on.contains(Optimisation.DEACTIVATION));
  }

  PapOptions papOptions() {
    return new PapOptions(
        on.contains(Optimisation.RANGE_GUIDED_CUT),
        on.contains(Optimisation.CONNECTED_COMPONENTS),
        on.contains(Optimisation.ACTIVE_STATE_GROUP),
        on.contains(Optimisation.COMMON_PARENT));
  }

  Sharing sharing() {
    return new Sharing(true, on.contains(Optimisation.JOIN) ? joinAfter : Sharing.NEVER);
  }

  /** Whether short pieces are dealt out to the copies of the machine. */
  boolean dealsOut() {
    return segments == AUTO && splitter != null;
  }
}
