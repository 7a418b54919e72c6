package io.fsmrun.ap.timing;

/**
 * Every constant of the cycle model. What has no source is ours, and said to be.
 *
 * @param flows symbols, switches between flows, convergence checks, and the quantum
 * @param compositionCyclesPerSegment cycles to chain one segment's transition function to those
 *     before it, each time that it is evaluated (ours: the source's Logic modules, section 3.5,
 *     chain them one by one and give no time)
 * @param output what it costs to read reports out
 * @param reconfigurationMillis time to load another part of a network into the whole device, in
 *     milliseconds
 */
public record CycleParameters(
    CycleModel flows,
    int compositionCyclesPerSegment,
    OutputModel output,
    double reconfigurationMillis) {

  /**
   * Time to configure a board anew, in milliseconds. Ours: the match memory of a board of 32 chips
   * is 32 times 49,152 times 256 bits, 50 MB, which takes 50 ms at 1 GB/s. No source that gives a
   * measured time was at hand, so treat what follows from it as an order of magnitude.
   */
  public static final double RECONFIGURATION_MILLIS = 50;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative or not a number
   */
  public CycleParameters {
    if (compositionCyclesPerSegment < 0 || !(reconfigurationMillis >= 0)) {
      throw new IllegalArgumentException("cycle parameters out of range");
    }
  }

  /**
   * The published constants, and ours where nothing is published.
   *
   * @return the usual parameters
   */
  public static CycleParameters published() {
    return new CycleParameters(
        CycleModel.published(), 1, OutputModel.d480(), RECONFIGURATION_MILLIS);
  }

  /**
   * The same with another model of flows.
   *
   * @param model symbols, switches, checks, quantum
   * @return the parameters
   */
  public CycleParameters withFlows(CycleModel model) {
    return new CycleParameters(model, compositionCyclesPerSegment, output, reconfigurationMillis);
  }

  /**
   * Cycles of one reconfiguration.
   *
   * @return its time in cycles, rounded up
   */
  public long reconfigurationCycles() {
    return (long) Math.ceil(reconfigurationMillis * 1e6 / flows.symbolNanos());
  }
}
