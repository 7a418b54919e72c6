package io.fsmrun.scan.plan.token;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Questions about syntax trees, and trees made of others. */
final class Regexes {

  private Regexes() {}

  /** Calls back with a node and all below it. */
  static void visit(RegexNode node, Consumer<RegexNode> visitor) {
    visitor.accept(node);
    switch (node) {
      case RegexNode.Concat concat -> concat.parts().forEach(part -> visit(part, visitor));
      case RegexNode.Alternate alternate ->
          alternate.branches().forEach(branch -> visit(branch, visitor));
      case RegexNode.Repeat repeat -> visit(repeat.body(), visitor);
      case RegexNode.Empty empty -> {}
      case RegexNode.Symbols symbols -> {}
      case RegexNode.Assertion assertion -> {}
    }
  }

  /** Whether a node matches the empty string; assertions count as if they did. */
  static boolean isNullable(RegexNode node) {
    return switch (node) {
      case RegexNode.Empty empty -> true;
      case RegexNode.Symbols symbols -> false;
      case RegexNode.Concat concat -> concat.parts().stream().allMatch(Regexes::isNullable);
      case RegexNode.Alternate alternate ->
          alternate.branches().stream().anyMatch(Regexes::isNullable);
      case RegexNode.Repeat repeat -> repeat.min() == 0 || isNullable(repeat.body());
      case RegexNode.Assertion assertion -> true;
    };
  }

  /** Whether a node has neither assertions nor any of some symbols. */
  static boolean isFreeOf(RegexNode node, SymbolSet symbols) {
    boolean[] free = {true};
    visit(
        node,
        inner -> {
          if (inner instanceof RegexNode.Assertion
              || inner instanceof RegexNode.Symbols set && !set.set().and(symbols).isEmpty()) {
            free[0] = false;
          }
        });
    return free[0];
  }

  /** One after the other, without nesting. */
  static RegexNode concat(List<RegexNode> nodes) {
    List<RegexNode> flat = new ArrayList<>();
    for (RegexNode node : nodes) {
      if (node instanceof RegexNode.Concat concat) {
        flat.addAll(concat.parts());
      } else if (!(node instanceof RegexNode.Empty)) {
        flat.add(node);
      }
    }
    return switch (flat.size()) {
      case 0 -> new RegexNode.Empty();
      case 1 -> flat.getFirst();
      default -> new RegexNode.Concat(flat);
    };
  }

  /** Any of some nodes, each once. */
  static RegexNode alternate(List<RegexNode> nodes) {
    Set<RegexNode> distinct = new LinkedHashSet<>(nodes);
    return distinct.size() == 1 ? nodes.getFirst() : new RegexNode.Alternate(List.copyOf(distinct));
  }

  /** Any number of bytes out of a set. */
  static RegexNode anyNumberOf(SymbolSet set) {
    return new RegexNode.Repeat(new RegexNode.Symbols(set), 0, RegexNode.Repeat.UNBOUNDED);
  }

  /** Whether a node matches all strings of a set's symbols but, possibly, the empty one. */
  static boolean isEvery(RegexNode node, SymbolSet set) {
    List<RegexNode> parts =
        node instanceof RegexNode.Concat concat ? concat.parts() : List.of(node);
    RegexNode.Symbols one = new RegexNode.Symbols(set);
    long least = 0;
    boolean unbounded = false;
    for (RegexNode part : parts) {
      if (part instanceof RegexNode.Repeat repeat && repeat.body().equals(one)) {
        least += repeat.min();
        unbounded |= repeat.max() == RegexNode.Repeat.UNBOUNDED;
      } else if (part.equals(one)) {
        least++;
      } else {
        return false;
      }
    }
    return unbounded && least <= 1;
  }
}
