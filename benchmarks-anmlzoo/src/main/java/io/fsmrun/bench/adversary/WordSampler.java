package io.fsmrun.bench.adversary;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Goes through rules at random. Assertions are passed by, so a word may match at some places only.
 * For one thread.
 */
final class WordSampler {

  /** A repetition of a set with at least this much freedom, or this long, is a gap. */
  private static final int LEAST_FREEDOM = 8;

  private static final int LEAST_LENGTH = 32;

  /** Words are not made longer than this, so those of greater rules are cut. */
  private static final int MOST_SETS = 4096;

  private static final int MOST_EXTRA = 3;

  private final Random random;

  private final List<List<SymbolSet>> pieces = new ArrayList<>();
  private final List<RegexNode.Repeat> gaps = new ArrayList<>();
  private List<SymbolSet> piece = new ArrayList<>();
  private int size;

  WordSampler(Random random) {
    this.random = random;
  }

  /** A random way through a rule. O(its length). */
  RuleWord sample(RegexNode tree) {
    pieces.clear();
    gaps.clear();
    piece = new ArrayList<>();
    size = 0;
    walk(tree);
    pieces.add(piece);
    return new RuleWord(pieces, gaps);
  }

  private void walk(RegexNode node) {
    if (size >= MOST_SETS) {
      return;
    }
    switch (node) {
      case RegexNode.Empty empty -> {}
      case RegexNode.Assertion assertion -> {}
      case RegexNode.Symbols symbols -> add(symbols.set());
      case RegexNode.Concat concat -> concat.parts().forEach(this::walk);
      case RegexNode.Alternate alternate ->
          walk(alternate.branches().get(random.nextInt(alternate.branches().size())));
      case RegexNode.Repeat repeat -> repeat(repeat);
    }
  }

  private void add(SymbolSet set) {
    if (!set.isEmpty()) {
      piece.add(set);
      size++;
    }
  }

  private void repeat(RegexNode.Repeat repeat) {
    if (isGap(repeat)) {
      pieces.add(piece);
      piece = new ArrayList<>();
      gaps.add(repeat);
      return;
    }
    int times = repeat.min() + random.nextInt(MOST_EXTRA);
    if (repeat.max() != RegexNode.Repeat.UNBOUNDED) {
      times = Math.min(times, repeat.max());
    }
    for (int i = 0; i < times && size < MOST_SETS; i++) {
      walk(repeat.body());
    }
  }

  private static boolean isGap(RegexNode.Repeat repeat) {
    return repeat.body() instanceof RegexNode.Symbols symbols
        && symbols.set().size() > 1
        && (repeat.max() == RegexNode.Repeat.UNBOUNDED
            || repeat.max() - repeat.min() >= LEAST_FREEDOM
            || repeat.max() >= LEAST_LENGTH);
  }
}
