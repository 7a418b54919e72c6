package io.fsmrun.ap.profile;

/**
 * How many things have a count in a range.
 *
 * @param from the least count of the range
 * @param to the greatest
 * @param things how many have a count from the one to the other
 */
public record CountRange(long from, long to, long things) {

  /**
   * The range in words.
   *
   * @return "7" or "4-7"
   */
  public String label() {
    return from == to ? Long.toString(from) : from + "-" + to;
  }
}
