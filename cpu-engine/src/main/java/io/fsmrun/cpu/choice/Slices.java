package io.fsmrun.cpu.choice;

/**
 * How an automaton runs a block: in slices, ever longer, behind each of which it is asked whether
 * it is to go on. Long ones are needed for lanes, whose pieces get an eighth of a slice each.
 * Stateless.
 */
public final class Slices {

  /** Length of the first slice where the automaton takes over, and of each while it does. */
  public static final int FIRST = 16;

  /** The same if the automaton has run the block before. */
  public static final int LATER = 1 << 15;

  private Slices() {}

  /**
   * Where a slice ends: at the end of the block, too, if not much would be left.
   *
   * @param at index where it begins
   * @param to index after the block's last byte, more than {@code at}
   * @param length about how many bytes it is to have
   * @return an index after {@code at}
   */
  public static int end(int at, int to, int length) {
    return to - at <= length + length / 2 ? to : at + length;
  }
}
