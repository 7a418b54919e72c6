package io.fsmrun.bench.rulesets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The files of a repository, one after another: code in several styles, configuration, tables of
 * constants, lists of checksums, encoded data, prose. Now and then a name has the name of a service
 * in it.
 */
final class RepositoryText implements TextMaker {

  /** One word in so many of a name or of prose is the name of a service. */
  private static final int WORDS_PER_SERVICE = 200;

  private final List<String> words;
  private final List<String> services;

  RepositoryText(List<String> words, List<String> services) {
    this.words = words;
    this.services = services;
  }

  /** Appends some lines of one file. */
  @Override
  public void appendPart(Draw draw, StringBuilder to) {
    int style = draw.number(0, 11);
    for (int lines = draw.number(10, 50); lines > 0; lines--) {
      appendLine(draw, to, style);
    }
  }

  private void appendLine(Draw draw, StringBuilder to, int style) {
    switch (style) {
      case 0, 1, 2 -> braces(draw, to);
      case 3, 4 -> indented(draw, to);
      case 5 -> constants(draw, to);
      case 6 -> json(draw, to);
      case 7 -> settings(draw, to);
      case 8 -> environment(draw, to);
      case 9 -> dense(draw, to);
      case 10 -> checksums(draw, to);
      default -> prose(draw, to);
    }
  }

  /** A line of a language with braces. */
  private void braces(Draw draw, StringBuilder to) {
    to.append("  ".repeat(draw.number(0, 4)));
    switch (draw.number(0, 9)) {
      case 0 -> to.append("// ").append(sentence(draw));
      case 1 -> to.append("import ").append(joined(draw, ".", 2, 5)).append(';');
      case 2 -> to.append("}");
      case 3 ->
          to.append("private static final String ")
              .append(upper(draw))
              .append(" = \"")
              .append(value(draw))
              .append("\";");
      case 4 ->
          to.append("if (")
              .append(camel(draw))
              .append(draw.of(" == ", " != ", " < "))
              .append(draw.number(0, 4096))
              .append(") {");
      case 5 -> to.append("return ").append(camel(draw)).append('.').append(camel(draw));
      default ->
          to.append(draw.of("var ", "this.", "int ", "final String "))
              .append(camel(draw))
              .append(" = ")
              .append(camel(draw))
              .append('(')
              .append(draw.oneIn(3) ? "\"" + word(draw) + "\"" : camel(draw))
              .append(");");
    }
    to.append('\n');
  }

  /** A line of a language without braces. */
  private void indented(Draw draw, StringBuilder to) {
    to.append("    ".repeat(draw.number(0, 3)));
    switch (draw.number(0, 7)) {
      case 0 -> to.append("# ").append(sentence(draw));
      case 1 -> to.append("def ").append(snake(draw)).append("(self, ").append(snake(draw) + "):");
      case 2 -> to.append("from ").append(joined(draw, ".", 1, 3)).append(" import " + word(draw));
      case 3 -> to.append("\"\"\"").append(sentence(draw)).append("\"\"\"");
      case 4 ->
          to.append(snake(draw)).append("[\"" + snake(draw) + "\"] = '" + value(draw)).append('\'');
      default ->
          to.append(draw.of("", "self.", "return "))
              .append(snake(draw))
              .append(draw.of(" = ", "(", " == "))
              .append(snake(draw))
              .append(draw.oneIn(3) ? ", None" : "." + word(draw) + "()");
    }
    to.append('\n');
  }

  private void constants(Draw draw, StringBuilder to) {
    if (draw.oneIn(4)) {
      to.append("#define ").append(upper(draw)).append(" 0x").append(draw.chars(Draw.HEX, 2, 8));
    } else {
      for (int i = 0; i < 8; i++) {
        to.append(" 0x").append(draw.chars(Draw.HEX, 8)).append(',');
      }
    }
    to.append('\n');
  }

  private void json(Draw draw, StringBuilder to) {
    to.append("  ".repeat(draw.number(1, 4))).append('"').append(setting(draw)).append("\": ");
    switch (draw.number(0, 3)) {
      case 0 -> to.append('{');
      case 1 -> to.append(draw.number(0, 99999)).append(',');
      default -> to.append('"').append(value(draw)).append("\",");
    }
    to.append('\n');
  }

  private void settings(Draw draw, StringBuilder to) {
    to.append("  ".repeat(draw.number(0, 4))).append(draw.of("", "", "- "));
    to.append(setting(draw)).append(draw.of(": ", ": ", ":\n  ", " = ")).append(value(draw));
    to.append('\n');
  }

