package io.fsmrun.bench.rulesets;

import java.util.List;

/** Lines of several programs' logs. */
final class LogText implements TextMaker {

  private final List<String> words;

  LogText(List<String> words) {
    this.words = words;
  }

  @Override
  public void appendPart(Draw draw, StringBuilder to) {
    switch (draw.number(0, 5)) {
      case 0 ->
          to.append(ip(draw))
              .append(" - - [11/Mar/2026:12:")
              .append(draw.chars("012345", 2))
              .append(":07 +0000] \"GET /")
              .append(word(draw))
              .append('/')
              .append(word(draw))
              .append(" HTTP/1.1\" ")
              .append(draw.of("200", "200", "200", "304", "404", "500"))
              .append(' ')
              .append(draw.number(0, 99999));
      case 1 ->
          to.append("Mar 11 12:")
              .append(draw.chars("012345", 2))
              .append(":07 host1 ")
              .append(word(draw))
              .append('[')
              .append(draw.number(100, 32000))
              .append("]: ")
              .append(sentence(draw))
              .append(" from ")
              .append(ip(draw))
              .append(" port ")
              .append(draw.number(1024, 65000));
      case 2 ->
          to.append("\tat com.")
              .append(word(draw))
              .append('.')
              .append(word(draw))
              .append('(')
              .append(word(draw))
              .append(".java:")
              .append(draw.number(1, 900))
              .append(')');
      default ->
          to.append("2026-03-11 12:")
              .append(draw.chars("012345", 2))
              .append(":07.")
              .append(draw.chars(Draw.DIGITS, 3))
              .append(draw.of(" INFO [", " WARN [", " ERROR ["))
              .append(word(draw))
              .append("] ")
              .append(sentence(draw))
              .append(' ')
              .append(word(draw))
              .append('=')
              .append(draw.number(0, 9999))
              .append(draw.of("ms", "KB", "", " failed"));
    }
    to.append('\n');
  }

  private static String ip(Draw draw) {
    return "10." + draw.number(0, 255) + '.' + draw.number(0, 255) + '.' + draw.number(0, 255);
  }

  private String sentence(Draw draw) {
    StringBuilder text = new StringBuilder(word(draw));
    for (int i = draw.number(3, 12); i > 0; i--) {
      text.append(' ').append(word(draw));
    }
    return text.toString();
  }

  private String word(Draw draw) {
    return words.get(draw.rank(words.size()));
  }
}
