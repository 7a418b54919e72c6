package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Facts about syntax trees, and other forms of them. Each is O(nodes) unless it says otherwise. */
final class Nodes {

  /** The length of what has no greatest length. */
  static final int UNBOUNDED = Integer.MAX_VALUE;

  private static final RegexNode NOTHING = new RegexNode.Empty();

  private Nodes() {}

  /** The parts of a concatenation, those of concatenations inside it included. */
  static List<RegexNode> flatten(RegexNode node) {
    List<RegexNode> parts = new ArrayList<>();
    flatten(node, parts);
    return parts;
  }

  private static void flatten(RegexNode node, List<RegexNode> parts) {
    switch (node) {
      case RegexNode.Empty empty -> {}
      case RegexNode.Concat concat -> concat.parts().forEach(part -> flatten(part, parts));
      case RegexNode.Repeat repeat -> flattenRepeat(repeat, parts);
      case RegexNode.Alternate choice -> parts.add(simplify(choice));
      default -> parts.add(node);
    }
  }

  /** A choice between bytes is a set of them. */
  private static RegexNode simplify(RegexNode.Alternate choice) {
    SymbolSet set = SymbolSet.EMPTY;
    for (RegexNode branch : choice.branches()) {
      if (!(branch instanceof RegexNode.Symbols symbols)) {
        return choice;
      }
      set = set.or(symbols.set());
    }
    return new RegexNode.Symbols(set);
  }

  /** Fixed repetitions of one symbol are written out, if they are short. */
  private static void flattenRepeat(RegexNode.Repeat repeat, List<RegexNode> parts) {
    if (repeat.max() == 0) {
      return;
    }
    if (repeat.min() == repeat.max() && repeat.min() <= 32) {
      for (int i = 0; i < repeat.min(); i++) {
        flatten(repeat.body(), parts);
      }
      return;
    }
    if (repeat.body() instanceof RegexNode.Symbols
        && repeat.max() == RegexNode.Repeat.UNBOUNDED
        && repeat.min() > 0
        && repeat.min() <= 32) {
      for (int i = 0; i < repeat.min(); i++) {
        parts.add(repeat.body());
      }
      parts.add(new RegexNode.Repeat(repeat.body(), 0, RegexNode.Repeat.UNBOUNDED));
      return;
    }
    parts.add(repeat);
  }

  /** A concatenation of nodes. */
  static RegexNode concat(List<RegexNode> parts) {
    return switch (parts.size()) {
      case 0 -> NOTHING;
      case 1 -> parts.get(0);
      default -> new RegexNode.Concat(parts);
    };
  }

