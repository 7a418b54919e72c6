package io.fsmrun.bench.adversary;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.regex.RegexNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Inputs against the gaps of rules. For one thread. */
final class GapInputs {

  /** How often the first pieces come again. */
  private static final int ROUNDS = 4;

  private static final int MOST_FILLER = 8;

  /** Bytes of first pieces, and of second pieces, of one rule. */
  private static final int LEAST_STRETCH = 1024;

  private static final int MOST_STRETCH = 1 << 14;

  private final List<RuleWord> words;
  private final Random random;

  /** The words that have two filled pieces at both ends of a gap are of use. */
  GapInputs(List<RuleWord> words, Random random) {
    this.words = words.stream().filter(word -> firstGap(word) >= 0).toList();
    this.random = random;
  }

  private static int firstGap(RuleWord word) {
    for (int i = 0; i < word.gaps().size(); i++) {
      if (!word.pieces().get(i).isEmpty() && !word.pieces().get(i + 1).isEmpty()) {
        return i;
      }
    }
    return -1;
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  /** First pieces of all rules, then later ones, but no whole last one. */
  void fillOpen(InputBuffer out) {
    SymbolSet allowed = commonGap();
    while (!words.isEmpty() && !out.isFull()) {
      int before = out.size();
      int round = Math.max(1, out.room() / ROUNDS);
      for (RuleWord word : shuffled()) {
        out.addString(word.pieces().get(firstGap(word)));
      }
      while (!out.isFull() && out.size() - before < round) {
        RuleWord word = words.get(random.nextInt(words.size()));
        addLater(word, out);
        for (int filler = random.nextInt(MOST_FILLER); filler > 0; filler--) {
          out.addMember(allowed);
        }
      }
    }
  }

  private void addLater(RuleWord word, InputBuffer out) {
    int later = firstGap(word) + 1 + random.nextInt(word.pieces().size() - firstGap(word) - 1);
    List<SymbolSet> piece = word.pieces().get(later);
    if (later < word.pieces().size() - 1) {
      out.addString(piece);
    } else if (!piece.isEmpty()) {
      out.addAltered(piece, piece.size() - 1);
    }
  }

  /** Bytes that as many gaps as possible allow: rules are taken in as long as any byte is left. */
  private SymbolSet commonGap() {
    SymbolSet common = SymbolSet.ALL;
    for (RuleWord word : words) {
      SymbolSet both = common.and(word.gapSet(firstGap(word)));
      common = both.isEmpty() ? common : both;
    }
    return common;
  }

  /** For each rule, many first pieces and then many second ones. */
  void fillEnds(InputBuffer out) {
    List<RuleWord> order = new ArrayList<>(words);
    order.sort((a, b) -> Integer.compare(stretch(b), stretch(a)));
    while (!order.isEmpty() && !out.isFull()) {
      for (RuleWord word : order) {
        int gap = firstGap(word);
        repeat(word.pieces().get(gap), stretch(word), out);
        repeat(word.pieces().get(gap + 1), stretch(word), out);
        if (out.isFull()) {
          return;
        }
      }
    }
  }

  /** As long as the gap may be, so that as many ends as possible stay of interest. */
  private static int stretch(RuleWord word) {
    RegexNode.Repeat gap = word.gaps().get(firstGap(word));
    return Math.clamp(Math.max(gap.min(), gap.max()), LEAST_STRETCH, MOST_STRETCH);
  }

  private static void repeat(List<SymbolSet> piece, int bytes, InputBuffer out) {
    for (int at = 0; at < bytes && !out.isFull(); at += piece.size()) {
      out.addString(piece);
    }
  }

  private List<RuleWord> shuffled() {
    List<RuleWord> order = new ArrayList<>(words);
    Collections.shuffle(order, random);
    return order;
  }
}
