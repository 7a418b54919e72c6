package io.fsmrun.bench.rulesets;

import static io.fsmrun.bench.rulesets.Draw.ALPHANUMERIC;
import static io.fsmrun.bench.rulesets.Draw.DIGITS;
import static io.fsmrun.bench.rulesets.Draw.HEX;
import static io.fsmrun.bench.rulesets.Draw.LOWER;
import static io.fsmrun.bench.rulesets.Draw.UPPER;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rules for the keys of many services, as scanners of repositories have them, in three forms: the
 * name of a service, a sign of assignment and a key; a key with a prefix of its own; a key within
 * forty bytes of a name. What is rare in a rule, the name, stands between repeated classes that are
 * everywhere. All names and prefixes are invented.
 */
final class KeyRules {

  /** One rule in so many looks for the keys of no service in particular. */
  private static final int RULES_PER_GENERAL = 100;

  private static final List<KeySet> ASSIGNED =
      List.of(
          new KeySet("[a-z0-9]", LOWER + DIGITS),
          new KeySet("[a-f0-9]", HEX),
          new KeySet("[a-z0-9=_\\-]", LOWER + DIGITS),
          new KeySet("[0-9]", DIGITS),
          new KeySet("[a-z0-9_-]", LOWER + DIGITS));
  private static final List<KeySet> PREFIXED =
      List.of(
          new KeySet("[0-9a-zA-Z]", ALPHANUMERIC),
          new KeySet("[0-9a-zA-Z_\\-]", ALPHANUMERIC),
          new KeySet("[a-f0-9]", HEX),
          new KeySet("[A-Za-z0-9_=.-]", ALPHANUMERIC),
          new KeySet("[A-Z0-9]", UPPER + DIGITS));
  private static final List<KeySet> NEAR =
      List.of(
          new KeySet("[0-9a-zA-Z]", ALPHANUMERIC),
          new KeySet("[0-9a-f]", HEX),
          new KeySet("[a-z0-9]", LOWER + DIGITS),
          new KeySet("[0-9a-zA-Z_-]", ALPHANUMERIC));

  private final Draw draw;
  private final List<String> words;
  private final Set<String> services = new LinkedHashSet<>();

  /** A class of characters, and those of them that examples have. */
  private record KeySet(String syntax, String alphabet) {}

