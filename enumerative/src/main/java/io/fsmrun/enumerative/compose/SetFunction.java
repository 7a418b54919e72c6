package io.fsmrun.enumerative.compose;

import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
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
    StateSet image =
        switch (start) {
          case Possible.Known known -> image(known.configuration());
          case Possible.OneOf oneOf -> image(oneOf.states());
          case Possible.Between between ->
              throw new IllegalArgumentException(
                  "a deterministic automaton is never between two sets");
        };
    return image.size() == 1 ? new Possible.Known(image) : new Possible.OneOf(image);
  }

  @Override
  public SetFunction then(TransitionFunction next) {
    if (!(next instanceof SetFunction following)) {
      throw new IllegalArgumentException("the next function is not of a deterministic automaton");
    }
    StateSet[] composed = new StateSet[images.length];
    Arrays.setAll(composed, block -> following.image(images[block]));
    return new SetFunction(partition, composed);
  }

  /** The union of the images of the convergence sets that the given states belong to. */
  private StateSet image(StateSet states) {
    if (states.size() == 1) {
      return images[partition.blockOf(states.get(0))];
    }
    boolean[] taken = new boolean[images.length];
    IntOpenHashSet union = new IntOpenHashSet();
    for (int i = 0; i < states.size(); i++) {
      int block = partition.blockOf(states.get(i));
      if (!taken[block]) {
        taken[block] = true;
        for (int state : images[block].toArray()) {
          union.add(state);
        }
      }
    }
    return StateSet.of(union.toIntArray());
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
