package io.fsmrun.cpu.filter;

import io.fsmrun.core.engine.Checkpoint;
import io.fsmrun.cpu.lazy.DisjointUnion;
import io.fsmrun.cpu.lazy.IntRows;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The states of all chains, one chain after the other behind a common start, and what they mean to
 * a session that searches for the chains' pieces. The states report what the chains do; also before
 * the byte behind, as far as flags can say.
 *
 * @param union the states
 * @param start the one that all chains begin in
 * @param ends the states that are active where a link ends, each with the link
 * @param joints where one link hands over to the next
 * @param toHeads states of chains, each with one of the heads' automaton that it stands for
 * @param toTails the same for the tails
 * @param heldTails those of them that may be active without a piece that ends there
 */
record ChainStates(
    DisjointUnion union,
    int start,
    IntRows.Pairs ends,
    List<Joint> joints,
    IntRows.Pairs toHeads,
    IntRows.Pairs toTails,
    IntRows.Pairs heldTails) {

  /**
   * No chains yet.
   *
   * @param limit the most states and edges
   * @param checkpoint passed while they are put together
   */
  static ChainStates empty(int limit, Checkpoint checkpoint) {
    DisjointUnion union = new DisjointUnion(limit, checkpoint);
    return new ChainStates(
        union,
        union.addStart(0),
        new IntRows.Pairs(),
        new ArrayList<>(),
        new IntRows.Pairs(),
        new IntRows.Pairs(),
        new IntRows.Pairs());
  }

  /**
   * The end of a link of a chain that is followed by a gap.
   *
   * @param link its number
   * @param gap the state that is active where one byte of the gap has passed; those for more bytes
   *     are the next ones
   * @param length the most bytes that have a state
   * @param loops whether the last of them stands for all greater numbers
   * @param followers the states that may be entered one byte after an end
   */
  record Joint(int link, int gap, int length, boolean loops, IntArrayList followers) {}
}
