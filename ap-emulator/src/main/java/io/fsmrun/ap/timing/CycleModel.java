package io.fsmrun.ap.timing;

/**
 * How many cycles flows cost on the Automata Processor (specification, section 6).
 *
 * <p>A segment with several live flows runs them in turn, a quantum of symbols each, and every turn
 * ends with a switch. After every check interval one pass over the masks finds flows that are equal
 * or can be let go of. A lone flow needs neither switches nor checks.
 *
 * <p>Published (Zhuo 2022, section 3.6.3): a symbol takes a cycle of 7.5 ns, a switch 3 cycles, and
 * a convergence check one cycle for every two flows. Everything else is ours. So is it that
 * deactivation costs nothing beside the convergence check: the same pass over the masks sees both.
 *
 * @param symbolNanos time of one cycle, in which one flow consumes one symbol
 * @param switchCycles cycles to change from one flow to another, or to save a mask
 * @param flowsPerCheckCycle how many flows one cycle of checking compares
 * @param decodeCycles cycles to tell from a saved mask which of the joined flows is the true one
 *     (ours: the mask is looked up once, as the masks of two flows are compared in one cycle)
 * @param quantumSymbols symbols that a flow consumes before the next one's turn (ours)
 * @param checkIntervalSymbols symbols from one check to the next, a multiple of the quantum (ours);
 *     {@link #NO_CHECKS} if flows are never checked
 */
public record CycleModel(
    double symbolNanos,
    int switchCycles,
    int flowsPerCheckCycle,
    int decodeCycles,
    int quantumSymbols,
    int checkIntervalSymbols) {

  /** The check interval of flows that are never checked. */
  public static final int NO_CHECKS = Integer.MAX_VALUE;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is not positive, where switching and decoding may be
   *     free, or if the check interval is not a multiple of the quantum
   */
  public CycleModel {
    if (!(symbolNanos > 0)
        || switchCycles < 0
        || flowsPerCheckCycle < 1
        || decodeCycles < 0
        || quantumSymbols < 1) {
      throw new IllegalArgumentException("cycle model out of range");
    }
    boolean multiple = checkIntervalSymbols > 0 && checkIntervalSymbols % quantumSymbols == 0;
    if (!multiple && checkIntervalSymbols != NO_CHECKS) {
      throw new IllegalArgumentException(
          "checks every "
              + checkIntervalSymbols
              + " symbols, not a multiple of a quantum of "
              + quantumSymbols);
    }
  }

  /**
   * The published constants (7.5 ns a symbol, 3 cycles a switch, 1 cycle for every two flows
   * checked), a cycle to decode a mask, and a quantum of 16 symbols with a check after each.
   *
   * @return the usual model
   */
  public static CycleModel published() {
    return new CycleModel(7.5, 3, 2, 1, 16, 16);
  }

  /**
   * The same with other turns.
   *
   * @param quantum symbols that a flow consumes in its turn, from 1
   * @param checkInterval symbols from one check to the next, a multiple of the quantum
   * @return the model
   * @throws IllegalArgumentException if the numbers do not go together
   */
  public CycleModel withTurns(int quantum, int checkInterval) {
    return new CycleModel(
        symbolNanos, switchCycles, flowsPerCheckCycle, decodeCycles, quantum, checkInterval);
  }

  /**
   * The same without any check of flows, as of a strategy that lets go of none.
   *
   * @return the model
   */
  public CycleModel withoutChecks() {
    return withTurns(quantumSymbols, NO_CHECKS);
  }

  /**
   * Whether flows are checked at all.
   *
   * @return false if the check interval is {@link #NO_CHECKS}
   */
  public boolean hasChecks() {
    return checkIntervalSymbols != NO_CHECKS;
  }

  /**
   * Cycles of one check.
   *
   * @param flows how many are live
   * @return one for every {@link #flowsPerCheckCycle} of them, rounded up
   */
  public int checkCycles(int flows) {
    return Math.ceilDiv(flows, flowsPerCheckCycle);
  }
}
