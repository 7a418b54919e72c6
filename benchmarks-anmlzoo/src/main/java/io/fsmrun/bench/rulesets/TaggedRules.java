package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Contextual rules of a part-of-speech tagger after Brill (1992), over text of {@code word/TAG}: a
 * tag, the word or the tag at one of the next or the one before.
 */
final class TaggedRules {

  private static final List<String> TAGS =
      List.of(
          "NN", "IN", "DT", "JJ", "NNP", "NNS", "RB", "VB", "CC", "VBD", "VBN", "PRP", "CD", "TO",
          "VBZ", "VBG", "VBP", "MD", "POS", "PRP$", "WDT", "WP", "WRB", "JJR", "RP", "EX", "NNPS",
          "JJS", "RBR", "UH", "PDT", "FW", "RBS", "WP$", "SYM");

  private TaggedRules() {}

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    List<String> words = WordMaker.vocabulary(draw, 4000);
    List<GeneratedRule> rules = new ArrayList<>(count);
    Set<String> seen = new LinkedHashSet<>();
    while (rules.size() < count) {
      GeneratedRule rule = rule(draw, words);
      if (seen.add(rule.line())) {
        rules.add(rule);
      }
    }
    TextMaker text = text(words);
    return new GeneratedRuleset(name, rules, () -> text.planting(rules, 3000, "", " "));
  }

  private static TextMaker text(List<String> words) {
    return (draw, to) -> {
      int length = draw.number(5, 25);
      for (int i = 0; i < length; i++) {
        int rank = draw.rank(words.size());
        to.append(words.get(rank)).append('/').append(tagOf(draw, rank)).append(' ');
      }
      to.append("./.\n");
    };
  }

  /** A word has a tag of its own nearly always. */
  private static String tagOf(Draw draw, int rank) {
    return draw.oneIn(8)
        ? TAGS.get(draw.rank(TAGS.size()))
        : TAGS.get((int) (Math.pow(rank * 31 % 97 / 97.0, 2) * TAGS.size()));
  }

  private static GeneratedRule rule(Draw draw, List<String> words) {
    RuleDraft draft = new RuleDraft();
    String tag = TAGS.get(draw.rank(TAGS.size()));
    String other = TAGS.get(draw.rank(TAGS.size()));
    String word = words.get(draw.rank(words.size()));
    switch (draw.number(0, 6)) {
      case 0 -> token(draft.text(" "), tag).text(" ").text(word).text("/");
      case 1 -> token(token(draft.text(" "), tag).text(" "), other).text(" ");
      case 2 -> draft.text(" ").text(word).text("/").text(tag).text(" ");
      case 3 -> token(any(token(draft.text(" "), tag).text(" ")).text(" "), other).text(" ");
      case 4 ->
          token(
                  any(draft.text(" ").text(word).text("/").many("[^ ]+", "NV", 1, 2).text(" "))
                      .text(" "),
                  tag)
              .text(" ");
      case 5 -> token(draft.text(" ").text(word).raw("/[^ ]+ ", "/NN "), tag).text(" ");
      default -> {
        String third = TAGS.get(draw.rank(TAGS.size()));
        draft.raw("[ \\n]", " ");
        token(token(token(draft, tag).raw(" +", " "), other).raw(" +", " "), third);
        draft.raw("[ \\n]", " ");
      }
    }
    return draft.rule();
  }

  private static RuleDraft token(RuleDraft draft, String tag) {
    return draft.many("[^ \\/]+", Draw.LOWER, 2, 9).text("/").text(tag);
  }

  private static RuleDraft any(RuleDraft draft) {
    return draft.many("[^ ]+", Draw.LOWER, 2, 9);
  }
}
