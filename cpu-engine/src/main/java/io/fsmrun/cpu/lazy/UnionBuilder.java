package io.fsmrun.cpu.lazy;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Lays out the states of several automata, as they are numbered, in flat arrays. Each step takes a
 * time in proportion to states, edges, or what it makes, apart from sorting the successors of a
 * state. For one thread.
 */
final class UnionBuilder {

  private final DisjointUnion union;
  private final StateNumbers numbers;
  private final SymbolClasses classes;

  /** Per number the first of the states that have it. */
  private final int[] first;

  private final int[] matchRow;
  private final long[] matches;
  private final IntRows edges;
  private final IntRows enabled;
  private final IntRows reports;
  private final IntRows starts;

  /**
   * A builder.
   *
   * @param numbers of the components' states
   */
  UnionBuilder(DisjointUnion union, StateNumbers numbers) {
    this.union = union;
    this.numbers = numbers;
    this.classes = SymbolClasses.of(union.sets().sets());
    union.checkpoint().pass();
    this.matches = makeMatches();
    this.matchRow = new int[numbers.count()];
    this.first = new int[numbers.count()];
    IntRows.Pairs reporting = new IntRows.Pairs();
    int seen = 0;
    for (int state = 0; state < union.stateCount(); state++) {
      int number = numbers.of(state);
      if (number == seen) {
        first[seen++] = state;
        matchRow[number] = union.setNumber(state);
      }
      if (union.report(state) != 0) {
        reporting.add(number, union.report(state));
      }
    }
    this.reports = IntRows.of(numbers.count(), reporting);
    union.checkpoint().pass();
    this.edges = makeEdges();
    union.checkpoint().pass();
    this.enabled = makeEnabled();
    this.starts = makeStarts();
  }

  private long[] makeMatches() {
    long[] result = new long[union.sets().sets().size() * matchWords()];
    for (int row = 0; row < union.sets().sets().size(); row++) {
      SymbolSet set = union.sets().set(row);
      for (int word = 0; word < SymbolSet.ALPHABET_SIZE / Long.SIZE; word++) {
        for (long bits = set.word(word); bits != 0; bits &= bits - 1) {
          int c = classes.classOf(word * Long.SIZE + Long.numberOfTrailingZeros(bits));
          result[row * matchWords() + (c >>> 6)] |= 1L << c;
        }
      }
    }
    return result;
  }

  /** Those into the first of states that are one; what leads to the others is one with these. */
  private IntRows makeEdges() {
    IntRows.Pairs pairs = new IntRows.Pairs(numbers.count());
    for (int edge = 0; edge < union.edgeCount(); edge++) {
      int target = union.target(edge);
      int number = numbers.of(target);
      if (first[number] == target && !union.isAlwaysEnabled(target)) {
        pairs.add(numbers.of(union.source(edge)), number);
      }
    }
    return IntRows.of(numbers.count(), pairs);
  }

  /** Per class the always-enabled states that it enters. */
  private IntRows makeEnabled() {
    IntRows.Pairs pairs = new IntRows.Pairs();
    for (int number = 0; number < first.length; number++) {
      if (union.isAlwaysEnabled(first[number])) {
        for (int c = 0; c < classes.count(); c++) {
          if ((matches[matchRow[number] * matchWords() + (c >>> 6)] >>> c & 1) != 0) {
            pairs.add(c, number);
          }
        }
      }
    }
    return IntRows.of(classes.count(), pairs);
  }

  /** The starts of each group that lead anywhere or report. */
  private IntRows makeStarts() {
    IntArrayList all = union.starts();
    IntRows.Pairs pairs = new IntRows.Pairs();
    for (int i = 0; i < all.size(); i++) {
      int start = numbers.of(all.getInt(i));
      if (edges.start(start) < edges.end(start) || reports.start(start) < reports.end(start)) {
        pairs.add(union.groups().getInt(i), start);
      }
    }
    return IntRows.of(union.groupCount(), pairs);
  }

  IntRows starts() {
    return starts;
  }

  SymbolClasses classes() {
    return classes;
  }

  int[] classOf() {
    int[] result = new int[SymbolSet.ALPHABET_SIZE];
    Arrays.setAll(result, classes::classOf);
    return result;
  }

  int matchWords() {
    return (classes.count() + Long.SIZE - 1) / Long.SIZE;
  }

  int[] matchRow() {
    return matchRow;
  }

  long[] matches() {
    return matches;
  }

  IntRows edges() {
    return edges;
  }

  IntRows enabled() {
    return enabled;
  }

  IntRows reports() {
    return reports;
  }
}