  static boolean hasAssertion(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> false;
      case RegexNode.Symbols symbols -> false;
      case RegexNode.Assertion assertion -> true;
      case RegexNode.Concat concat -> concat.parts().stream().anyMatch(Nodes::hasAssertion);
      case RegexNode.Alternate choice -> choice.branches().stream().anyMatch(Nodes::hasAssertion);
      case RegexNode.Repeat repeat -> hasAssertion(repeat.body());
    };
  }

  /**
   * Whether a regex matches at the start of the input only, and not after any number of bytes: its
   * automaton is through with most inputs after a few bytes.
   */
  static boolean endsSoon(RegexNode tree) {
    List<RegexNode> parts = flatten(tree);
    if (parts.isEmpty()) {
      return false;
    }
    if (parts.size() == 1 && parts.get(0) instanceof RegexNode.Alternate choice) {
      return choice.branches().stream().allMatch(Nodes::endsSoon);
    }
    return parts.get(0) instanceof RegexNode.Assertion assertion
        && assertion.kind() == RegexNode.Assertion.Kind.START_OF_INPUT
        && parts.size() > 1
        && parts.get(1) instanceof RegexNode.Symbols;
  }

  /**
   * Whether a regex begins at the start of the input: its automaton is mostly through with an input
   * after some bytes.
   */
  static boolean isAnchored(RegexNode tree) {
    List<RegexNode> parts = flatten(tree);
    return parts.size() > 1
        && parts.get(0) instanceof RegexNode.Assertion assertion
        && assertion.kind() == RegexNode.Assertion.Kind.START_OF_INPUT;
  }

  /** All bytes of the sets that are not larger than a limit. */
  static SymbolSet letters(RegexNode node, int largest) {
    return switch (node) {
      case RegexNode.Empty empty -> SymbolSet.EMPTY;
      case RegexNode.Assertion assertion -> SymbolSet.EMPTY;
      case RegexNode.Symbols symbols ->
          symbols.set().size() > largest ? SymbolSet.EMPTY : symbols.set();
      case RegexNode.Concat concat -> letters(concat.parts(), largest);
      case RegexNode.Alternate choice -> letters(choice.branches(), largest);
      case RegexNode.Repeat repeat -> letters(repeat.body(), largest);
    };
  }

  private static SymbolSet letters(List<RegexNode> nodes, int largest) {
    SymbolSet all = SymbolSet.EMPTY;
    for (RegexNode node : nodes) {
      all = all.or(letters(node, largest));
    }
    return all;
  }

  /** The most bytes that a node matches, or {@link #UNBOUNDED}. */
  static int maxLength(RegexNode node) {
    long length =
        switch (node) {
          case RegexNode.Empty empty -> 0;
          case RegexNode.Symbols symbols -> 1;
          case RegexNode.Assertion assertion -> 0;
          case RegexNode.Concat concat -> maxLength(concat.parts());
          case RegexNode.Alternate choice ->
              choice.branches().stream().mapToLong(Nodes::maxLength).max().orElse(0);
          case RegexNode.Repeat repeat -> {
            long body = maxLength(repeat.body());
            yield body == 0 || repeat.max() == 0
                ? 0
                : repeat.max() == RegexNode.Repeat.UNBOUNDED ? UNBOUNDED : body * repeat.max();
          }
        };
    return (int) Math.min(length, UNBOUNDED);
  }

  static int maxLength(List<RegexNode> nodes) {
    long sum = 0;
    for (RegexNode node : nodes) {
      sum += maxLength(node);
    }
    return (int) Math.min(sum, UNBOUNDED);
  }

  /** The fewest bytes that a node matches. */
  static long minLength(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> 0;
      case RegexNode.Symbols symbols -> 1;
      case RegexNode.Assertion assertion -> 0;
      case RegexNode.Concat concat -> minLength(concat.parts());
      case RegexNode.Alternate choice ->
          choice.branches().stream().mapToLong(Nodes::minLength).min().orElse(0);
      case RegexNode.Repeat repeat -> minLength(repeat.body()) * repeat.min();
    };
  }

  static long minLength(List<RegexNode> nodes) {
    return nodes.stream().mapToLong(Nodes::minLength).sum();
  }

  /** Whether a set of more bytes may lie anywhere but in an unbounded repetition of it alone. */
  static boolean hasBoundedSet(RegexNode node, int largest) {
    return switch (node) {
      case RegexNode.Empty empty -> false;
      case RegexNode.Symbols symbols -> symbols.set().size() > largest;
      case RegexNode.Assertion assertion -> false;
      case RegexNode.Concat concat ->
          concat.parts().stream().anyMatch(part -> hasBoundedSet(part, largest));
      case RegexNode.Alternate choice ->
          choice.branches().stream().anyMatch(branch -> hasBoundedSet(branch, largest));
      case RegexNode.Repeat repeat ->
          !(repeat.max() == RegexNode.Repeat.UNBOUNDED
                  && repeat.body() instanceof RegexNode.Symbols)
              && hasBoundedSet(repeat.body(), largest);
    };
  }

  /** The number of positions that a node has once repetitions are written out. */
  static long positions(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> 0;
      case RegexNode.Symbols symbols -> 1;
      case RegexNode.Assertion assertion -> 0;
      case RegexNode.Concat concat -> concat.parts().stream().mapToLong(Nodes::positions).sum();
      case RegexNode.Alternate choice ->
          choice.branches().stream().mapToLong(Nodes::positions).sum();
      case RegexNode.Repeat repeat ->
          positions(repeat.body()) * Math.max(1, Math.max(repeat.min(), Math.max(repeat.max(), 0)));
    };
  }

  static long positions(List<RegexNode> nodes) {
    return nodes.stream().mapToLong(Nodes::positions).sum();
  }

  /** The same words read backwards. */
  static RegexNode reverse(RegexNode node) {
    return switch (node) {
      case RegexNode.Concat concat -> {
        List<RegexNode> parts = new ArrayList<>();
        concat.parts().forEach(part -> parts.add(reverse(part)));
        Collections.reverse(parts);
        yield new RegexNode.Concat(parts);
      }
      case RegexNode.Alternate choice ->
          new RegexNode.Alternate(choice.branches().stream().map(Nodes::reverse).toList());
      case RegexNode.Repeat repeat ->
          new RegexNode.Repeat(reverse(repeat.body()), repeat.min(), repeat.max());
      default -> node;
    };
  }

  /**
   * How many options there are in the choices of a node, or 1 if it has none.
   *
   * @param most more count as none
   */
  static int listed(RegexNode node, int most) {
    long options = options(node);
    return options <= most ? (int) options : 1;
  }

  private static long options(RegexNode node) {
    return switch (node) {
      case RegexNode.Alternate choice -> choice.branches().stream().mapToLong(Nodes::options).sum();
      case RegexNode.Concat concat ->
          Math.max(1, concat.parts().stream().mapToLong(Nodes::options).filter(n -> n > 1).sum());
      case RegexNode.Repeat repeat -> options(repeat.body());
      default -> 1;
    };
  }

  /**
   * All strings of sets that stand for the same words, if they are few.
   *
   * @param limit the most strings
   * @param maxLength the longest
   * @return the strings, or null if there are more, longer or endlessly many, or if there is an
   *     assertion; O(limit * length)
   */
  static List<List<SymbolSet>> strings(List<RegexNode> nodes, int limit, int maxLength) {
    List<List<SymbolSet>> strings = List.of(List.of());
    for (int i = 0; i < nodes.size() && strings != null; i++) {
      strings = longer(strings, nodes.get(i), limit, maxLength);
    }
    return strings;
  }

  /**
   * The strings for what strings stand for and a node behind it, as {@link #strings} makes them.
   *
   * @param strings what comes before, not to be used again unless there is no result
   * @return the strings, or null as there
   */
  static List<List<SymbolSet>> longer(
      List<List<SymbolSet>> strings, RegexNode node, int limit, int maxLength) {
    if (!(node instanceof RegexNode.Symbols symbols)) {
      List<List<SymbolSet>> own = strings(node, limit, maxLength);
      return own == null || (long) own.size() * strings.size() > limit
          ? null
          : product(strings, own, maxLength);
    }
    for (List<SymbolSet> string : strings) {
      if (string.size() >= maxLength) {
        return null;
      }
    }
    if (strings.size() == 1 && strings.get(0) instanceof ArrayList) {
      strings.get(0).add(symbols.set());
      return strings;
    }
    List<List<SymbolSet>> longer = new ArrayList<>();
    for (List<SymbolSet> string : strings) {
      List<SymbolSet> copy = new ArrayList<>(string);
      copy.add(symbols.set());
      longer.add(copy);
    }
    return longer;
  }

  private static List<List<SymbolSet>> product(
      List<List<SymbolSet>> left, List<List<SymbolSet>> right, int maxLength) {
    List<List<SymbolSet>> all = new ArrayList<>();
    for (List<SymbolSet> first : left) {
      for (List<SymbolSet> second : right) {
        if (first.size() + second.size() > maxLength) {
          return null;
        }
        List<SymbolSet> both = new ArrayList<>(first);
        both.addAll(second);
        all.add(both);
      }
    }
    return all;
  }

  private static List<List<SymbolSet>> strings(RegexNode node, int limit, int maxLength) {
    return switch (node) {
      case RegexNode.Empty empty -> List.of(List.of());
      case RegexNode.Symbols symbols -> List.of(List.of(symbols.set()));
      case RegexNode.Assertion assertion -> null;
      case RegexNode.Concat concat -> strings(concat.parts(), limit, maxLength);
      case RegexNode.Alternate choice -> {
        List<List<SymbolSet>> all = new ArrayList<>();
        for (RegexNode branch : choice.branches()) {
          List<List<SymbolSet>> own = strings(List.of(branch), limit, maxLength);
          if (own == null || all.size() + own.size() > limit) {
            yield null;
          }
          all.addAll(own);
        }
        yield all;
      }
      case RegexNode.Repeat repeat -> repeated(repeat, limit, maxLength);
    };
  }

  private static List<List<SymbolSet>> repeated(RegexNode.Repeat repeat, int limit, int maxLength) {
    if (repeat.max() == RegexNode.Repeat.UNBOUNDED
        || repeat.max() - repeat.min() >= limit
        || repeat.min() > maxLength) {
      return null;
    }
    List<List<SymbolSet>> all = new ArrayList<>();
    for (int times = repeat.min(); times <= repeat.max(); times++) {
      List<List<SymbolSet>> own =
          strings(Collections.nCopies(times, repeat.body()), limit, maxLength);
      if (own == null || all.size() + own.size() > limit) {
        return null;
      }
      all.addAll(own);
    }
    return all;
  }
}
