package io.fsmrun.profile;

import java.util.List;

/**
 * How the length of the look-back is chosen.
 *
 * @param candidates the lengths to choose from, in symbols, ascending, from 0
 * @param segmentSymbols symbols of a segment over which the cost of survivors is counted, from 1
 * @param strings random strings, from 1
 * @param seed of the random strings; the same seed gives the same choice on any number of threads
 */
public record LookBackOptions(
    List<Integer> candidates, int segmentSymbols, int strings, long seed) {

  /**
   * Copies the candidates and checks the numbers.
   *
   * @throws IllegalArgumentException if there is no candidate, they do not ascend from 0, another
   *     number is too low, or the strings are more than {@link SampleOptions} allows
   */
  public LookBackOptions {
    candidates = List.copyOf(candidates);
    int last = -1;
    for (int candidate : candidates) {
      if (candidate <= last) {
        throw new IllegalArgumentException("lengths do not ascend: " + candidates);
      }
      last = candidate;
    }
    if (candidates.isEmpty() || segmentSymbols < 1) {
      throw new IllegalArgumentException(
          "lengths " + candidates + ", segments of " + segmentSymbols + " symbols");
    }
    SampleOptions.require(strings, (long) last + segmentSymbols);
  }

  /**
   * Lengths up to 500 symbols (the source tries 10 to 100; section 3.7.4), 50 strings, segments of
   * 1,000 symbols, seed 1.
   *
   * @return the usual options
   */
  public static LookBackOptions defaults() {
    return new LookBackOptions(
        List.of(0, 1, 2, 3, 5, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500),
        1000,
        50,
        1);
  }

  /** The strings that are long enough for the longest look-back and a segment. */
  SampleOptions sample() {
    return new SampleOptions(strings, candidates.get(candidates.size() - 1) + segmentSymbols, seed);
  }
}
