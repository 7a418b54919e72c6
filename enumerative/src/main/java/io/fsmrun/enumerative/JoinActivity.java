package io.fsmrun.enumerative;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * What happened in a segment after its flows were joined in one: the joined flow was saved at
 * checkpoints, and intervals between them in which the states of different flows could not be told
 * apart were run again, flow by flow. A value.
 *
 * @param checkpoints symbols after the start of the segment at which the joined flow was saved,
 *     ascending; the first is where flows were joined
 * @param flowsAgain for each interval, from a checkpoint to the next or to the end of the segment,
 *     how many flows had to be run again; 0 if it could be decoded
 */
public record JoinActivity(IntList checkpoints, IntList flowsAgain) {

  /** Flows were not joined. */
  public static final JoinActivity NONE =
      new JoinActivity(IntLists.EMPTY_LIST, IntLists.EMPTY_LIST);

  /** Makes the lists immutable. */
  public JoinActivity {
    checkpoints = IntLists.unmodifiable(new IntArrayList(checkpoints));
    flowsAgain = IntLists.unmodifiable(new IntArrayList(flowsAgain));
    if (checkpoints.size() != flowsAgain.size()) {
      throw new IllegalArgumentException(
          flowsAgain.size() + " intervals of " + checkpoints.size() + " checkpoints");
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
