package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Contents of packets, one to six strings of 1 to 20 bytes, joined mostly by anything. Many rules
 * begin with the same short content: a method, the first bytes of a protocol, one byte. Some end in
 * one that is everywhere, so that they report at every place once what is rare in them was seen.
 */
final class ContentRules {

  private static final String PRINTABLE = Draw.ALPHANUMERIC + " .,;:-_&=/";
  private static final String BINARY = "\0\0\0\0\0\0\1\2\3\4\20\u0080\u00ff";
  private static final int LONGEST_CONTENT = 20;

  /** Words that are more frequent than this are in no content: they are in every packet. */
  private static final int FREQUENT_WORDS = 300;

  private static final String[] FREQUENT_ENDS = {
    "\0\0\0\0", "\0\0\0", ";", "\0\0\0\0\0\0\0\0", "\r\n\r\n", "\u00ff", "=", "\0"
  };

  /**
   * One rule with a frequent end is planted for so many rules, so that reports do not outweigh the
   * search.
   */
  private static final int RULES_PER_FREQUENT_PLANT = 150;

  private final Draw draw;
  private final List<String> words;
  private final List<String> openings = new ArrayList<>();

  private ContentRules(Draw draw) {
    this.draw = draw;
    words = WordMaker.vocabulary(draw, 3000);
    openings.addAll(List.of("\0\1", "\0\0\0\1", "\26\3", "\1", "\0\0\20\0\1", "\5\0"));
    openings.add("\u00ff" + draw.chars(Draw.UPPER, 3));
    openings.add(draw.chars(Draw.UPPER, 4) + "\0");
  }

  static GeneratedRuleset ruleset(String name, int count, long seed) {
    ContentRules maker = new ContentRules(new Draw(seed));
    List<GeneratedRule> rules = new ArrayList<>(count);
    List<GeneratedRule> planted = new ArrayList<>(count);
    Set<String> seen = new HashSet<>();
    Set<String> plantedEnds = new HashSet<>();
    while (rules.size() < count) {
      RuleDraft draft = maker.contents();
      String end = maker.draw.oneIn(10) ? maker.draw.of(FREQUENT_ENDS) : "";
      GeneratedRule rule = end.isEmpty() ? draft.rule() : maker.ending(draft, end).rule();
      if (!seen.add(rule.line())) {
        continue;
      }
      rules.add(rule);
      if (end.isEmpty()) {
        planted.add(rule);
      } else if (plantedEnds.size() < count / RULES_PER_FREQUENT_PLANT && plantedEnds.add(end)) {
        // Several times as often as others: of these, there are only some.
        planted.addAll(Collections.nCopies(4, rule));
      }
    }
    TextMaker packets = new PacketText(maker.words, maker.openings);
    return new GeneratedRuleset(name, rules, () -> packets.planting(planted, 6000, "", ""));
  }

  private RuleDraft contents() {
    RuleDraft draft = new RuleDraft().flags(draw.oneIn(3) ? "is" : "s");
    return switch (draw.number(0, 11)) {
      case 0, 1, 2, 3, 4 -> request(draft);
      case 5, 6, 7 -> single(draft);
      case 8, 9 -> query(draft);
      case 10 -> binary(draft);
      default -> wide(draft);
    };
  }

  /** A request: its method, then what is in its path, parameters and headers. */
  private RuleDraft request(RuleDraft draft) {
    if (draw.oneIn(2)) {
      draft.text(draw.of("GET", "GET ", "POST", "POST ", "?", "HTTP/1.", "/"));
      anything(draft, PRINTABLE);
    }
    text(draft, "/" + draw.of(word() + "/", "") + word() + draw.of(".php", ".cgi", ".exe", "?"));
    for (int i = draw.number(0, 3); i > 0; i--) {
      text(anything(draft, PRINTABLE), draw.of("&", "", "?") + word() + "=");
    }
    switch (draw.number(0, 5)) {
      case 0 -> text(anything(draft, PRINTABLE), "Host: " + word() + draw.of(".com", "-"));
      case 1 -> text(anything(draft, PRINTABLE), "User-Agent: " + word());
      case 2 -> text(anything(draft, PRINTABLE), "\r\n\r\n" + word() + "=");
      default -> {}
    }
    return draft;
  }

