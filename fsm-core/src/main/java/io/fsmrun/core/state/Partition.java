package io.fsmrun.core.state;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * A division of the states {@code 0 .. n-1} into disjoint, non-empty blocks.
 *
 * <p>Blocks are numbered in the order of their lowest state, so two partitions with the same blocks
 * are equal. A value, shared by threads. Refinement follows Zhuo 2022, section 3.4.4 (after Paige
 * and Tarjan).
 */
public final class Partition {

  private final int[] blockOf;
  private final int blockCount;

  private Partition(int[] blockOf, int blockCount) {
    this.blockOf = blockOf;
    this.blockCount = blockCount;
  }

  /**
   * The partition with all states in one block.
   *
   * @param stateCount number of states, at least 1
   * @return the coarsest partition
   */
  public static Partition coarsest(int stateCount) {
    return ofLabels(new int[stateCount]);
  }

  /**
   * The partition with every state in a block of its own.
   *
   * @param stateCount number of states, at least 1
   * @return the finest partition
   */
  public static Partition finest(int stateCount) {
    int[] labels = new int[stateCount];
    Arrays.setAll(labels, i -> i);
    return new Partition(labels, stateCount);
  }

  /**
   * The partition in which two states share a block exactly when their labels are equal.
   *
   * @param labels one label per state
   * @return the partition; O(states)
   * @throws IllegalArgumentException if there is no state
   */
  public static Partition ofLabels(int[] labels) {
    if (labels.length == 0) {
      throw new IllegalArgumentException("a partition needs at least one state");
    }
    Long2IntOpenHashMap renamed = new Long2IntOpenHashMap();
    int[] blockOf = new int[labels.length];
    for (int state = 0; state < labels.length; state++) {
      blockOf[state] = rename(renamed, labels[state]);
    }
    return new Partition(blockOf, renamed.size());
  }

  private static int rename(Long2IntOpenHashMap renamed, long label) {
    int fresh = renamed.size();
    int number = renamed.getOrDefault(label, fresh);
    if (number == fresh) {
      renamed.put(label, fresh);
    }
    return number;
  }

  /**
   * The common refinement: its blocks are the non-empty intersections of a block of each.
   *
   * <p>Commutative, associative and idempotent. O(states): the other partition's blocks are all
   * splitters at once, told apart by their labels, where Paige and Tarjan's O(m log n) is for
   * refinement that goes on until it is stable against a relation of m transitions on n states.
   *
   * @param other a partition of the same states
   * @return the coarsest partition that is finer than both
   * @throws IllegalArgumentException if the numbers of states differ
   */
  public Partition refine(Partition other) {
    requireSameStates(other);
    Long2IntOpenHashMap renamed = new Long2IntOpenHashMap();
    int[] refined = new int[blockOf.length];
    for (int state = 0; state < refined.length; state++) {
      refined[state] = rename(renamed, (long) blockOf[state] << 32 | other.blockOf[state]);
    }
    return new Partition(refined, renamed.size());
  }

  /**
   * Whether every block of the other partition lies within one block of this one. A partition is
   * coarser than itself.
   *
   * @param other a partition of the same states
   * @return true if nothing that shares a block in the other is apart in this one; O(states)
   * @throws IllegalArgumentException if the numbers of states differ
   */
  public boolean isCoarserThan(Partition other) {
    requireSameStates(other);
    if (blockCount > other.blockCount) {
      return false;
    }
    int[] image = new int[other.blockCount];
    Arrays.fill(image, -1);
    for (int state = 0; state < blockOf.length; state++) {
      int theirs = other.blockOf[state];
      if (image[theirs] < 0) {
        image[theirs] = blockOf[state];
      } else if (image[theirs] != blockOf[state]) {
        return false;
      }
    }
    return true;
  }

  private void requireSameStates(Partition other) {
    if (other.blockOf.length != blockOf.length) {
      throw new IllegalArgumentException(
          "partitions of " + blockOf.length + " and of " + other.blockOf.length + " states");
    }
  }

  /**
   * Number of states.
   *
   * @return at least 1
   */
  public int stateCount() {
    return blockOf.length;
  }

  /**
   * Number of blocks.
   *
   * @return at least 1, at most the number of states
   */
  public int blockCount() {
    return blockCount;
  }

  /**
   * The block of a state.
   *
   * @param state a state
   * @return its block, from 0
   */
  public int blockOf(int state) {
    return blockOf[state];
  }

  /**
   * All blocks, as sets.
   *
   * @return one set per block, in block order; O(states)
   */
  public StateSet[] blocks() {
    int[] sizes = new int[blockCount];
    for (int block : blockOf) {
      sizes[block]++;
    }
    int[][] members = new int[blockCount][];
    for (int block = 0; block < blockCount; block++) {
      members[block] = new int[sizes[block]];
    }
    for (int state = blockOf.length - 1; state >= 0; state--) {
      int block = blockOf[state];
      members[block][--sizes[block]] = state;
    }
    StateSet[] blocks = new StateSet[blockCount];
    Arrays.setAll(blocks, block -> StateSet.of(members[block]));
    return blocks;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Partition that && Arrays.equals(blockOf, that.blockOf);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(blockOf);
  }

  @Override
  public String toString() {
    return Arrays.toString(blocks());
  }
}
