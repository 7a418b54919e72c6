package io.fsmrun.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What a user may have meant. */
final class Suggestions {

  /** One wrong letter in this many is a slip; more is another word. */
  private static final int LETTERS_PER_SLIP = 4;

  private Suggestions() {}

  /** The name that is nearest to what was typed, if it is near at all. */
  static Optional<String> nearest(String typed, Collection<String> names) {
    String word = typed.contains("=") ? typed.substring(0, typed.indexOf('=')) : typed;
    return names.stream()
        .filter(name -> distance(word, name) <= name.length() / LETTERS_PER_SLIP)
        .min(Comparator.comparingInt((String name) -> distance(word, name)).thenComparing(n -> n));
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
