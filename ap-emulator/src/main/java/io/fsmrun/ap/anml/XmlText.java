package io.fsmrun.ap.anml;

import io.fsmrun.ap.network.MalformedNetworkException;
import java.io.IOException;
import java.io.Writer;

/** Text in attributes of XML 1.0. */
final class XmlText {

  private XmlText() {}

  /** Fails if XML has no way to write a text. */
  static void check(String what, String id, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean control = c < ' ' && c != '\t' && c != '\n' && c != '\r';
      if (control || c == '\ufffe' || c == '\uffff') {
        throw new MalformedNetworkException(
            what
                + " of '"
                + id
                + "' has the character U+%04X, which XML cannot hold".formatted((int) c));
      }
    }
  }

  static void escape(String text, Writer out) throws IOException {
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      String escaped =
          switch (text.charAt(i)) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            // Attributes are normalised: these would come back as spaces.
            case '\t' -> "&#9;";
            case '\n' -> "&#10;";
            case '\r' -> "&#13;";
            default -> null;
          };
      if (escaped != null) {
        out.write(text, plain, i - plain);
        out.write(escaped);
        plain = i + 1;
      }
    }
    out.write(text, plain, text.length() - plain);
  }
}
