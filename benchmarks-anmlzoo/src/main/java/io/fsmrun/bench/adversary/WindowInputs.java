package io.fsmrun.bench.adversary;

import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.filter.ByteModel;
import io.fsmrun.cpu.filter.FilterEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Windows of rules, packed as densely as they overlap. For one thread. */
final class WindowInputs {

  private static final int WIDTH = 4;

  /** Windows that stand for more strings are no candidates. */
  private static final int MOST_STRINGS = 64;

  /** The most shared windows that an input is made of. */
  private static final int MOST_SHARED = 16;

  private final List<RuleWord> words;
  private final Random random;

  WindowInputs(List<RuleWord> words, Random random) {
    this.words = words;
    this.random = random;
  }

  /** The window of each word that is rarest. O(bytes of words). */
  Set<String> rarest() {
    ByteModel model = ByteModel.prior();
    Set<String> windows = new LinkedHashSet<>();
    for (RuleWord word : words) {
      List<SymbolSet> best = null;
      double least = Double.POSITIVE_INFINITY;
      for (List<SymbolSet> window : windows(word)) {
        double cost = FilterEngine.windowNanos(window, model);
        if (cost < least) {
          least = cost;
          best = window;
        }
      }
      if (best != null) {
        windows.add(text(best));
      }
    }
    return windows;
  }

  /** The windows that most words have. O(bytes of words). */
  Set<String> mostShared() {
    Map<String, Integer> counts = new HashMap<>();
    for (RuleWord word : words) {
      Set<String> own = new HashSet<>();
      windows(word).forEach(window -> own.add(text(window)));
      own.forEach(window -> counts.merge(window, 1, Integer::sum));
    }
    List<String> sorted = new ArrayList<>(counts.keySet());
    sorted.sort(
        (a, b) ->
            counts.get(a).equals(counts.get(b)) ? a.compareTo(b) : counts.get(b) - counts.get(a));
    return new LinkedHashSet<>(sorted.subList(0, Math.min(MOST_SHARED, sorted.size())));
  }

  private static List<List<SymbolSet>> windows(RuleWord word) {
    List<List<SymbolSet>> windows = new ArrayList<>();
    for (List<SymbolSet> piece : word.filledPieces()) {
      for (int i = 0; i + WIDTH <= piece.size(); i++) {
        long strings = 1;
        for (SymbolSet set : piece.subList(i, i + WIDTH)) {
          strings *= set.size();
        }
        if (strings <= MOST_STRINGS) {
          windows.add(piece.subList(i, i + WIDTH));
        }
      }
    }
    return windows;
  }

  private String text(List<SymbolSet> window) {
    StringBuilder text = new StringBuilder();
    window.forEach(set -> text.append((char) InputBuffer.member(set, random)));
    return text.toString();
  }

  /** Adds windows until the input is full, each overlapping the one before as far as any does. */
  void fill(InputBuffer out, Set<String> windows) {
    Map<String, List<String>> byStart = new HashMap<>();
    for (String window : windows) {
      for (int length = 0; length < WIDTH; length++) {
        byStart.computeIfAbsent(window.substring(0, length), key -> new ArrayList<>()).add(window);
      }
    }
    while (!windows.isEmpty() && !out.isFull()) {
      int overlap = Math.min(out.size(), WIDTH - 1);
      // Now and then less, so that the walk does not stay in one circle.
      if (random.nextInt(8) == 0) {
        overlap = 0;
      }
      while (!byStart.containsKey(out.last(overlap))) {
        overlap--;
      }
      List<String> next = byStart.get(out.last(overlap));
      String window = next.get(random.nextInt(next.size()));
      for (int i = overlap; i < WIDTH; i++) {
        out.add(window.charAt(i));
      }
    }
  }
}
