package io.fsmrun.cpu.choice;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.SetRunner;
import java.util.function.BooleanSupplier;

/**
 * How an automaton runs a block: in slices, ever longer, behind each of which it is asked whether
 * it is to go on. Long ones are needed for lanes, whose pieces get an eighth of a slice each.
 * Stateless.
 */
public final class Slices {

  /** Length of the first slice where the automaton takes over, and of each while it does. */
  public static final int FIRST = 16;

  /** The same if the automaton has run the block before, and where it follows the search. */
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

  /**
   * Runs an automaton over bytes that were searched, in slices that are long enough for its lanes.
   *
   * @param runner stands before them
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param dropped takes reports, which nobody wants
   * @param goesOn asked behind each slice
   * @return whether it was run over all of them
   */
  public static boolean follow(
      SetRunner runner,
      byte[] input,
      int from,
      int to,
      ReportBuffer dropped,
      BooleanSupplier goesOn) {
    int slice = LATER;
    for (int at = from; at < to; slice *= 2) {
      int stop = end(at, to, slice);
      dropped.startBlock(0);
      runner.run(input, at, stop, 0, dropped);
      at = stop;
      if (at < to && !goesOn.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }
}
