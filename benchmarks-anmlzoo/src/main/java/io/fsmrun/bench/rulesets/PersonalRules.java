package io.fsmrun.bench.rulesets;

import static io.fsmrun.bench.rulesets.Draw.ALPHANUMERIC;
import static io.fsmrun.bench.rulesets.Draw.DIGITS;
import static io.fsmrun.bench.rulesets.Draw.UPPER;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A handful of rules that look for what belongs to persons, as filters of mail and logs do: numbers
 * of cards and accounts, telephones, dates, addresses. Hardly any has a byte of its own: they are
 * digits and letters in groups.
 */
final class PersonalRules {

  private static final String NAME = "[A-Za-z0-9._%+-]";
  private static final String UPPER_OR_DIGIT = "[A-Z0-9]";

  private final Draw draw;

  private PersonalRules(Draw draw) {
    this.draw = draw;
  }

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    Draw draw = new Draw(seed);
    PersonalRules maker = new PersonalRules(draw);
    List<String> words = WordMaker.vocabulary(draw, 800);
    List<GeneratedRule> rules = new ArrayList<>(count);
    Set<String> seen = new LinkedHashSet<>();
    while (rules.size() < count) {
      GeneratedRule rule = maker.rule();
      if (seen.add(rule.line())) {
        rules.add(rule);
      }
    }
    TextMaker text = new SourceText(words);
    return new GeneratedRuleset(name, rules, () -> text.planting(rules, 2000, " ", "\n"));
  }

  private GeneratedRule rule() {
    RuleDraft draft = new RuleDraft();
    switch (draw.number(0, 5)) {
      case 0 -> groups(draft, draw.number(3, 4), "[- ]?", "", "-", " ");
      case 1 -> {
        String between = draw.of("-", "/", "[.-]", " ");
        String example = between.length() > 1 ? "-" : between;
        groups(draft, draw.number(2, 3), between.replace("/", "\\/"), example);
      }
      case 2 ->
          draft
              .some("[A-Z]", UPPER, 1, draw.number(1, 2))
              .some("[0-9]", DIGITS, 2, draw.number(2, 3))
              .some(UPPER_OR_DIGIT, UPPER + DIGITS, 8, draw.number(10, 30));
      case 3 ->
          draft
              .many(NAME + "+", ALPHANUMERIC, 3, 12)
              .text("@")
              .many("[A-Za-z0-9.-]+", ALPHANUMERIC, 3, 12)
              .raw("\\.[A-Za-z]{2,}", ".org", ".com");
      case 4 ->
          draft
              .text(draw.of("+", "(", "0"))
              .some("[0-9]", DIGITS, 2, draw.number(2, 3))
              .raw("[) -]{1,2}", " ", "-")
              .some("[0-9]", DIGITS, 3, draw.number(3, 6));
      default -> draft.raw("(?:[0-9]{1,3}\\.){3}[0-9]{1,3}", "10.1.22.133", "192.168.0.1");
    }
    return draft.rule();
  }

  /** Groups of digits, with something between them. */
  private void groups(RuleDraft draft, int count, String between, String... examples) {
    for (int g = 0; g < count; g++) {
      int digits = draw.number(2, 5);
      draft.some("[0-9]", DIGITS, digits, digits);
      if (g < count - 1) {
        draft.raw(between, examples);
      }
    }
  }
}
