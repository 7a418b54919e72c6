package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes words that look like English ones: syllables whose parts are about as frequent as in
 * English, with common endings.
 */
final class WordMaker {

  private static final String[] ONSETS = {
    "b", "c", "d", "f", "g", "h", "j", "l", "m", "n", "p", "r", "s", "t", "v", "w", "b", "c", "d",
    "m", "n", "p", "r", "s", "t", "s", "t", "r", "l", "st", "tr", "pr", "ch", "sh", "th", "cl",
    "gr", "fl", "br", "pl", "qu", "sp", "cr", "dr", "wh", "str", "k", ""
  };
  private static final String[] VOWELS = {
    "a", "e", "i", "o", "u", "a", "e", "i", "o", "e", "a", "e", "ea", "ou", "ee", "ai", "io", "oo",
    "y"
  };
  private static final String[] CODAS = {
    "", "", "", "", "n", "r", "l", "s", "t", "d", "m", "n", "r", "st", "nt", "nd", "ck", "ng", "ll",
    "ss", "rt", "p", "x", "g"
  };
  private static final String[] ENDINGS = {
    "", "", "", "", "", "ing", "ed", "er", "tion", "s", "ly", "ness", "able", "ment", "al", "ous",
    "ity", "ism"
  };

  private WordMaker() {}

  /** A word of 2 to 14 letters. */
  static String word(Draw draw) {
    StringBuilder word = new StringBuilder();
    int syllables = draw.oneIn(3) ? 3 : draw.number(1, 2);
    for (int i = 0; i < syllables; i++) {
      word.append(draw.of(ONSETS)).append(draw.of(VOWELS)).append(draw.of(CODAS));
    }
    if (syllables > 1) {
      word.append(draw.of(ENDINGS));
    }
    if (word.length() < 2) {
      word.append('n');
    }
    return word.substring(0, Math.min(14, word.length()));
  }

  /** So many different words, on the whole the shorter ones first, as frequent words are short. */
  static List<String> vocabulary(Draw draw, int words) {
    Map<String, Integer> places = new LinkedHashMap<>(words * 2);
    while (places.size() < words) {
      String word = word(draw);
      places.putIfAbsent(word, word.length() + draw.number(0, 8));
    }
    List<String> sorted = new ArrayList<>(places.keySet());
    sorted.sort(Comparator.comparing(places::get));
    return sorted;
  }
}
