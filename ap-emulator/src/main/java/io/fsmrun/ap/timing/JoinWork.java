package io.fsmrun.ap.timing;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * What happened in a segment after its flows were joined in one, whose mask is the union of theirs.
 * A value.
 *
 * @param checkpoints symbols after the start of the segment at which the joined mask was saved,
 *     ascending; at the first, flows were joined
 * @param flowsAgain for each interval, from a checkpoint to the next or to the end of the segment,
 *     how many flows were run again because its mask could not be decoded; 0 if it could
 */
public record JoinWork(IntList checkpoints, IntList flowsAgain) {

  /** Flows were not joined. */
  public static final JoinWork NONE = new JoinWork(IntLists.EMPTY_LIST, IntLists.EMPTY_LIST);

  /**
   * Copies the lists and checks them.
   *
   * @throws IllegalArgumentException if checkpoints do not ascend, there is not one interval for
   *     each, or a number is negative
   */
  public JoinWork {
    checkpoints = IntLists.unmodifiable(new IntArrayList(checkpoints));
    flowsAgain = IntLists.unmodifiable(new IntArrayList(flowsAgain));
    boolean fits = checkpoints.size() == flowsAgain.size();
    for (int i = 0; fits && i < checkpoints.size(); i++) {
      int before = i == 0 ? -1 : checkpoints.getInt(i - 1);
      fits = checkpoints.getInt(i) > before && flowsAgain.getInt(i) >= 0;
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "checkpoints " + checkpoints + " with flows again " + flowsAgain);
    }
  }

  /**
   * Whether flows were joined.
   *
   * @return true if there is a checkpoint
   */
  public boolean isJoined() {
    return !checkpoints.isEmpty();
  }
}
