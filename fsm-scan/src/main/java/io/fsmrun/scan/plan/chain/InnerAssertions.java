package io.fsmrun.scan.plan.chain;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.EdgeCondition;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes out assertions between bytes: what they ask of the byte before and of the one behind can be
 * said by the sets of these. So {@code [^-]\bkey} is {@code [^-\w]key}, {@code .\s*\bkey} is {@code
 * \Wkey} or {@code .\s*\skey}, and {@code a\bkey} is nothing. What is left can be searched for, and
 * makes automata without assertions.
 */
final class InnerAssertions {

  /** Kinds of bytes before a place; the start of the input, which is 0, is not before these. */
  private static final int FIRST_KIND = 1;

  private InnerAssertions() {}

  /**
   * A branch without the first of its inner assertions, or nearer to that.
   *
   * @param branch nodes, one after the other, as {@link Nodes#flatten} makes them
   * @return branches that together match where it does, none if that is nowhere; nothing if it has
   *     no assertion between bytes that can be taken out
   */
  static Optional<List<List<RegexNode>>> resolved(List<RegexNode> branch) {
    int from = 0;
    while (from < branch.size() && branch.get(from) instanceof RegexNode.Assertion) {
      from++;
    }
    while (from < branch.size()) {
      int to = from;
      int condition = EdgeCondition.ALWAYS;
      while (to < branch.size() && branch.get(to) instanceof RegexNode.Assertion assertion) {
        condition &= assertion.kind().pairs();
        to++;
      }
      if (to > from && to < branch.size()) {
        Optional<List<List<RegexNode>>> resolved = resolved(branch, from, to, condition);
        if (resolved.isPresent()) {
          return resolved;
        }
      }
      from = Math.max(to, from + 1);
    }
    return Optional.empty();
  }

  /** The same for the assertions between two nodes. */
  private static Optional<List<List<RegexNode>>> resolved(
      List<RegexNode> branch, int from, int to, int condition) {
    List<RegexNode> before = branch.subList(0, from);
    List<RegexNode> behind = branch.subList(to, branch.size());
    if (Nodes.minLength(before) > 0 && Nodes.minLength(behind) > 0) {
      SymbolSet last = last(before);
      SymbolSet first = first(behind);
      if (asksForTheEnd(condition, first)) {
        return Optional.empty();
      }
      List<SymbolSet[]> pairs = pairs(condition, last, first);
      if (pairs.isEmpty()) {
        return Optional.of(List.of());
      }
      if (pairs.size() == 1 && pairs.get(0)[0].equals(last) && pairs.get(0)[1].equals(first)) {
        return Optional.of(List.of(joined(before, List.of(), behind)));
      }
      if (branch.get(from - 1) instanceof RegexNode.Symbols
          && branch.get(to) instanceof RegexNode.Symbols) {
        List<List<RegexNode>> all = new ArrayList<>();
        for (SymbolSet[] pair : pairs) {
          List<RegexNode> both =
              List.of(new RegexNode.Symbols(pair[0]), new RegexNode.Symbols(pair[1]));
          all.add(joined(before.subList(0, from - 1), both, behind.subList(1, behind.size())));
        }
        return Optional.of(all);
      }
    }
    List<RegexNode> between = branch.subList(from, to);
    List<List<RegexNode>> ways = ways(branch.get(from - 1), false);
    if (ways.size() > 0) {
      List<List<RegexNode>> all = new ArrayList<>();
      for (List<RegexNode> way : ways) {
        all.add(joined(before.subList(0, from - 1), way, joined(between, List.of(), behind)));
      }
      return Optional.of(all);
    }
    ways = ways(branch.get(to), true);
    if (ways.size() > 0) {
      List<List<RegexNode>> all = new ArrayList<>();
      for (List<RegexNode> way : ways) {
        all.add(joined(branch.subList(0, to), way, behind.subList(1, behind.size())));
      }
      return Optional.of(all);
    }
    return Optional.empty();
  }

