package io.fsmrun.scan.plan.token;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes rules apart into shapes. A byte that may be a delimiter or another byte is two shapes, and
 * so is whatever may be left out.
 */
final class ShapeExpander {

  private static final int MAX_SHAPES = 64;
  private static final int MAX_ITEMS = 160;
  private static final int MAX_COPIES = 32;

  private final SymbolSet delimiters;

  ShapeExpander(SymbolSet delimiters) {
    this.delimiters = delimiters;
  }

  /**
   * The shapes of a rule: parts and runs in turn, none of them empty.
   *
   * @throws NotTokensException if there are none, or too many
   */
  List<Shape> shapes(RegexNode tree) throws NotTokensException {
    Deque<Shape> open = new ArrayDeque<>(expand(tree));
    Set<Shape> done = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      Shape shape = open.poll().joined();
      int at = firstEmptiable(shape);
      if (at < 0) {
        done.add(shape);
      } else {
        open.add(shape.without(at));
        open.add(shape.with(at, filled(shape.items().get(at))));
      }
      check(done.size() + open.size());
    }
    return List.copyOf(done);
  }

  /** Runs come first: without one, the parts around it are one part. */
  private static int firstEmptiable(Shape shape) {
    for (int i = 0; i < shape.items().size(); i++) {
      if (shape.items().get(i) instanceof Shape.Run run && run.min() == 0) {
        return i;
      }
    }
    for (int i = 0; i < shape.items().size(); i++) {
      if (shape.items().get(i) instanceof Shape.Part part
          && !part.filled()
          && Regexes.isNullable(part.node())) {
        return i;
      }
    }
    return -1;
  }

  private static Shape.Item filled(Shape.Item item) {
    return switch (item) {
      case Shape.Run run -> new Shape.Run(1, Math.max(1, run.max()));
      case Shape.Part part -> new Shape.Part(part.node(), true);
    };
  }

  private static void check(int shapes) throws NotTokensException {
    if (shapes > MAX_SHAPES) {
      throw new NotTokensException("more than " + MAX_SHAPES + " ways");
    }
  }

  private List<Shape> expand(RegexNode node) throws NotTokensException {
    if (Regexes.isFreeOf(node, delimiters)) {
      return List.of(Shape.of(new Shape.Part(node, false)));
    }
    return switch (node) {
      case RegexNode.Symbols symbols -> symbols(symbols.set());
      case RegexNode.Concat concat -> concat(concat.parts());
      case RegexNode.Alternate alternate -> alternate(alternate.branches());
      case RegexNode.Repeat repeat -> repeat(repeat);
      case RegexNode.Empty empty -> List.of(Shape.EMPTY);
      case RegexNode.Assertion assertion -> throw new NotTokensException("an assertion");
    };
  }

  private List<Shape> symbols(SymbolSet set) throws NotTokensException {
    if (!delimiters.minus(set).isEmpty()) {
      throw new NotTokensException("some of the delimiters");
    }
    Shape delimiter = Shape.of(new Shape.Run(1, 1));
    SymbolSet others = set.minus(delimiters);
    return others.isEmpty()
        ? List.of(delimiter)
        : List.of(Shape.of(new Shape.Part(new RegexNode.Symbols(others), false)), delimiter);
  }

  private List<Shape> concat(List<RegexNode> parts) throws NotTokensException {
    List<Shape> all = List.of(Shape.EMPTY);
    for (RegexNode part : parts) {
      all = product(all, expand(part));
    }
    return all;
  }

  private static List<Shape> product(List<Shape> first, List<Shape> second)
      throws NotTokensException {
    check(first.size() * second.size());
    List<Shape> all = new ArrayList<>();
    for (Shape shape : first) {
      for (Shape next : second) {
        Shape joined = shape.then(next).joined();
        if (joined.items().size() > MAX_ITEMS) {
          throw new NotTokensException("more than " + MAX_ITEMS + " parts");
        }
        all.add(joined);
      }
    }
    return all;
  }

  private List<Shape> alternate(List<RegexNode> branches) throws NotTokensException {
    List<RegexNode> free = new ArrayList<>();
    List<Shape> all = new ArrayList<>();
    for (RegexNode branch : branches) {
      if (Regexes.isFreeOf(branch, delimiters)) {
        free.add(branch);
      } else {
        all.addAll(expand(branch));
        check(all.size());
      }
    }
    if (!free.isEmpty()) {
      all.add(Shape.of(new Shape.Part(Regexes.alternate(free), false)));
    }
    return all;
  }

  private List<Shape> repeat(RegexNode.Repeat repeat) throws NotTokensException {
    boolean unbounded = repeat.max() == RegexNode.Repeat.UNBOUNDED;
    if (repeat.body() instanceof RegexNode.Symbols symbols && symbols.set().equals(delimiters)) {
      int max = unbounded ? Shape.UNBOUNDED : repeat.max();
      return max == 0 ? List.of(Shape.EMPTY) : List.of(Shape.of(new Shape.Run(repeat.min(), max)));
    }
    if (unbounded) {
      throw new NotTokensException("any number of tokens");
    }
    if (repeat.max() > MAX_COPIES) {
      throw new NotTokensException("more than " + MAX_COPIES + " copies");
    }
    List<Shape> body = expand(repeat.body());
    List<Shape> copies = List.of(Shape.EMPTY);
    List<Shape> all = new ArrayList<>();
    for (int count = 0; count <= repeat.max(); count++) {
      if (count >= repeat.min()) {
        all.addAll(copies);
        check(all.size());
      }
      if (count < repeat.max()) {
        copies = product(copies, body);
      }
    }
    return all;
  }
}
