package io.fsmrun.ap.chip;

/**
 * Elements of the three kinds that a chip counts apart.
 *
 * @param stes state transition elements
 * @param counters counters
 * @param gates boolean elements
 */
public record Resources(int stes, int counters, int gates) {

  /** Nothing. */
  public static final Resources NONE = new Resources(0, 0, 0);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public Resources {
    if (stes < 0 || counters < 0 || gates < 0) {
      throw new IllegalArgumentException("negative resources");
    }
  }

  /**
   * Both together.
   *
   * @param other more resources
   * @return the sum of each kind
   * @throws ArithmeticException if a sum is over 2147483647
   */
  public Resources plus(Resources other) {
    return new Resources(
        Math.addExact(stes, other.stes),
        Math.addExact(counters, other.counters),
        Math.addExact(gates, other.gates));
  }

  /**
   * What is left when some are taken.
   *
   * @param other what is taken; it must fit
   * @return the difference of each kind
   */
  public Resources minus(Resources other) {
    return new Resources(stes - other.stes, counters - other.counters, gates - other.gates);
  }

  /**
   * Whether there are enough of every kind.
   *
   * @param capacity what there is
   * @return true if none of these is more than its capacity
   */
  public boolean fitsIn(Resources capacity) {
    return stes <= capacity.stes && counters <= capacity.counters && gates <= capacity.gates;
  }

  /**
   * The share of the scarcest kind.
   *
   * @param capacity what there is
   * @return the largest of the three shares; infinite if something is wanted of which there is none
   */
  public double largestShare(Resources capacity) {
    return Math.max(
        share(stes, capacity.stes),
        Math.max(share(counters, capacity.counters), share(gates, capacity.gates)));
  }

  /**
   * How many times the capacity these are, if they could be divided at will.
   *
   * @param capacity what there is
   * @return the least number of capacities, 0 if nothing is wanted
   * @throws IllegalArgumentException if something is wanted of which there is none
   */
  public int timesAtLeast(Resources capacity) {
    return Math.max(
        times(stes, capacity.stes),
        Math.max(times(counters, capacity.counters), times(gates, capacity.gates)));
  }

  static double share(long part, long whole) {
    if (part == 0) {
      return 0;
    }
    return whole == 0 ? Double.POSITIVE_INFINITY : (double) part / whole;
  }

  private static int times(int part, int whole) {
    if (part == 0) {
      return 0;
    }
    if (whole == 0) {
      throw new IllegalArgumentException("something is wanted of which the device has none");
    }
    return Math.ceilDiv(part, whole);
  }

  @Override
  public String toString() {
    return "%,d STEs, %,d counters, %,d boolean elements".formatted(stes, counters, gates);
  }
}
