package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Dictionaries: words and phrases, and the bytes of signatures. */
final class LiteralRules {

  /** Four times as many words as rules: most that the text has are in no rule. */
  private static final int WORDS_PER_RULE = 4;

  private static final String BASES = "ACGT";

  private LiteralRules() {}

  /**
   * Words and phrases of 4 to 30 bytes, over a text of a larger vocabulary that has them too.
   *
   * @param flags of each rule: empty or {@code i}
   */
  static GeneratedRuleset words(String name, int count, String flags, long seed) {
    Draw draw = new Draw(seed);
    List<String> vocabulary = WordMaker.vocabulary(draw, count * WORDS_PER_RULE);
    // The words that make up half of a text are in nobody's dictionary.
    int common = Math.min(1000, vocabulary.size() / 8);
    List<GeneratedRule> rules = new ArrayList<>(count);
    Set<String> seen = new LinkedHashSet<>();
    while (rules.size() < count) {
      StringBuilder phrase = new StringBuilder();
      int words = draw.oneIn(3) ? draw.number(2, 4) : 1;
      for (int i = 0; i < words; i++) {
        int least = i == 0 ? common : 0;
        phrase.append(i == 0 ? "" : " ");
        phrase.append(vocabulary.get(draw.number(least, vocabulary.size() - 1)));
      }
      if (phrase.length() >= 4 && phrase.length() <= 30 && seen.add(phrase.toString())) {
        rules.add(new RuleDraft().text(phrase.toString()).flags(flags).rule());
      }
    }
    TextMaker prose = prose(vocabulary);
    return new GeneratedRuleset(name, rules, () -> prose.planting(rules, 4000, " ", " "));
  }

  /** Strings of 2 to 4 letters, some of which are everywhere in the text, others nowhere. */
  static GeneratedRuleset fewLetters(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    List<String> vocabulary = WordMaker.vocabulary(draw, count * WORDS_PER_RULE);
    Set<String> strings = new LinkedHashSet<>();
    while (strings.size() < count) {
      strings.add(draw.chars(Draw.LOWER, draw.of(List.of(2, 3, 3, 3, 4))));
    }
    List<GeneratedRule> rules =
        strings.stream().map(string -> new RuleDraft().text(string).rule()).toList();
    TextMaker prose = prose(vocabulary);
    return new GeneratedRuleset(name, rules, () -> prose);
  }

  /** Strings of bases, some of which lie in the text: four letters, each as frequent as another. */
  static GeneratedRuleset bases(String name, int count, int length, long seed) {
    Draw draw = new Draw(seed);
    Set<String> strings = new LinkedHashSet<>();
    while (strings.size() < count) {
      strings.add(draw.chars(BASES, length));
    }
    List<GeneratedRule> rules =
        strings.stream().map(string -> new RuleDraft().text(string).rule()).toList();
    TextMaker bases = (d, to) -> to.append(d.chars(BASES, 200));
    return new GeneratedRuleset(name, rules, () -> bases.planting(rules, 4000, "", ""));
  }

  /** Sentences of words that are as unevenly frequent as those of a language. */
  static TextMaker prose(List<String> vocabulary) {
    return (draw, to) -> {
      int words = draw.number(4, 20);
      for (int i = 0; i < words; i++) {
        String word = vocabulary.get(draw.rank(vocabulary.size()));
        if (i == 0) {
          word = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
        }
        to.append(word).append(i + 1 < words ? draw.oneIn(12) ? ", " : " " : ".");
      }
      to.append(draw.oneIn(5) ? "\n" : " ");
    };
  }

  /** Signatures of 6 to 24 bytes, half of them with runs of zeros and of common opcodes. */
  static GeneratedRuleset signatures(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    List<GeneratedRule> rules = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      RuleDraft draft = new RuleDraft();
      if (draw.oneIn(2)) {
        draft.text(opcodes(draw, draw.number(2, 8)));
      } else {
        draft.text(draw.bytes(draw.number(6, 24)));
      }
      rules.add(draft.rule());
    }
    TextMaker binary = binary();
    return new GeneratedRuleset(name, rules, () -> binary.planting(rules, 8000, "", ""));
  }

  /** Something like the bytes of a program: instructions, zeros, tables, strings. */
  static TextMaker binary() {
    return (draw, to) -> {
      switch (draw.number(0, 5)) {
        case 0 -> to.append(draw.bytes(draw.number(50, 400)));
        case 1 -> to.append("\0".repeat(draw.number(8, 200)));
        case 2 -> to.append(WordMaker.word(draw)).append('\0');
        default -> to.append(opcodes(draw, draw.number(20, 100)));
      }
    };
  }

  private static String opcodes(Draw draw, int instructions) {
    StringBuilder code = new StringBuilder();
    for (int i = 0; i < instructions || code.length() < 6; i++) {
      code.append(
          draw.of("\u008b", "\u00e8", "H\u0089", "H\u008b", "\u00ff\u0015", "\u000f\u0084"));
      code.append(draw.of("E\u00fc", "M\b", "\0\0\0\0", "\u00c0", "\u00ec", "\u00ff\u00ff"));
      if (draw.oneIn(2)) {
        code.append(draw.bytes(draw.number(1, 3)));
      }
    }
    return code.toString();
  }
}
