package io.fsmrun.bench.rulesets;

import static io.fsmrun.bench.rulesets.Draw.DIGITS;

import java.util.ArrayList;
import java.util.List;

/** Rules that tell the lines of logs apart: timestamps, addresses, numbers, ends of lines. */
final class LogRules {

  private static final String IP = "(?:[0-9]{1,3}\\.){3}[0-9]{1,3}";
  private static final String STAMP =
      "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.,][0-9]{3})?";

  private final Draw draw;
  private final List<String> words;

  private LogRules(Draw draw) {
    this.draw = draw;
    words = WordMaker.vocabulary(draw, 800);
  }

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    LogRules maker = new LogRules(new Draw(seed));
    List<GeneratedRule> rules = new ArrayList<>(count);
    while (rules.size() < count) {
      rules.add(maker.rule());
    }
    TextMaker lines = new LogText(maker.words);
    return new GeneratedRuleset(name, rules, () -> lines.planting(rules, 2000, "", "\n"));
  }

  private String word() {
    return words.get(draw.rank(words.size()));
  }

  private GeneratedRule rule() {
    RuleDraft draft = new RuleDraft();
    switch (draw.number(0, 7)) {
      case 0 ->
          stamp(draft.raw("^", ""))
              .raw("\\s+(?:ERROR|FATAL)\\s+\\[", " ERROR [")
              .text(word())
              .text("]")
              .flags("m");
      case 1 ->
          draft
              .text(word() + "[")
              .many("[0-9]+", DIGITS, 2, 5)
              .text("]: ")
              .text(word())
              .raw(" .* ", " a b ")
              .text(word());
      case 2 ->
          draft
              .text(draw.of("from ", "client ", "src=", "to "))
              .raw(IP, "10.1.22.133")
              .text(draw.of(" port ", ":", " dst="))
              .many("[0-9]{1,5}", DIGITS, 2, 5)
              .text(" ")
              .text(word());
      case 3 ->
          draft
              .raw("^", "")
              .raw(IP, "192.168.0.1")
              .raw(" - - \\[[^\\]]+\\] ", " - - [x] ")
              .text("\"" + draw.of("GET", "POST", "PUT") + " /" + word())
              .raw("[^\"]*", "", "/x")
              .raw("\" " + draw.of("404", "500", "503", "200") + " [0-9]+$", "\" 500 12")
              .flags("m");
      case 4 ->
          draft
              .text(word())
              .raw("\\s+(?:failed|timed out|refused)", " failed")
              .raw("(?: after [0-9]+ ?ms)?\\s*$", "", " after 30 ms")
              .flags("mi");
      case 5 ->
          draft
              .raw("\\b", "")
              .text(word() + "=")
              .many("[0-9]+(?:\\.[0-9]+)?", DIGITS, 1, 5)
              .raw("(?:ms|s|KB|MB|%)", "ms", "KB");
      case 6 ->
          stamp(draft.raw("^", ""))
              .raw(".*", " x ", " ")
              .text(word())
              .raw(".*", " ")
              .text(word() + ":")
              .flags("m");
      default ->
          draft
              .text(word() + "." + word())
              .raw("(?:Exception|Error): ", "Exception: ")
              .raw("[^\\n]*", "x")
              .text(word());
    }
    return draft.rule();
  }

  private static RuleDraft stamp(RuleDraft draft) {
    return draft.raw(STAMP, "2026-03-11 12:34:56", "2026-03-11T12:34:56.789");
  }
}
