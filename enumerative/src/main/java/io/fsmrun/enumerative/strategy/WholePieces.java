package io.fsmrun.enumerative.strategy;

import io.fsmrun.core.engine.FlowChecks;
import io.fsmrun.enumerative.flow.Cut;
import io.fsmrun.enumerative.flow.FlowPlan;
import io.fsmrun.enumerative.segment.SegmentPlan;

/**
 * Leaves short pieces of input whole and cuts long ones as another strategy does (ours).
 *
 * <p>A piece that is not cut knows where it starts, so there is nothing to enumerate; the copies of
 * the machine get different pieces instead of segments of one.
 */
public final class WholePieces implements Strategy {

  private final Strategy inner;
  private final int leastSymbols;

  /**
   * The strategy.
   *
   * @param inner cuts long pieces and plans flows
   * @param leastSymbols a piece with fewer symbols stays whole
   */
  public WholePieces(Strategy inner, int leastSymbols) {
    this.inner = inner;
    this.leastSymbols = leastSymbols;
  }

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public SegmentPlan cut(byte[] input, int from, int to) {
    return to - from < leastSymbols ? SegmentPlan.equal(from, to, 1) : inner.cut(input, from, to);
  }

  @Override
  public FlowPlan flows(int component, Cut cut) {
    return inner.flows(component, cut);
  }

  @Override
  public FlowChecks checks() {
    return inner.checks();
  }

  @Override
  public Sharing sharing() {
    return inner.sharing();
  }

  @Override
  public void started(int component, boolean foreseen) {
    inner.started(component, foreseen);
  }
}