  private KeyRules(Draw draw) {
    this.draw = draw;
    words = WordMaker.vocabulary(draw, 3000);
  }

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    KeyRules maker = new KeyRules(new Draw(seed));
    List<GeneratedRule> rules = new ArrayList<>(count);
    Set<String> seen = new LinkedHashSet<>();
    while (rules.size() < count) {
      boolean general = rules.size() % RULES_PER_GENERAL == RULES_PER_GENERAL / 2;
      GeneratedRule rule = general ? maker.general() : maker.rule();
      if (seen.add(rule.line())) {
        rules.add(rule);
      }
    }
    TextMaker text = new RepositoryText(maker.words, List.copyOf(maker.services));
    return new GeneratedRuleset(name, rules, () -> text.planting(rules, 8000, "  ", "\n"));
  }

  private GeneratedRule rule() {
    return switch (draw.number(0, 9)) {
      case 0, 1, 2, 3 -> assigned();
      case 4, 5, 6 -> prefixed();
      default -> near();
    };
  }

  /** A name of 3 to 14 letters; the short ones are within words, too. */
  private String service() {
    int least = draw.oneIn(30) ? 3 : 4;
    String name;
    do {
      name = WordMaker.word(draw);
      if (draw.oneIn(3)) {
        name += draw.of("ly", "io", "kit", "api", "stack", "base");
      }
      name = name.substring(0, Math.min(14, name.length()));
    } while (name.length() < least);
    services.add(name);
    return name;
  }

  private GeneratedRule assigned() {
    RuleDraft draft = new RuleDraft();
    if (draw.oneIn(2)) {
      draft.raw("[\\w.-]{0,50}?", "", "my_", "prod.", "x-");
    }
    services(draft);
    name(draft);
    operator(draft);
    key(draft, draw.of(ASSIGNED));
    end(draft);
    return draft.flags("i").rule();
  }

  private GeneratedRule general() {
    RuleDraft draft = new RuleDraft();
    draft.raw("[\\w.-]{0,50}?", "", "my_", "prod.");
    draft.raw("(?:access|auth|(?:api)|creds|key|passw(?:or)?d|secret|token)", "key", "Token");
    name(draft);
    operator(draft);
    draft.some("[\\w.=-]", ALPHANUMERIC, draw.number(10, 20), 150);
    end(draft);
    return draft.flags("i").rule();
  }

  private GeneratedRule prefixed() {
    RuleDraft draft = new RuleDraft();
    boolean boundary = !draw.oneIn(5);
    if (boundary) {
      draft.raw("\\b", "");
    }
    draft.raw("(", "").text(prefix());
    KeySet set = draw.of(PREFIXED);
    int least = draw.number(20, 64);
    draft.some(set.syntax(), set.alphabet(), least, draw.oneIn(4) ? least + 8 : least);
    draft.raw(")", "");
    switch (draw.number(0, 2)) {
      case 0 -> end(draft);
      case 1 -> draft.raw("\\b", "");
      default -> {}
    }
    return draft.flags(draw.oneIn(8) ? "i" : "").rule();
  }

  /** A prefix of 2 to 12 characters. */
  private String prefix() {
    String prefix =
        switch (draw.number(0, 7)) {
          case 0, 1 -> draw.chars(LOWER, 2, 5) + "_";
          case 2 -> draw.chars(LOWER, 2, 3) + "_" + draw.of("live", "test", "pat", "oauth") + "_";
          case 3 -> draw.chars(UPPER, 3, 5) + "-";
          case 4 -> draw.chars(LOWER, 1) + draw.chars(DIGITS, 1) + ".";
          case 5 -> draw.chars(LOWER, 2) + "-" + draw.chars(LOWER, 2, 5) + "-";
          case 6 -> draw.chars(UPPER, 2, 4);
          default -> draw.chars(ALPHANUMERIC, 4, 12);
        };
    return prefix.substring(0, Math.min(12, prefix.length()));
  }

  private GeneratedRule near() {
    RuleDraft draft = new RuleDraft();
    services(draft);
    draft.raw(".{0,40}\\b", " = \"", ": ", "_token='", " key ", "-id, the old one: ");
    key(draft, draw.of(NEAR));
    return draft.raw("\\b", "").flags(draw.of("", "", "i")).rule();
  }

  private void services(RuleDraft draft) {
    String one = service();
    if (draw.oneIn(6)) {
      String other = service();
      draft.raw("(?:" + one + "|" + other + ")", one, other);
    } else {
      draft.raw("(?:", "").text(one).raw(")", "");
    }
  }

  private void name(RuleDraft draft) {
    int most = Integer.parseInt(draw.of("20", "20", "30", "50"));
    String set = draw.of("[ \\t\\w.-]", "[\\w.-]", "[0-9a-z_\\-\\t .]");
    draft.raw("(?:" + set + "{0," + most + "})", "", "_key", "_api_token", ".secret", "-id");
  }

  private void operator(RuleDraft draft) {
    draft.raw("[\\s'\"]{0,3}", "", " ", "\" ", "\"");
    draft.raw(
        draw.of(
            "(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)",
            "(?:=|:|=>|:=|\\|\\|:|,)",
            "(?:=|\\|\\|:|<=|=>|:|\\?=|:=)"),
        "=",
        ":",
        "=>",
        ":=");
    draft.raw(draw.of("[\\x60'\"\\s=]{0,5}", "['\"\\s]{0,3}"), "", " ", " \"", "'");
  }

  private void key(RuleDraft draft, KeySet set) {
    int length = Integer.parseInt(draw.of("16", "20", "24", "32", "32", "32", "36", "40", "64"));
    length = draw.oneIn(4) ? draw.number(16, 64) : length;
    draft.raw("(", "").some(set.syntax(), set.alphabet(), length, length).raw(")", "");
  }

  private void end(RuleDraft draft) {
    draft.raw(
        draw.of("(?:[\\x60'\"\\s;]|\\\\[nr]|$)", "(?:['\"\\s]|\\\\n|$)"), "\"", "'", " ", "\\n");
  }
}
