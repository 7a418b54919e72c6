package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.flow.StateFlows;
import io.fsmrun.enumerative.flow.Survivors;
import io.fsmrun.enumerative.segment.SegmentPlan;
import java.util.concurrent.atomic.LongAdder;

/**
 * LBE that predicts: of the states that survive the look-back, only the most likely ones are
 * carried (Zhuo 2022, section 3.2.3, after Zhao and Shen, ASPLOS'15, and Qiu et al.). A start that
 * was not foreseen leaves the segment to be executed again.
 *
 * <p>The sources weigh states by what is known of the input at run time, too; here their
 * probabilities are fixed beforehand ({@link StatePrior}), and the look-back decides which states
 * are in the race. Nondeterministic components carry all survivors, as {@link LookBackEnumeration}
 * does: a set of active states has no small number of candidates.
 *
 * <p>For back ends in software: on the Automata Processor a choice for each component at run time
 * costs more than it gains (section 3.2.3).
 */
public final class SpeculativeEnumeration implements Strategy {

  private final int segments;
  private final int symbols;
  private final int candidates;
  private final StatePrior prior;
  private final FlowChecks checks;
  private final LongAdder starts = new LongAdder();
  private final LongAdder unforeseen = new LongAdder();

  /**
   * The strategy.
   *
   * @param segments number of segments, from 1
   * @param symbols how many symbols to look back, from 0
   * @param candidates the most flows of a deterministic component, from 1
   * @param prior how likely states are; among equally likely ones the lowest are carried
   * @param checks which flows are let go of
   * @throws IllegalArgumentException if a number is too low
   */
  public SpeculativeEnumeration(
      int segments, int symbols, int candidates, StatePrior prior, FlowChecks checks) {
    if (candidates < 1) {
      throw new IllegalArgumentException(candidates + " candidates");
    }
    this.segments = AnyStart.requireSegments(segments);
    this.symbols = AnyStart.requireLookBack(symbols);
    this.candidates = candidates;
    this.prior = prior;
    this.checks = checks;
  }

  @Override
  public String name() {
    return "lbe";
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return SegmentPlan.equal(from, to, segments);
  }

  /** The look-back, and O(survivors * candidates) to choose. */
  @Override
  public FlowPlan flows(int component, Cut cut) {
    Survivors survivors = cut.lookBack(symbols);
    if (!cut.automaton().isDeterministic()) {
      return AnyStart.survivors(cut.automaton(), survivors);
    }
    StateSet possible = survivors.possible();
    return possible.size() <= candidates
        ? new StateFlows(possible, true)
        : new StateFlows(mostLikely(component, possible), false);
  }

  /** Keeps the best in descending order while all survivors pass by. */
  private StateSet mostLikely(int component, StateSet possible) {
    int[] best = new int[candidates];
    double[] weights = new double[candidates];
    int count = 0;
    for (int i = 0; i < possible.size(); i++) {
      double weight = prior.weight(component, possible.get(i));
      if (count == candidates && weight <= weights[count - 1]) {
        continue;
      }
      count += count < candidates ? 1 : 0;
      int place = count - 1;
      for (; place > 0 && weights[place - 1] < weight; place--) {
        best[place] = best[place - 1];
        weights[place] = weights[place - 1];
      }
      best[place] = possible.get(i);
      weights[place] = weight;
    }
    return StateSet.of(best);
  }

  @Override
  public int lookBack() {
    return symbols;
  }

  @Override
  public FlowChecks checks() {
    return checks;
  }

  @Override
  public void started(int component, boolean foreseen) {
    starts.increment();
    if (!foreseen) {
      unforeseen.increment();
    }
  }

  /**
   * How often the prediction was wrong so far, as {@link #started} heard.
   *
   * @return the counts; while a scan runs, of about the same moment
   */
  public Mispredictions mispredictions() {
    return new Mispredictions(starts.sum(), unforeseen.sum());
  }
}
