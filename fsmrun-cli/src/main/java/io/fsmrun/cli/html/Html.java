package io.fsmrun.cli.html;

/** Makes text harmless where it is put. */
final class Html {

  private static final char LINE_SEPARATOR = '\u2028';
  private static final char PARAGRAPH_SEPARATOR = '\u2029';
  private static final char NUL_PICTURE = '\u2400';

  private Html() {}

  /** Text between tags, or between the quotes of an attribute. */
  static String text(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        // A parser of HTML would make a line feed of it.
        case '\r' -> out.append("&#13;");
        // There is no way to write it.
        case '\0' -> out.append(NUL_PICTURE);
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  /**
   * JSON inside a script element. What could end the element, begin a comment in it, or end a line
   * of a script stands only in strings, where JSON has another way to write it.
   */
  static String json(String json) {
    StringBuilder out = new StringBuilder(json.length() + 16);
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c == '<' || c == '>' || c == '&' || c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
