package io.fsmrun.ap.timing;

/**
 * How many cycles flows cost on the Automata Processor (specification, section 6; Zhuo 2022,
 * section 3.6.3).
 *
 * <p>A segment with several live flows runs them in turn, a quantum of symbols each. After a
 * quantum the masks are compared and equal flows merge; a lone flow needs neither switches nor
 * checks.
 *
 * @param symbolNanos time of one cycle, in which one flow consumes one symbol
 * @param switchCycles cycles to change from one flow to another
 * @param flowsPerCheckCycle how many flows one cycle of convergence checking compares
 * @param quantumSymbols symbols that a flow consumes before the next one's turn (ours)
 */
public record CycleModel(
    double symbolNanos, int switchCycles, int flowsPerCheckCycle, int quantumSymbols) {

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is not positive; switching may be free
   */
  public CycleModel {
    if (!(symbolNanos > 0) || switchCycles < 0 || flowsPerCheckCycle < 1 || quantumSymbols < 1) {
      throw new IllegalArgumentException("cycle model out of range");
    }
  }

  /**
   * The published constants (7.5 ns a symbol, 3 cycles a switch, 1 cycle for every two flows
   * checked) and a quantum of 16 symbols.
   *
   * @return the usual model
   */
  public static CycleModel published() {
    return new CycleModel(7.5, 3, 2, 16);
  }

  /**
   * Cycles of one segment.
   *
   * @param length its symbols
   * @param liveSymbols for how many symbols each flow was live; flow 0 for all
   * @return cycles until its last flow has consumed its last symbol; O(quanta with several flows *
   *     flows)
   */
  public long segmentCycles(int length, int[] liveSymbols) {
    long cycles = 0;
    for (int at = 0; at < length; at += quantumSymbols) {
      int live = 1;
      for (int f = 1; f < liveSymbols.length; f++) {
        live += liveSymbols[f] > at ? 1 : 0;
      }
      if (live == 1) {
        return cycles + length - at;
      }
      long symbols = Math.min(quantumSymbols, length - at);
      int checks = (live + flowsPerCheckCycle - 1) / flowsPerCheckCycle;
      cycles += live * (symbols + switchCycles) + checks;
    }
    return cycles;
  }

  /**
   * Counts what one segment does: a row read for each symbol of each live flow, a switch for each
   * live flow and a check for every {@link #flowsPerCheckCycle} flows in each quantum with several.
   *
   * @param length its symbols
   * @param liveSymbols for how many symbols each flow was live; flow 0 for all
   * @param events where they are added, as of a machine in one half-core
   */
  public void countSegment(int length, int[] liveSymbols, EventAccumulator events) {
    for (int at = 0; at < length; at += quantumSymbols) {
      int live = 1;
      for (int f = 1; f < liveSymbols.length; f++) {
        live += liveSymbols[f] > at ? 1 : 0;
      }
      if (live == 1) {
        events.rowReads(length - at);
        return;
      }
      events.rowReads((long) live * Math.min(quantumSymbols, length - at));
      events.flowSwitches(live);
      events.convergenceChecks(Math.ceilDiv(live, flowsPerCheckCycle));
    }
  }
}
