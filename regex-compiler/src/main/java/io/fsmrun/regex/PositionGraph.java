package io.fsmrun.regex;

import io.fsmrun.core.engine.LimitExceededException;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * The positions of a regex and which may follow which, after Glushkov, with a condition ({@link
 * Contexts}) on every step.
 *
 * <p>Bounded repetitions are unrolled, optional copies nested, so that {@code x{0,k}} has k
 * positions and k inner edges rather than k squared.
 */
final class PositionGraph {

  private final int positionLimit;
  private final long edgeLimit;
  private final List<SymbolSet> symbols = new ArrayList<>();
  private final Long2IntOpenHashMap edges = new Long2IntOpenHashMap();
  private final Part whole;

  /**
   * Part of a regex: under which condition it matches nothing, with which positions it starts and
   * ends, and under which conditions.
   */
  private record Part(int nullable, Ends first, Ends last) {}

  /** Positions with conditions. Owned by one part at a time. */
  static final class Ends {
    private final IntArrayList positions = new IntArrayList();
    private final IntArrayList conditions = new IntArrayList();

    int size() {
      return positions.size();
    }

    int position(int index) {
      return positions.getInt(index);
    }

    int condition(int index) {
      return conditions.getInt(index);
    }

    private void add(int position, int condition) {
      positions.add(position);
      conditions.add(condition);
    }

    private Ends restricted(int condition) {
      if (condition == Contexts.ALWAYS) {
        return this;
      }
      Ends kept = new Ends();
      for (int i = 0; i < size(); i++) {
        if ((condition(i) & condition) != Contexts.NEVER) {
          kept.add(position(i), condition(i) & condition);
        }
      }
      return kept;
    }

    /** Both; the larger takes the smaller in, so that long chains stay linear. */
    private Ends and(Ends other) {
      Ends larger = size() >= other.size() ? this : other;
      Ends smaller = larger == this ? other : this;
      larger.positions.addAll(smaller.positions);
      larger.conditions.addAll(smaller.conditions);
      return larger;
    }
  }

  PositionGraph(RegexNode regex, int positionLimit, long edgeLimit) {
    this.positionLimit = positionLimit;
    this.edgeLimit = edgeLimit;
    this.whole = part(regex);
  }

  int positionCount() {
    return symbols.size();
  }

  SymbolSet symbols(int position) {
    return symbols.get(position);
  }

  /** The condition under which the regex matches nothing. */
  int nullable() {
    return whole.nullable;
  }

  /**
   * The positions that may come first; a position may occur more than once, any of its conditions
   * will do.
   */
  Ends first() {
    return whole.first;
  }

  /** The positions that may come last. */
  Ends last() {
    return whole.last;
  }

  /** All steps: {@code from << 32 | to}, to the condition between them. */
  Iterable<Long2IntMap.Entry> edges() {
    return edges.long2IntEntrySet();
  }

  private Part part(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> new Part(Contexts.ALWAYS, new Ends(), new Ends());
      case RegexNode.Assertion assertion ->
          new Part(Contexts.of(assertion.kind()), new Ends(), new Ends());
      case RegexNode.Symbols leaf -> position(leaf.set());
      case RegexNode.Concat concat -> concat(concat.parts());
      case RegexNode.Alternate alternate -> alternate(alternate.branches());
      case RegexNode.Repeat repeat -> repeat(repeat);
    };
  }

  private Part position(SymbolSet set) {
    if (symbols.size() == positionLimit) {
      throw new LimitExceededException("positions", positionLimit, positionLimit + 1L);
    }
    int position = symbols.size();
    symbols.add(set);
    Ends first = new Ends();
    first.add(position, Contexts.ALWAYS);
    Ends last = new Ends();
    last.add(position, Contexts.ALWAYS);
    return new Part(Contexts.NEVER, first, last);
  }

  private Part concat(List<RegexNode> parts) {
    Part done = part(parts.get(0));
    for (RegexNode next : parts.subList(1, parts.size())) {
      done = concat(done, part(next));
    }
    return done;
  }

  private Part concat(Part left, Part right) {
    link(left.last, right.first);
    Ends first =
        left.nullable == Contexts.NEVER
            ? left.first
            : left.first.and(right.first.restricted(left.nullable));
    Ends last =
        right.nullable == Contexts.NEVER
            ? right.last
            : right.last.and(left.last.restricted(right.nullable));
    return new Part(left.nullable & right.nullable, first, last);
  }

  private Part alternate(List<RegexNode> branches) {
    Part done = part(branches.get(0));
    for (RegexNode next : branches.subList(1, branches.size())) {
      Part branch = part(next);
      done =
          new Part(
              done.nullable | branch.nullable,
              done.first.and(branch.first),
              done.last.and(branch.last));
    }
    return done;
  }

  private Part repeat(RegexNode.Repeat repeat) {
    if (repeat.max() == 0) {
      return new Part(Contexts.ALWAYS, new Ends(), new Ends());
    }
    Part optional = null;
    if (repeat.max() == RegexNode.Repeat.UNBOUNDED) {
      Part loop = part(repeat.body());
      link(loop.last, loop.first);
      if (repeat.min() == 0) {
        return new Part(Contexts.ALWAYS, loop.first, loop.last);
      }
      optional = loop; // The last of the required copies; the others come before it.
    }
    for (int copy = repeat.max() - 1; copy >= repeat.min(); copy--) {
      Part inner = part(repeat.body());
      Part nested = optional == null ? inner : concat(inner, optional);
      optional = new Part(Contexts.ALWAYS, nested.first, nested.last);
    }
    Part required = optional;
    int copies = repeat.max() == RegexNode.Repeat.UNBOUNDED ? repeat.min() - 1 : repeat.min();
    for (int copy = 0; copy < copies; copy++) {
      Part before = part(repeat.body());
      required = required == null ? before : concat(before, required);
    }
    return required;
  }

  private void link(Ends last, Ends first) {
    for (int i = 0; i < last.size(); i++) {
      for (int j = 0; j < first.size(); j++) {
        int condition = last.condition(i) & first.condition(j);
        if (condition != Contexts.NEVER) {
          long key = (long) last.position(i) << 32 | first.position(j);
          edges.put(key, edges.get(key) | condition);
          if (edges.size() > edgeLimit) {
            throw new LimitExceededException("edges", edgeLimit, edges.size());
          }
        }
      }
    }
  }
}
