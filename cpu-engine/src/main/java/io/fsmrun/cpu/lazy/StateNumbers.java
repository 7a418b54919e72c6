package io.fsmrun.cpu.lazy;

/**
 * How a {@link SetAutomaton} numbers the states of its components: states that are always active
 * together have one number, in the order of the first of each. Immutable.
 */
public final class StateNumbers {

  /** States with more predecessors are not compared with others. */
  private static final int MOST_PREDECESSORS = 64;

  private final int[] starts;
  private final int[] number;
  private final int count;

  private StateNumbers(int[] starts, int[] number, int count) {
    this.starts = starts;
    this.number = number;
    this.count = count;
  }

  /**
   * Numbers states.
   *
   * @param union the components; the starts of a group are always active together
   * @param options tells whether prefixes are shared
   * @return the numbers; O(states + edges log edges) at most, mostly O(states + edges)
   */
  public static StateNumbers of(DisjointUnion union, LazyOptions options) {
    int[] number = new int[union.stateCount()];
    int count = 0;
    if (options.prefixSharing()) {
      int[] representative = new PrefixSharing(union, MOST_PREDECESSORS).representatives();
      for (int state = 0; state < number.length; state++) {
        boolean isFirst = representative[state] == state;
        number[state] = isFirst ? count++ : number[representative[state]];
      }
    } else {
      while (count < number.length) {
        number[count] = count++;
      }
    }
    return new StateNumbers(union.starts().toIntArray(), number, count);
  }

  /**
   * Number of states of the union.
   *
   * @return 1 or more for each group
   */
  public int count() {
    return count;
  }

  /**
   * The number of a component's state.
   *
   * @param component index of the component
   * @param state its state
   * @return the state's number in the union
   */
  public int of(int component, int state) {
    return number[starts[component] + state];
  }

  /**
   * The number of a state.
   *
   * @param state its number in the {@link DisjointUnion}
   * @return the state's number in the union
   */
  public int of(int state) {
    return number[state];
  }
}
