package io.fsmrun.bench.rulesets;

import java.util.List;
import java.util.Locale;

/** Lines that look like source code, configuration and logs, with hashes and keys that are none. */
final class SourceText implements TextMaker {

  private final List<String> words;

  SourceText(List<String> words) {
    this.words = words;
  }

  @Override
  public void appendPart(Draw draw, StringBuilder to) {
    int indent = draw.number(0, 3);
    switch (draw.number(0, 11)) {
      case 0 ->
          to.append("import ").append(word(draw)).append('.').append(word(draw)).append(";\n");
      case 1 -> to.append("  // ").append(sentence(draw)).append('\n');
      case 2 ->
          to.append("2026-03-")
              .append(draw.chars("12", 2))
              .append('T')
              .append("12:")
              .append(draw.chars("012345", 2))
              .append(":07Z INFO [")
              .append(word(draw))
              .append("] ")
              .append(sentence(draw))
              .append(" id=")
              .append(draw.chars(Draw.HEX, 8))
              .append('\n');
      case 3 ->
          to.append("  \"")
              .append(word(draw))
              .append("_")
              .append(word(draw))
              .append("\": \"")
              .append(word(draw))
              .append("\",\n");
      case 4 ->
          to.append("sha256:")
              .append(draw.chars(Draw.HEX, 64))
              .append(' ')
              .append(word(draw))
              .append(".tar.gz\n");
      case 5 ->
          to.append("  url = \"https://")
              .append(word(draw))
              .append(".example.org/")
              .append(word(draw))
              .append("?id=")
              .append(draw.number(1, 99999))
              .append("\"\n");
      case 6 ->
          to.append("    String ")
              .append(draw.of("token", "key", "secret", "apiKey", "name"))
              .append(" = ")
              .append(word(draw))
              .append(".get(\"")
              .append(word(draw))
              .append("\");\n");
      case 7 ->
          to.append("export ")
              .append(word(draw).toUpperCase(Locale.ROOT))
              .append("_KEY=")
              .append(draw.chars(Draw.ALPHANUMERIC, 4, 30))
              .append('\n');
      case 8 -> to.append(draw.chars(Draw.BASE64, 76)).append('\n');
      default -> statement(draw, to, indent);
    }
  }

  private void statement(Draw draw, StringBuilder to, int indent) {
    to.append("  ".repeat(indent))
        .append(draw.of("if (", "return ", "while (", "var x = ", "this."));
    to.append(word(draw)).append(capital(word(draw))).append('(').append(word(draw));
    to.append(draw.of(", ", " == ", " + ", ".")).append(draw.number(0, 4096)).append(");\n");
  }

  private String sentence(Draw draw) {
    StringBuilder text = new StringBuilder(word(draw));
    for (int i = draw.number(3, 10); i > 0; i--) {
      text.append(' ').append(word(draw));
    }
    return text.toString();
  }

  private String word(Draw draw) {
    return words.get(draw.rank(words.size()));
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
