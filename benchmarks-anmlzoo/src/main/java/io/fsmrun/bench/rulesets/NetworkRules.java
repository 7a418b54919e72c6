package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.List;

/**
 * Rules in the manner of those for intrusion detection: paths and parameters of URIs, headers,
 * contents of packets with gaps between them, bytes in hexadecimal.
 */
final class NetworkRules {

  private static final String PRINTABLE = Draw.ALPHANUMERIC + " .,;:-_";

  private final Draw draw;
  private final List<String> words;

  private NetworkRules(Draw draw) {
    this.draw = draw;
    words = WordMaker.vocabulary(draw, 3000);
  }

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    NetworkRules maker = new NetworkRules(new Draw(seed));
    List<GeneratedRule> rules = new ArrayList<>(count);
    while (rules.size() < count) {
      rules.add(maker.rule());
    }
    TextMaker traffic = new HttpTraffic(maker.words);
    return new GeneratedRuleset(name, rules, () -> traffic.planting(rules, 6000, "", "\r\n\r\n"));
  }

  private GeneratedRule rule() {
    RuleDraft draft = new RuleDraft();
    return switch (draw.number(0, 11)) {
      case 0, 1 -> path(draft);
      case 2, 3 -> parameter(draft);
      case 4, 5 -> header(draft);
      case 6, 7 -> contents(draft);
      case 8 -> command(draft);
      case 9 -> bytes(draft);
      case 10 -> page(draft);
      default -> draft.text(word() + draw.of(".", "/", "=", "_") + word()).flags("i").rule();
    };
  }

  private String word() {
    return words.get(draw.number(0, words.size() - 1));
  }

  private GeneratedRule path(RuleDraft draft) {
    draft.text("/" + word());
    if (draw.oneIn(2)) {
      draft.raw("[^\\r\\n?]*", "", "/a/b").text("/" + word());
    }
    return draft
        .text(draw.of(".php", ".asp", ".cgi", ".dll", ".exe", "/"))
        .flags(draw.of("i", "i", ""))
        .rule();
  }

  private GeneratedRule parameter(RuleDraft draft) {
    draft.raw("[?&]", "?", "&").text(word()).text("=");
    switch (draw.number(0, 3)) {
      case 0 -> draft.raw("[^&\\r\\n]*?(?:\\x27|%27)", "x'", "%27");
      case 1 -> draft.raw("[^&\\s]{" + draw.of("50", "100", "200") + "}", "A".repeat(200));
      case 2 -> draft.raw("(?:https?|ftp):\\/\\/", "http://");
      default -> draft.raw("[0-9a-f]{8,32}(?:&|\\s)", "0123456789abcdef&");
    }
    return draft.flags(draw.of("i", "si")).rule();
  }

  private GeneratedRule header(RuleDraft draft) {
    draft.text(draw.of("User-Agent", "Host", "Cookie", "Referer", "Content-Type", "X-" + word()));
    draft.raw(":\\s*", ": ", ":");
    if (draw.oneIn(2)) {
      draft.many("[^\\r\\n]*", PRINTABLE, 0, 30);
    }
    draft.text(word() + draw.of("-", "/", " ") + word());
    if (draw.oneIn(3)) {
      draft.raw("\\r\\n", "\r\n");
    }
    return draft.flags(draw.of("mi", "i", "")).rule();
  }

  private GeneratedRule contents(RuleDraft draft) {
    int pieces = draw.number(2, 4);
    for (int i = 0; i < pieces; i++) {
      if (i > 0) {
        switch (draw.number(0, 3)) {
          case 0 -> draft.many(".*", PRINTABLE, 0, 50);
          case 1 -> draft.some(".", PRINTABLE, 0, draw.number(8, 100));
          case 2 -> draft.many("[^\\n]*", PRINTABLE, 0, 40);
          default -> draft.raw("\\s+", " ");
        }
      }
      draft.text(draw.oneIn(4) ? draw.bytes(draw.number(3, 8)) : word() + draw.of("", "(", "="));
    }
    return draft.flags(draw.of("s", "si", "i", "")).rule();
  }

  private GeneratedRule command(RuleDraft draft) {
    String text = draw.of("USER", "PASS", "RETR", "SITE", "MAIL FROM", "LIST", "EXPN", "STAT");
    draft.raw("^", "").text(text + draw.of("", " " + word())).raw("\\s+", " ");
    return draft
        .raw("[^\\n]{" + draw.of("64", "100", "256") + "}", "A".repeat(256))
        .flags("mi")
        .rule();
  }

  private GeneratedRule bytes(RuleDraft draft) {
    draft.text(draw.bytes(draw.number(2, 5))).raw("[\\x00-\\x1f]{1,4}", "\1\2");
    return draft.text(draw.bytes(draw.number(1, 6))).flags("s").rule();
  }

  private GeneratedRule page(RuleDraft draft) {
    draft.text("<" + draw.of("object", "script", "iframe", "applet", "embed", "img"));
    draft.raw("[^>]*\\s+", " a=1 ");
    draft.text(draw.of("src", "classid", "codebase", "onload", "data", "id"));
    draft.raw("\\s*=\\s*[\\x22\\x27]?", "=\"", " = ").raw("[^>\\x22\\x27]*", "", "x");
    return draft.text(word()).flags("si").rule();
  }
}
