package io.fsmrun.cpu.lazy;

import java.util.List;

/**
 * How a {@link SetAutomaton} numbers the states of its components: states that are always active
 * together have one number. Immutable.
 */
public final class StateNumbers {

  private final DisjointUnion union;
  private final int[] number;
  private final int[][] members;

  /**
   * Numbers states.
   *
   * @param groups per component its group, ascending from 0: those of a group start together
   */
  StateNumbers(List<RuleAutomaton> components, int[] groups, boolean prefixSharing) {
    this.union = new DisjointUnion(components);
    int[] representative = new PrefixSharing(union, groups).representatives(prefixSharing ? 64 : 0);
    this.members = members(representative);
    this.number = new int[representative.length];
    for (int m = 0; m < members.length; m++) {
      for (int state : members[m]) {
        number[state] = m;
      }
    }
  }

  /**
   * The numbers that {@link SetAutomaton#of} gives.
   *
   * @param components as there
   * @param options as there
   * @return the numbers; as much time as the union takes
   */
  public static StateNumbers of(List<RuleAutomaton> components, LazyOptions options) {
    return new StateNumbers(components, new int[components.size()], options.prefixSharing());
  }

  /**
   * The numbers that {@link SetAutomaton#injectable} gives.
   *
   * @param components as there
   * @param groups as there
   * @param options as there
   * @return the numbers; as much time as the union takes
   */
  public static StateNumbers ofInjectable(
      List<RuleAutomaton> components, int[] groups, LazyOptions options) {
    return new StateNumbers(components, groups, options.prefixSharing());
  }

  /** The states that each representative stands for, in order of the representatives. */
  private static int[][] members(int[] representative) {
    int[] count = new int[representative.length];
    int kept = 0;
    for (int state = 0; state < representative.length; state++) {
      kept += representative[state] == state ? 1 : 0;
      count[representative[state]]++;
    }
    int[][] members = new int[kept][];
    int[] number = new int[representative.length];
    int next = 0;
    for (int state = 0; state < representative.length; state++) {
      if (representative[state] == state) {
        number[state] = next;
        members[next++] = new int[count[state]];
      }
      int[] row = members[number[representative[state]]];
      row[row.length - count[representative[state]]--] = state;
    }
    return members;
  }

  /**
   * Number of states of the union.
   *
   * @return 1 or more for each group
   */
  public int count() {
    return members.length;
  }

  /**
   * The number of a component's state.
   *
   * @param component index of the component
   * @param state its state
   * @return the state's number in the union
   */
  public int of(int component, int state) {
    return number[union.first(component) + state];
  }

  DisjointUnion union() {
    return union;
  }

  int[][] members() {
    return members;
  }

  int[] numbers() {
    return number;
  }
}
