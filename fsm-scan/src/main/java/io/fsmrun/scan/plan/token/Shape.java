package io.fsmrun.scan.plan.token;

import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;

/**
 * One way through a rule: parts without delimiters, and runs of delimiters.
 *
 * @param items in order
 */
record Shape(List<Item> items) {

  /** The upper bound of a run that has none. */
  static final int UNBOUNDED = Integer.MAX_VALUE;

  /** The shape of the empty string. */
  static final Shape EMPTY = new Shape(List.of());

  Shape {
    items = List.copyOf(items);
  }

  static Shape of(Item item) {
    return new Shape(List.of(item));
  }

  /** A piece of a rule. */
  sealed interface Item {}

  /**
   * Bytes that are no delimiters.
   *
   * @param node what they match
   * @param filled whether there is at least one byte, even if the node says otherwise
   */
  record Part(RegexNode node, boolean filled) implements Item {}

  /**
   * Delimiters.
   *
   * @param min the least number
   * @param max the most, or {@link #UNBOUNDED}
   */
  record Run(int min, int max) implements Item {}

  Shape then(Shape other) {
    List<Item> all = new ArrayList<>(items);
    all.addAll(other.items);
    return new Shape(all);
  }

  /** The same with neighbours of one kind joined. */
  Shape joined() {
    List<Item> joined = new ArrayList<>();
    for (Item item : items) {
      Item last = joined.isEmpty() ? null : joined.getLast();
      if (last instanceof Part before && item instanceof Part part) {
        RegexNode node = Regexes.concat(List.of(before.node(), part.node()));
        joined.set(joined.size() - 1, new Part(node, before.filled() || part.filled()));
      } else if (last instanceof Run before && item instanceof Run run) {
        joined.set(
            joined.size() - 1, new Run(before.min() + run.min(), sum(before.max(), run.max())));
      } else {
        joined.add(item);
      }
    }
    return new Shape(joined);
  }

  private static int sum(int a, int b) {
    return a == UNBOUNDED || b == UNBOUNDED ? UNBOUNDED : a + b;
  }

  /** The same without an item. */
  Shape without(int index) {
    List<Item> rest = new ArrayList<>(items);
    rest.remove(index);
    return new Shape(rest);
  }

  /** The same with another item in a place. */
  Shape with(int index, Item item) {
    List<Item> changed = new ArrayList<>(items);
    changed.set(index, item);
    return new Shape(changed);
  }
}