  private void environment(Draw draw, StringBuilder to) {
    switch (draw.number(0, 3)) {
      case 0 -> to.append("# ").append(sentence(draw));
      case 1 -> to.append("export ").append(upper(draw)).append("=${" + upper(draw)).append(":-}");
      case 2 -> to.append("curl -H \"X-").append(word(draw)).append(": $" + upper(draw) + "\" ");
      default -> to.append(upper(draw)).append('=').append(value(draw));
    }
    to.append('\n');
  }

  /** Code without spaces. */
  private void dense(Draw draw, StringBuilder to) {
    for (int i = draw.number(20, 60); i > 0; i--) {
      to.append(draw.of("function(", "var ", "return ", "e.", "n&&", "t[", "(r=", "if(!"));
      to.append(draw.oneIn(3) ? camel(draw) : draw.chars(Draw.LOWER, 1));
      to.append(draw.of(")", ",", ";", "(", "}", "]=", "?", ":\"" + word(draw) + "\","));
    }
    to.append('\n');
  }

  private void checksums(Draw draw, StringBuilder to) {
    switch (draw.number(0, 3)) {
      case 0 -> to.append(joined(draw, "-", 1, 3)).append("@^").append(version(draw)).append(":");
      case 1 -> to.append("  integrity sha512-").append(draw.chars(Draw.BASE64, 86)).append("==");
      case 2 -> to.append(draw.chars(Draw.HEX, 64)).append("  ").append(joined(draw, "/", 2, 4));
      default -> to.append(draw.chars(Draw.BASE64, 76));
    }
    to.append('\n');
  }

  private void prose(Draw draw, StringBuilder to) {
    to.append(sentence(draw)).append(". ").append(sentence(draw)).append(",\n");
  }

  /** What a setting may be. Nearly a key is some of it: too short, or of other characters. */
  private String value(Draw draw) {
    return switch (draw.number(0, 13)) {
      case 0 -> "https://" + joined(draw, ".", 1, 3) + ".example/" + joined(draw, "/", 1, 4);
      case 1 -> "${" + upper(draw) + "}";
      case 2 -> draw.chars(Draw.HEX, 4, 40);
      case 3 -> uuid(draw);
      case 4 -> version(draw);
      case 5 -> "/" + joined(draw, "/", 2, 5);
      case 6 -> draw.chars(Draw.ALPHANUMERIC, 8, 24);
      case 7 -> sentence(draw);
      case 8 -> draw.of("true", "false", "null", "changeme", "xxxxxxxxxxxxxxxxxxxx");
      case 9 -> Integer.toString(draw.number(0, 100_000));
      default -> joined(draw, draw.of("-", "_", ".", " "), 1, 3);
    };
  }

  /** The name of a setting; some are such as secrets have. */
  private String setting(Draw draw) {
    return draw.oneIn(12)
        ? word(draw) + draw.of("_", ".", "-") + draw.of("key", "token", "secret", "password", "id")
        : joined(draw, draw.of("_", ".", "-"), 1, 3);
  }

  private static String uuid(Draw draw) {
    return String.join(
        "-",
        draw.chars(Draw.HEX, 8),
        draw.chars(Draw.HEX, 4),
        draw.chars(Draw.HEX, 4),
        draw.chars(Draw.HEX, 4),
        draw.chars(Draw.HEX, 12));
  }

  private static String version(Draw draw) {
    return draw.number(0, 9) + "." + draw.number(0, 20) + "." + draw.number(0, 9);
  }

  private String sentence(Draw draw) {
    return joined(draw, " ", 3, 12);
  }

  private String camel(Draw draw) {
    StringBuilder name = new StringBuilder();
    for (String part : parts(draw)) {
      name.append(name.isEmpty() ? part : capital(part));
    }
    return draw.oneIn(4) ? capital(name.toString()) : name.toString();
  }

  private String snake(Draw draw) {
    return String.join("_", parts(draw));
  }

  private String upper(Draw draw) {
    return snake(draw).toUpperCase(Locale.ROOT);
  }

  /** Words of a name: mostly one to four, but one name in thirty is long. */
  private List<String> parts(Draw draw) {
    int count = draw.oneIn(30) ? draw.number(5, 9) : 1 + draw.rank(4);
    List<String> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      parts.add(word(draw));
    }
    return parts;
  }

  private String joined(Draw draw, String separator, int least, int most) {
    StringBuilder text = new StringBuilder(word(draw));
    for (int i = draw.number(least, most); i > 1; i--) {
      text.append(separator).append(word(draw));
    }
    return text.toString();
  }

  private String word(Draw draw) {
    return draw.oneIn(WORDS_PER_SERVICE) ? draw.of(services) : words.get(draw.rank(words.size()));
  }

  private static String capital(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
