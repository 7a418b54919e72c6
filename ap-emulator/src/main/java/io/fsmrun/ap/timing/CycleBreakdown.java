package io.fsmrun.ap.timing;

/**
 * What the cycles of a run were spent on, along its critical path: of segments that ran side by
 * side, only the slowest counts. All numbers are cycles. A value.
 *
 * @param symbols consumed by flows, live or joined
 * @param switches changes from one flow to another, joining flows, and saving joined masks
 * @param checks convergence and deactivation checks
 * @param lookback looking back before the start of a segment
 * @param composition evaluating transition functions
 * @param decoding decoding joined masks, running intervals again that could not be decoded, and
 *     replaying what came before a flow was concrete
 * @param reexecution executing segments again whose end stayed unknown
 */
public record CycleBreakdown(
    long symbols,
    long switches,
    long checks,
    long lookback,
    long composition,
    long decoding,
    long reexecution) {

  /** Nothing was done. */
  public static final CycleBreakdown NONE = new CycleBreakdown(0, 0, 0, 0, 0, 0, 0);

  /**
   * All cycles.
   *
   * @return the sum of the categories
   */
  public long total() {
    return symbols + switches + checks + lookback + composition + decoding + reexecution;
  }

  /**
   * This and what came after it.
   *
   * @param other other cycles
   * @return the sums
   */
  public CycleBreakdown plus(CycleBreakdown other) {
    return new CycleBreakdown(
        symbols + other.symbols,
        switches + other.switches,
        checks + other.checks,
        lookback + other.lookback,
        composition + other.composition,
        decoding + other.decoding,
        reexecution + other.reexecution);
  }

  /** In words, without categories that have none: {@code 13 = 12 symbols + 1 checks}. */
  String inWords() {
    StringBuilder words = new StringBuilder();
    term(words, symbols, "symbols");
    term(words, switches, "switches");
    term(words, checks, "checks");
    term(words, lookback, "lookback");
    term(words, composition, "composition");
    term(words, decoding, "decoding");
    term(words, reexecution, "reexecution");
    return total() + (words.isEmpty() ? "" : " = ") + words;
  }

  private static void term(StringBuilder words, long cycles, String category) {
    if (cycles > 0) {
      words.append(words.isEmpty() ? "" : " + ").append(cycles).append(' ').append(category);
    }
  }
}
