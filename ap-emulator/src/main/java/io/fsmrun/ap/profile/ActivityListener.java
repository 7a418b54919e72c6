package io.fsmrun.ap.profile;

/** Sees the active elements of every symbol. */
@FunctionalInterface
public interface ActivityListener {

  /**
   * Takes one symbol.
   *
   * @param symbol its number, from 0
   * @param active the active elements, each once, in no order, from index 0; valid during the call
   *     only and not to be changed
   * @param count how many there are
   */
  void symbol(long symbol, int[] active, int count);
}
