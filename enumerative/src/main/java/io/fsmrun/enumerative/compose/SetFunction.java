package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import java.util.Arrays;

/**
 * The transition function of a deterministic automaton: each convergence set goes to one state, or,
 * where it diverged, to the set of the states it may have come to.
 */
public final class SetFunction implements TransitionFunction {

  private final Partition partition;
  private final StateSet[] images;

  /**
   * A function given by the images of blocks.
   *
   * @param partition the convergence sets
   * @param images for each block, the states that some state of it may end in; never empty
   */
  public SetFunction(Partition partition, StateSet[] images) {
    if (images.length != partition.blockCount()) {
      throw new IllegalArgumentException(
          images.length + " images of " + partition.blockCount() + " sets");
    }
    this.partition = partition;
    this.images = images.clone();
  }

  @Override
  public Possible apply(Possible start) {
    return Possible.ofStates(
        switch (start) {
          case Possible.Known known -> image(known.configuration());
          case Possible.OneOf oneOf -> image(oneOf.states());
          case Possible.Anything anything -> imageOfAll();
          case Possible.Between between ->
              throw new IllegalArgumentException(
                  "a deterministic automaton is never between two sets");
        });
  }

  private StateSet imageOfAll() {
    StateUnion union = new StateUnion();
    Arrays.stream(images).forEach(union::add);
    return union.toStateSet();
  }

  /**
   * The sets that it is defined for.
   *
   * @return a partition of the states
   */
  public Partition partition() {
    return partition;
  }

  /**
   * The image of a convergence set.
   *
   * @param block index of a block of the partition
   * @return the states it may end in
   */
  public StateSet imageOfBlock(int block) {
    return images[block];
  }

  /** The union of the images of the convergence sets that the given states belong to. */
  private StateSet image(StateSet states) {
    if (states.size() == 1) {
      return images[partition.blockOf(states.get(0))];
    }
    boolean[] taken = new boolean[images.length];
    StateUnion union = new StateUnion();
    for (int i = 0; i < states.size(); i++) {
      int block = partition.blockOf(states.get(i));
      if (!taken[block]) {
        taken[block] = true;
        union.add(images[block]);
      }
    }
    return union.toStateSet();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SetFunction that
        && partition.equals(that.partition)
        && Arrays.equals(images, that.images);
  }

  @Override
  public int hashCode() {
    return 31 * partition.hashCode() + Arrays.hashCode(images);
  }

  @Override
  public String toString() {
    return partition + " -> " + Arrays.toString(images);
  }
}
