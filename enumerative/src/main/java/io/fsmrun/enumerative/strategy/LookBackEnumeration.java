package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * LBE: equal segments; each looks back over the last symbols of the one before with all states in
 * one flow, and enumerates the states that survive (Zhuo 2022, sections 3.2.3 and 3.3.2). Nothing
 * is predicted, so every start is foreseen.
 *
 * <p>A deterministic automaton carries one flow for each survivor. A nondeterministic one, of which
 * the source does not speak, is run back from nothing and from everything: what is active in both
 * runs is certain and is flow 0, and each state that is active in the second alone has a flow.
 */
public final class LookBackEnumeration implements Strategy {

  private final int segments;
  private final int symbols;
  private final FlowChecks checks;

  /**
   * The strategy with both dynamic checks, as the source runs it (table 3.2).
   *
   * @param segments number of segments, from 1
   * @param symbols how many symbols to look back, from 0; with 0 all states are enumerated
   * @throws IllegalArgumentException if a number is too low
   */
  public LookBackEnumeration(int segments, int symbols) {
    this(segments, symbols, FlowChecks.ALL);
  }

  /**
   * The strategy.
   *
   * @param segments number of segments, from 1
   * @param symbols how many symbols to look back, from 0; fewer are run where the piece of input
   *     does not have as many before a cut
   * @param checks which flows are let go of
   * @throws IllegalArgumentException if a number is too low
   */
  public LookBackEnumeration(int segments, int symbols, FlowChecks checks) {
    this.segments = AnyStart.requireSegments(segments);
    this.symbols = AnyStart.requireLookBack(symbols);
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

  /** Costs a run of the symbols looked back over, with one flow, or two if nondeterministic. */
  @Override
  public FlowPlan flows(int component, Cut cut) {
    return symbols == 0
        ? AnyStart.allStates(cut.automaton())
        : AnyStart.survivors(cut.automaton(), cut.lookBack(symbols));
  }

  @Override
  public int lookBack() {
    return symbols;
  }

  @Override
  public FlowChecks checks() {
    return checks;
  }
}
