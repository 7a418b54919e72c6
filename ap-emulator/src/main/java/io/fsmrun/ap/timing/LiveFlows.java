package io.fsmrun.ap.timing;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/**
 * How many machine flows are live in a segment, from symbol to symbol: a step function. A value.
 *
 * @param from where each step starts, in symbols after the start of the segment; ascending from 0
 * @param flows live flows from there to the next step, at least 1
 */
public record LiveFlows(IntList from, IntList flows) {

  /** One flow from start to end. */
  public static final LiveFlows ONE = new LiveFlows(IntList.of(0), IntList.of(1));

  /**
   * Copies the lists and checks them.
   *
   * @throws IllegalArgumentException if steps do not ascend from 0, have no flow, or the lists
   *     differ in length
   */
  public LiveFlows {
    from = IntLists.unmodifiable(new IntArrayList(from));
    flows = IntLists.unmodifiable(new IntArrayList(flows));
    if (from.isEmpty() || from.size() != flows.size() || from.getInt(0) != 0) {
      throw new IllegalArgumentException("steps " + from + " of " + flows + " flows");
    }
    for (int i = 0; i < from.size(); i++) {
      if (flows.getInt(i) < 1 || (i > 0 && from.getInt(i) <= from.getInt(i - 1))) {
        throw new IllegalArgumentException("steps " + from + " of " + flows + " flows");
      }
    }
  }

  /**
   * As many flows from start to end.
   *
   * @param flows live flows, at least 1
   * @return one step
   */
  public static LiveFlows constant(int flows) {
    return new LiveFlows(IntList.of(0), IntList.of(flows));
  }

  /**
   * The same with one more step.
   *
   * @param symbols where it starts, after the last step
   * @param live flows from there on
   * @return the longer step function
   * @throws IllegalArgumentException if it starts no later than the last step, or has no flow
   */
  public LiveFlows then(int symbols, int live) {
    IntArrayList longerFrom = new IntArrayList(from);
    IntArrayList longerFlows = new IntArrayList(flows);
    longerFrom.add(symbols);
    longerFlows.add(live);
    return new LiveFlows(longerFrom, longerFlows);
  }

  /** The last step that starts at a position or before, looked for from an earlier one on. */
  int stepAt(int position, int earlier) {
    int step = earlier;
    while (step + 1 < from.size() && from.getInt(step + 1) <= position) {
      step++;
    }
    return step;
  }
}
