package io.fsmrun.enumerative.strategy;

/**
 * How often a prediction of start states was wrong.
 *
 * @param starts pairs of a component and a segment whose true start became known
 * @param unforeseen those of them whose true start no flow spoke for
 */
public record Mispredictions(long starts, long unforeseen) {

  /**
   * The misprediction rate.
   *
   * @return the share of the pairs that were not foreseen, 0 to 1; 0 if there are none
   */
  public double rate() {
    return starts == 0 ? 0 : (double) unforeseen / starts;
  }
}
