package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.Gap;
import java.util.Arrays;
import java.util.List;

/** What gaps cost that are entered, or have to be looked back over. Immutable. */
final class GapCosts {

  /** What a head costs in any case. */
  private static final double HEAD_COST = 0.01;

  private static final double HEAD_COST_SAMPLED = 0.001;

  /** What running an automaton costs, in nanoseconds per byte, and the usual bytes of a block. */
  private static final double RUN_NANOS = 1;

  private static final double BLOCK = 1 << 15;

  /** A piece that costs no more is expected less than once in 8 KiB, or 4 KiB of the sample. */
  private static final double NEVER_COST = 1e-3;

  private static final double NEVER_COST_SAMPLED = 2e-3;

  /** A gap whose bytes go on for so long on average may as well never end. */
  private static final double LASTING = 1 << 13;

  /** So many bytes of a tail's run are foreseen, and less is not worth it. */
  private static final int LONGEST = 1 << 9;

  private static final double LITTLE_NANOS = 0.01;

  /** A tail that is as unlikely to be active is over. */
  private static final double DEAD = 0.01;

  private final ByteModel model;

  GapCosts(ByteModel model) {
    this.model = model;
  }

  /**
   * What a head costs that has to be run back to the last byte that breaks its gap, once a block:
   * all of the block if any byte may lie in the gap.
   *
   * @param gap the gap
   * @return nanoseconds per byte
   */
  double headCost(Gap gap) {
    double least = model.isSampled() ? HEAD_COST_SAMPLED : HEAD_COST;
    if (gap.max() != Gap.UNBOUNDED) {
      return least + Math.min(1, gap.max() / BLOCK) * RUN_NANOS;
    }
    double breaking = model.probability(List.of(gap.symbols().complement()), 0, 1);
    return least + Math.min(1, 1 / (breaking * BLOCK)) * RUN_NANOS;
  }

  /**
   * What a gap inside a head costs: where it goes on and on, and whether it was entered cannot be
   * told without looking at all input, the head is run over all of it.
   *
   * @param gap the gap
   * @param before what all before it costs for being found, or less
   * @return nanoseconds per byte
   */
  double gapCost(Gap gap, double before) {
    return isEndless(gap) && isRare(before) ? RUN_NANOS : 0;
  }

  /**
   * What a tail costs that begins with a gap: it runs from where the piece before it ends to where
   * a byte breaks the gap.
   *
   * @param gap the gap
   * @param entered the part of bytes that the piece ends at
   * @return nanoseconds per byte
   */
  double tailCost(Gap gap, double entered) {
    double breaking = model.probability(List.of(gap.symbols().complement()), 0, 1);
    double length = gap.max() == Gap.UNBOUNDED ? 1 / breaking : Math.min(gap.max(), 1 / breaking);
    return Math.min(1, entered * length) * RUN_NANOS;
  }

  /**
   * What a tail costs: it runs from where the piece before it ends to where no state is left.
   *
   * @param tail the tail, which starts at the piece's last byte
   * @param entered the part of bytes that the piece ends at
   * @return nanoseconds per byte; O(edges) for each of {@link #LONGEST} bytes at most
   */
  double tailCost(Nfa tail, double entered) {
    if (entered * LONGEST * RUN_NANOS <= LITTLE_NANOS) {
      return entered * RUN_NANOS;
    }
    double[] chances = new double[tail.stateCount()];
    for (int state = 1; state < chances.length; state++) {
      chances[state] = model.probability(List.of(tail.symbols(state)), 0, 1);
    }
    double[] active = new double[chances.length];
    active[Nfa.START] = 1;
    double bytes = 0;
    for (int n = 0; n < LONGEST; n++) {
      active = next(tail, active, chances);
      double alive = Math.min(1, Arrays.stream(active).sum());
      if (alive < DEAD) {
        break;
      }
      bytes += alive;
    }
    return Math.min(1, entered * bytes) * RUN_NANOS;
  }

  /** How likely states are to be active a byte later, as if they did not depend on each other. */
  private static double[] next(Nfa tail, double[] active, double[] chances) {
    double[] next = new double[active.length];
    for (int state = 0; state < active.length; state++) {
      for (int i = 0; active[state] > 0 && i < tail.successorCount(state); i++) {
        next[tail.successor(state, i)] += active[state];
      }
    }
    for (int state = 0; state < next.length; state++) {
      next[state] = Math.min(1, next[state]) * chances[state];
    }
    return next;
  }

  /** Whether a gap goes on and on in most inputs. */
  boolean isEndless(Gap gap) {
    double breaking = model.probability(List.of(gap.symbols().complement()), 0, 1);
    return gap.max() == Gap.UNBOUNDED && breaking * LASTING < 1;
  }

  /** Whether something comes so seldom; what cannot be searched for is taken to. */
  private boolean isRare(double cost) {
    return cost <= (model.isSampled() ? NEVER_COST_SAMPLED : NEVER_COST)
        || cost == Double.POSITIVE_INFINITY;
  }

  /** Whether a cost is that of an automaton over all input, or more. */
  static boolean isAsDearAsAnAutomaton(double cost) {
    return cost >= RUN_NANOS;
  }

  /**
   * Whether a gap is entered on most inputs, behind the first piece of its chain, and never left.
   *
   * @param first what that piece costs for being found
   */
  boolean isLasting(Gap gap, double first) {
    return isEndless(gap) && !isRare(first);
  }
}