  private static List<RegexNode> joined(
      List<RegexNode> first, List<RegexNode> second, List<RegexNode> third) {
    List<RegexNode> all = new ArrayList<>(first);
    all.addAll(second);
    all.addAll(third);
    return all;
  }

  /**
   * A choice as its options; a repetition as nothing, if it may be that, or with its last turn, or
   * its first, written out. Nothing for other nodes, or if it could go on for ever.
   */
  private static List<List<RegexNode>> ways(RegexNode node, boolean firstTurn) {
    List<List<RegexNode>> ways = new ArrayList<>();
    if (node instanceof RegexNode.Alternate choice) {
      choice.branches().forEach(option -> ways.add(Nodes.flatten(option)));
    } else if (node instanceof RegexNode.Repeat repeat && Nodes.minLength(repeat.body()) > 0) {
      if (repeat.min() == 0) {
        ways.add(List.of());
      }
      boolean endless = repeat.max() == RegexNode.Repeat.UNBOUNDED;
      List<RegexNode> turn = Nodes.flatten(repeat.body());
      List<RegexNode> others =
          Nodes.flatten(
              new RegexNode.Repeat(
                  repeat.body(),
                  Math.max(0, repeat.min() - 1),
                  endless ? repeat.max() : repeat.max() - 1));
      ways.add(firstTurn ? joined(turn, others, List.of()) : joined(others, turn, List.of()));
    }
    return ways;
  }

  /** Whether it matters whether a newline that may come first is the end of the input. */
  private static boolean asksForTheEnd(int condition, SymbolSet first) {
    return first.contains('\n') && !EdgeCondition.isSameAtLastNewline(condition);
  }

  /** Which bytes may come before and behind, as few pairs of sets as there are. */
  private static List<SymbolSet[]> pairs(int condition, SymbolSet last, SymbolSet first) {
    Map<SymbolSet, SymbolSet> byBehind = new LinkedHashMap<>();
    for (int kind = FIRST_KIND; kind < EdgeCondition.BEFORE_KINDS; kind++) {
      SymbolSet before = last.and(EdgeCondition.symbolsBefore(kind));
      SymbolSet behind = first.and(EdgeCondition.symbolsAfter(condition, kind));
      if (!before.isEmpty() && !behind.isEmpty()) {
        byBehind.merge(behind, before, SymbolSet::or);
      }
    }
    List<SymbolSet[]> pairs = new ArrayList<>();
    byBehind.forEach((behind, before) -> pairs.add(new SymbolSet[] {before, behind}));
    return pairs;
  }

  /** The bytes that may come last; the nodes match no empty string. */
  private static SymbolSet last(List<RegexNode> nodes) {
    SymbolSet set = SymbolSet.EMPTY;
    for (int i = nodes.size() - 1; i >= 0; i--) {
      set = set.or(edge(nodes.get(i), false));
      if (Nodes.minLength(nodes.get(i)) > 0) {
        break;
      }
    }
    return set;
  }

  /** The bytes that may come first. */
  private static SymbolSet first(List<RegexNode> nodes) {
    SymbolSet set = SymbolSet.EMPTY;
    for (RegexNode node : nodes) {
      set = set.or(edge(node, true));
      if (Nodes.minLength(node) > 0) {
        break;
      }
    }
    return set;
  }

  private static SymbolSet edge(RegexNode node, boolean isFirst) {
    return switch (node) {
      case RegexNode.Empty empty -> SymbolSet.EMPTY;
      case RegexNode.Assertion assertion -> SymbolSet.EMPTY;
      case RegexNode.Symbols symbols -> symbols.set();
      case RegexNode.Concat concat -> isFirst ? first(concat.parts()) : last(concat.parts());
      case RegexNode.Alternate choice ->
          choice.branches().stream()
              .map(option -> edge(option, isFirst))
              .reduce(SymbolSet.EMPTY, SymbolSet::or);
      case RegexNode.Repeat repeat ->
          repeat.max() == 0 ? SymbolSet.EMPTY : edge(repeat.body(), isFirst);
    };
  }
}