  /** One content, of text or of bytes. */
  private RuleDraft single(RuleDraft draft) {
    return switch (draw.number(0, 5)) {
      case 0 -> text(draft, "/" + word() + "/" + word() + draw.of(".php", ".dll", "/"));
      case 1 -> text(draft, "User-Agent: " + word() + draw.of("/", " ", "-"));
      case 2 -> text(draft, word() + draw.of(" ", "_", "(", "::") + word());
      case 3 -> text(draft, draw.of("&", "?") + word() + "=" + word());
      case 4 -> text(draft, rare() + draw.of("\0\0\0\0", "\0", "") + draw.bytes(draw.number(1, 8)));
      default -> text(draft, draw.bytes(draw.number(4, LONGEST_CONTENT)));
    };
  }

  /** A question for a name: a first content of one byte, zeros, then the name with its lengths. */
  private RuleDraft query(RuleDraft draft) {
    draft.text("\1").some(".", BINARY, 1, 1).text("\0\1\0\0\0\0\0").many(".*", BINARY, 0, 3);
    String host = word() + draw.of("-" + word(), "");
    host = host.substring(0, Math.min(13, host.length()));
    String domain = draw.of("com", "net", "org", "info");
    return draft.text((char) host.length() + host + (char) domain.length() + domain + "\0");
  }

  /** A message of a binary protocol. */
  private RuleDraft binary(RuleDraft draft) {
    draft.text(draw.of(openings));
    for (int i = draw.number(1, 4); i > 0; i--) {
      anything(draft, BINARY);
      switch (draw.number(0, 3)) {
        case 0 -> text(draft, draw.of("\0\0\0\0", "\0\1", "\0\0\0" + draw.bytes(1)));
        case 1 -> text(draft, word() + "\0");
        default -> text(draft, draw.bytes(draw.number(3, 8)));
      }
    }
    return text(anything(draft, BINARY), rare());
  }

  /** Text of characters of two bytes, the second zero. */
  private RuleDraft wide(RuleDraft draft) {
    if (draw.oneIn(2)) {
      draft.text(draw.of("\0\0", "\\\0", draw.of(openings)));
      anything(draft, BINARY);
    }
    text(draft, wideOf(word()));
    return draw.oneIn(2) ? text(anything(draft, BINARY), wideOf(word())) : draft;
  }

  /** Appends what is rare, then an end that is not. */
  private RuleDraft ending(RuleDraft draft, String end) {
    text(anything(draft, BINARY), rare());
    return draft.many(".*", BINARY, 0, 20).text(end);
  }

  /** Appends what joins two contents. */
  private RuleDraft anything(RuleDraft draft, String alphabet) {
    switch (draw.number(0, 9)) {
      case 0 -> {
        int least = draw.number(0, 8);
        draft.some(".", alphabet, least, least + draw.number(2, 40));
      }
      case 1 -> {
        int times = draw.number(1, 24);
        draft.some(".", alphabet, times, times);
      }
      default -> draft.many(".*", alphabet, 0, 40);
    }
    return draft;
  }

  private static RuleDraft text(RuleDraft draft, String content) {
    return draft.text(content.substring(0, Math.min(LONGEST_CONTENT, content.length())));
  }

  /** Bytes that the text has by chance nowhere. */
  private String rare() {
    return draw.bytes(draw.number(5, 8));
  }

  private String word() {
    return words.get(draw.number(FREQUENT_WORDS, words.size() - 1));
  }

  static String wideOf(String word) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      text.append(word.charAt(i)).append('\0');
    }
    return text.toString();
  }
}
