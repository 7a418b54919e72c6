package io.fsmrun.enumerative;

import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * How many machine flows a segment carries, from symbol to symbol: a step function. Immutable.
 *
 * <p>Step {@code i} says that {@code flows(i)} flows were live from {@code position(i)} symbols
 * after the start of the segment on, up to the next step. Positions ascend from 0.
 */
public final class FlowSteps {

  private final int[] positions;
  private final int[] flows;

  FlowSteps(IntArrayList positions, IntArrayList flows) {
    this.positions = positions.toIntArray();
    this.flows = flows.toIntArray();
  }

  /**
   * The steps of one flow from start to end.
   *
   * @return one step
   */
  public static FlowSteps one() {
    return new FlowSteps(IntArrayList.of(0), IntArrayList.of(1));
  }

  /**
   * Number of steps.
   *
   * @return at least 1
   */
  public int count() {
    return positions.length;
  }

  /**
   * From where a step counts.
   *
   * @param step from 0
   * @return symbols after the start of the segment
   */
  public int position(int step) {
    return positions[step];
  }

  /**
   * Live flows in a step.
   *
   * @param step from 0
   * @return at least 1
   */
  public int flows(int step) {
    return flows[step];
  }

  /**
   * Flows at the start of the segment: R0.
   *
   * @return at least 1
   */
  public int first() {
    return flows[0];
  }

  /**
   * Flows at its end: RT.
   *
   * @return at least 1
   */
  public int last() {
    return flows[flows.length - 1];
  }
}
