package io.fsmrun.bench.rulesets;

import java.util.List;

/**
 * What packets carry: requests and answers, questions for names, messages of binary protocols with
 * many zeros, tables of small numbers, random bytes.
 */
final class PacketText implements TextMaker {

  private final List<String> words;
  private final List<String> openings;
  private final TextMaker requests;

  /**
   * Makes packets of some words and protocols.
   *
   * @param words the words of the requests and of names
   * @param openings the first bytes of the messages of binary protocols
   */
  PacketText(List<String> words, List<String> openings) {
    this.words = words;
    this.openings = openings;
    requests = new HttpTraffic(words);
  }

  @Override
  public void appendPart(Draw draw, StringBuilder to) {
    switch (draw.number(0, 11)) {
      case 0, 1, 2, 3 -> requests.appendPart(draw, to);
      case 4, 5 -> question(draw, to);
      case 6, 7, 8 -> message(draw, to);
      case 9 -> table(draw, to);
      case 10 -> wide(draw, to);
      default -> to.append(draw.bytes(draw.number(50, 1000)));
    }
  }

  private void question(Draw draw, StringBuilder to) {
    to.append(draw.bytes(2)).append(draw.of("\1\0", "\1\0", "\u0081\u0080"));
    to.append("\0\1\0\0\0\0\0\0");
    for (int i = draw.number(0, 2); i > 0; i--) {
      label(to, word(draw));
    }
    label(to, draw.of("com", "net", "org", "info"));
    to.append("\0\0\1\0\1");
  }

  private static void label(StringBuilder to, String label) {
    to.append((char) label.length()).append(label);
  }

  /** The first bytes of a protocol, numbers of four bytes, names that end in a zero, padding. */
  private void message(Draw draw, StringBuilder to) {
    to.append(draw.of(openings));
    for (int i = draw.number(2, 20); i > 0; i--) {
      switch (draw.number(0, 7)) {
        case 0 -> to.append(word(draw)).append('\0');
        case 1 -> to.append("\0".repeat(draw.number(4, 40)));
        case 2 -> to.append(draw.bytes(draw.number(4, 60)));
        case 3 -> to.append("\u00ff\u00ff\u00ff\u00ff");
        case 4 -> to.append(draw.bytes(2)).append("\0\0");
        default -> to.append("\0\0\0").append(draw.bytes(1));
      }
    }
  }

  private static void table(Draw draw, StringBuilder to) {
    for (int i = draw.number(8, 100); i > 0; i--) {
      to.append((char) draw.rank(256)).append("\0\0\0");
    }
  }

  private void wide(Draw draw, StringBuilder to) {
    to.append("\\\0\\\0");
    for (int i = draw.number(1, 6); i > 0; i--) {
      to.append(ContentRules.wideOf(word(draw))).append("\\\0");
    }
    to.append("\0\0");
  }

  private String word(Draw draw) {
    return words.get(draw.rank(words.size()));
  }
}
