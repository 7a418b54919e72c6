package io.fsmrun.ap.timing;

/**
 * What it costs to run a network over an input, sequentially. A network that does not fit is run in
 * passes: a part of it over all of the input, then the next part.
 *
 * @param symbols symbols of the input
 * @param passes half-cores that the network needs over those there are, rounded up
 * @param symbolCycles one cycle a symbol and pass
 * @param stallCycles cycles in which the device waits for its output
 * @param reconfigurations passes after the first, whose part is loaded before the run (ours)
 * @param reconfigurationCycles cycles of all reconfigurations
 * @param cycles all cycles
 * @param nanos all time, in nanoseconds
 * @param megabytesPerSecond symbols over time, in 1,000,000 a second; 0 if there are none
 */
public record NetworkRunCost(
    long symbols,
    int passes,
    long symbolCycles,
    long stallCycles,
    int reconfigurations,
    long reconfigurationCycles,
    long cycles,
    double nanos,
    double megabytesPerSecond) {

  /**
   * Adds up a run.
   *
   * @param parameters the costs
   * @param symbols symbols of the input
   * @param halfCoresNeeded half-cores that the network takes
   * @param halfCoresAvailable half-cores of the device, at least 1
   * @param stallCycles cycles in which the device waits for its output ({@link OutputAccount})
   * @return the cost
   * @throws IllegalArgumentException if a number is out of range
   */
  public static NetworkRunCost of(
      CycleParameters parameters,
      long symbols,
      int halfCoresNeeded,
      int halfCoresAvailable,
      long stallCycles) {
    if (symbols < 0 || halfCoresNeeded < 0 || halfCoresAvailable < 1 || stallCycles < 0) {
      throw new IllegalArgumentException("run out of range");
    }
    int passes = Math.max(1, Math.ceilDiv(halfCoresNeeded, halfCoresAvailable));
    long symbolCycles = Math.multiplyExact(symbols, passes);
    int reconfigurations = passes - 1;
    long reconfiguring =
        Math.multiplyExact(parameters.reconfigurationCycles(), (long) reconfigurations);
    long cycles = Math.addExact(Math.addExact(symbolCycles, stallCycles), reconfiguring);
    double nanos = cycles * parameters.flows().symbolNanos();
    return new NetworkRunCost(
        symbols,
        passes,
        symbolCycles,
        stallCycles,
        reconfigurations,
        reconfiguring,
        cycles,
        nanos,
        cycles == 0 ? 0 : symbols * 1e3 / nanos);
  }
}
