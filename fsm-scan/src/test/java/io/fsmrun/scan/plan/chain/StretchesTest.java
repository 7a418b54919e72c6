package io.fsmrun.scan.plan.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.FilterEngine;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Which stretch of a piece is searched for. */
final class StretchesTest {

  private static final int MAX_STRINGS = 16;
  private static final int MAX_STRING = 256;

  /** Growing a stretch node by node finds what taking each apart anew finds. */
  @Test
  void findsTheCheapestOfThoseThatCannotBeLonger() {
    int found = 0;
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      List<RegexNode> nodes = nodes(random, random.nextInt(12), 2);
      if (seed % 10 == 0) {
        for (int i = 0; i < 300; i++) {
          nodes.add(symbols(random));
        }
      }
      Stretches stretches = new Stretches(ByteModel.prior(), FilterEngine::windowNanos);
      Stretches.Stretch best = stretches.best(nodes);
      assertThat(best).as("seed %d: %s", seed, nodes).isEqualTo(reference(nodes));
      assertThat(stretches.best(new ArrayList<>(nodes))).isSameAs(best);
      found += best == null ? 0 : 1;
    }
    assertThat(found).isGreaterThan(500);
  }

  /** What was asked for is kept apart from the list that it was asked with. */
  @Test
  void remembersNodesRatherThanTheirList() {
    AtomicInteger asked = new AtomicInteger();
    Stretches stretches =
        new Stretches(
            ByteModel.prior(),
            (string, model) -> {
              asked.incrementAndGet();
              return string.size();
            });
    List<RegexNode> nodes = new ArrayList<>(List.of(symbol('a'), symbol('b'), symbol('c')));
    assertThat(stretches.best(nodes).cost()).isEqualTo(3);
    assertThat(stretches.best(List.copyOf(nodes)).cost()).isEqualTo(3);
    assertThat(asked).hasValue(1);
    nodes.remove(2);
    assertThat(stretches.best(nodes).cost()).isEqualTo(2);
    assertThat(asked).hasValue(2);
  }

  @Test
  void nothingIsSearchedForInNothing() {
    Stretches stretches = new Stretches(ByteModel.prior(), FilterEngine::windowNanos);
    assertThat(stretches.best(List.of())).isNull();
    assertThat(stretches.best(List.of(new RegexNode.Empty()))).isNull();
  }

  /** The definition: each stretch is taken apart from its start. */
  private static Stretches.Stretch reference(List<RegexNode> nodes) {
    Stretches.Stretch best = stretch(nodes, 0, nodes.size());
    if (nodes.isEmpty() || best != null && best.strings().size() == 1) {
      return best;
    }
    for (int from = 0; from < nodes.size(); ) {
      int to = from;
      while (to < nodes.size()
          && Nodes.strings(nodes.subList(from, to + 1), MAX_STRINGS, MAX_STRING) != null) {
        to++;
      }
      if (!Stretches.isSmall(nodes.subList(0, from))) {
        return best;
      }
      Stretches.Stretch stretch = to == from ? null : stretch(nodes, from, to);
      boolean whole = best != null && best.from() == 0 && best.to() == nodes.size();
      if (stretch != null && (best == null || stretch.cost() < best.cost() * (whole ? 0.5 : 1))) {
        best = stretch;
      }
      int next = to;
      for (int i = to - 1; i >= from; i--) {
        next = nodes.get(i) instanceof RegexNode.Symbols ? next : i + 1;
      }
      from = Math.max(from + 1, next);
    }
    return best;
  }

  private static Stretches.Stretch stretch(List<RegexNode> nodes, int from, int to) {
    List<List<SymbolSet>> strings = Nodes.strings(nodes.subList(from, to), MAX_STRINGS, MAX_STRING);
    if (strings == null) {
      return null;
    }
    double cost = 0;
    for (List<SymbolSet> string : strings) {
      cost += FilterEngine.windowNanos(string, ByteModel.prior());
    }
    return cost < Double.POSITIVE_INFINITY ? new Stretches.Stretch(from, to, strings, cost) : null;
  }

  /** Strings of a node and more are those of both; what did not fit leaves what was there. */
  @Test
  void longerStringsAreThoseOfMoreNodes() {
    for (int seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      int limit = 1 + random.nextInt(6);
      int longest = 1 + random.nextInt(6);
      List<List<SymbolSet>> strings = List.of(List.of());
      List<RegexNode> before = new ArrayList<>();
      for (RegexNode node : nodes(random, 8, 2)) {
        List<List<SymbolSet>> longer = Nodes.longer(strings, node, limit, longest);
        if (longer == null) {
          assertThat(strings).as("seed %d", seed).isEqualTo(Nodes.strings(before, limit, longest));
          continue;
        }
        before.add(node);
        strings = longer;
        assertThat(strings.size()).isLessThanOrEqualTo(limit);
        assertThat(strings).allMatch(string -> string.size() <= longest);
        assertThat(strings).isEqualTo(Nodes.strings(before, limit, longest));
      }
    }
  }

  private static List<RegexNode> nodes(Random random, int count, int depth) {
    List<RegexNode> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(node(random, depth));
    }
    return nodes;
  }

  private static RegexNode node(Random random, int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(9)) {
      case 0 -> new RegexNode.Alternate(List.of(symbols(random), new RegexNode.Empty()));
      case 1 ->
          new RegexNode.Alternate(
              List.of(node(random, depth - 1), new RegexNode.Concat(nodes(random, 3, depth - 1))));
      case 2 ->
          new RegexNode.Repeat(
              node(random, depth - 1), random.nextInt(2), random.nextInt(8) == 0 ? -1 : 2);
      default -> symbols(random);
    };
  }

  private static RegexNode.Symbols symbols(Random random) {
    int first = random.nextInt(SymbolSet.ALPHABET_SIZE);
    int last = Math.min(SymbolSet.ALPHABET_SIZE - 1, first + Math.max(0, random.nextInt(12) - 8));
    return new RegexNode.Symbols(SymbolSet.range(first, last));
  }

  private static RegexNode symbol(char symbol) {
    return new RegexNode.Symbols(SymbolSet.of(symbol));
  }
}
