package io.fsmrun.enumerative;

import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.compose.BracketFunction;
import io.fsmrun.enumerative.compose.Possible;
import io.fsmrun.enumerative.compose.SetFunction;
import io.fsmrun.enumerative.compose.StateFunction;
import io.fsmrun.enumerative.compose.TransitionFunction;
import io.fsmrun.enumerative.compose.UnionFunction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one segment does to one component, for inspection: the Segment Transition Table of the
 * source, a row for each of its vectors (Zhuo 2022, section 3.5 and figure 3.9). A value.
 *
 * <p>It differs from the source's in two ways: a segment whose start was known has a table of one
 * row, and nondeterministic automata have tables, too.
 *
 * @param component index of the component in its ruleset
 * @param windowOffset where the window that the segment lies in starts, in bytes from the start of
 *     the input
 * @param segment index of the segment in its window; a segment has several tables if its flows were
 *     planned anew on the way
 * @param from where the table's stretch starts, as an index into the window
 * @param to where it ends
 * @param kind what the rows stand for
 * @param rows in the order of the transition function's own sets, states or groups
 */
public record SegmentTable(
    int component, long windowOffset, int segment, int from, int to, Kind kind, List<Row> rows) {

  /** What the rows of a table stand for. */
  public enum Kind {
    /** The start was known: one row, from the configuration there to that at the end. */
    KNOWN,

    /**
     * A row for each convergence set: the true start is one state of one of them. It converged if
     * all its states came to one.
     */
    SETS,

    /**
     * A row for each state that the segment may start in. States that were carried together and did
     * not converge have one row: what each of them came to is not known.
     */
    STATES,

    /**
     * The bounds of a nondeterministic automaton: a row from no state, and one from all states,
     * whose ends bound from above what is active. That converged if it came to the same as the row
     * from no state.
     */
    BOUNDS,

    /**
     * A row for what is certainly active at the start, then a row for that and each group of states
     * that may be active beside it. The true end is the union of some rows. A row converged if
     * nothing came of the group that the first row does not have.
     */
    GROUPS
  }

  /**
   * One vector: what a set of states came to.
   *
   * @param starts the states at the start of the stretch
   * @param ends the states at its end
   * @param converged whether the row tells what the configuration at the end is; see {@link Kind}
   */
  public record Row(StateSet starts, StateSet ends, boolean converged) {}

  /** Copies the rows. */
  public SegmentTable {
    rows = List.copyOf(rows);
  }

  /**
   * The rows of a segment that knew where it started.
   *
   * @param start the configuration there
   * @param end the configuration at its end
   * @return one row
   */
  static List<Row> knownRow(StateSet start, StateSet end) {
    return List.of(new Row(start, end, true));
  }

  /** The kind of table that shows a transition function. */
  static Kind kindOf(TransitionFunction function) {
    return switch (function) {
      case SetFunction sets -> Kind.SETS;
      case StateFunction states -> Kind.STATES;
      case BracketFunction bracket -> Kind.BOUNDS;
      case UnionFunction union -> Kind.GROUPS;
    };
  }

  /**
   * The rows that show a transition function; O(rows), plus the states of convergence sets.
   *
   * @param function the function
   */
  static List<Row> rowsOf(TransitionFunction function) {
    return switch (function) {
      case SetFunction sets -> rowsOf(sets);
      case StateFunction states -> rowsOf(states);
      case BracketFunction bracket -> rowsOf(bracket);
      case UnionFunction union -> rowsOf(union);
    };
  }

  private static List<Row> rowsOf(SetFunction function) {
    StateSet[] blocks = function.partition().blocks();
    List<Row> rows = new ArrayList<>(blocks.length);
    for (int block = 0; block < blocks.length; block++) {
      StateSet image = function.imageOfBlock(block);
      rows.add(new Row(blocks[block], image, image.size() == 1));
    }
    return rows;
  }

  private static List<Row> rowsOf(StateFunction function) {
    StateSet candidates = function.candidates();
    List<Row> rows = new ArrayList<>(candidates.size());
    Map<StateSet, Integer> rowOf = new HashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      StateSet image = function.image(i);
      StateSet start = StateSet.of(candidates.get(i));
      Integer before = image.size() == 1 ? null : rowOf.putIfAbsent(image, rows.size());
      if (before == null) {
        rows.add(new Row(start, image, image.size() == 1));
      } else {
        rows.set(before, new Row(rows.get(before).starts().union(start), image, false));
      }
    }
    return rows;
  }

  private static List<Row> rowsOf(BracketFunction function) {
    return List.of(
        new Row(function.lower(), upper(function.onLower()), function.onLower().isKnown()),
        new Row(function.upper(), upper(function.onAny()), function.onAny().isKnown()));
  }

  private static StateSet upper(Possible possible) {
    return switch (possible) {
      case Possible.Known known -> known.configuration();
      case Possible.Between between -> between.upper();
      case Possible.OneOf oneOf -> oneOf.states();
      case Possible.Anything anything ->
          throw new IllegalArgumentException("bounds of nothing known");
    };
  }

  private static List<Row> rowsOf(UnionFunction function) {
    List<Row> rows = new ArrayList<>(function.groups().size() + 1);
    StateSet certain = function.certain();
    rows.add(new Row(certain, function.end(0), true));
    for (int g = 0; g < function.groups().size(); g++) {
      StateSet end = function.end(g + 1);
      rows.add(new Row(certain.union(function.groups().get(g)), end, end.equals(function.end(0))));
    }
    return rows;
  }
}
