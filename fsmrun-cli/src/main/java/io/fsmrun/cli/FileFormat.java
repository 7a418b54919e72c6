package io.fsmrun.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The kinds of files that hold automata, by the names that users type. */
enum FileFormat {
  /** Regexes, one a line. */
  RULES,
  ANML,
  MNRL,
  /** A drawing: written, never read. */
  DOT;

  /** The format that a file's name ends in. */
  static Optional<FileFormat> ofName(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    String extension = name.substring(name.lastIndexOf('.') + 1);
    if (extension.length() == name.length()) {
      return Optional.empty();
    }
    return switch (extension) {
      case "rules", "regex" -> Optional.of(RULES);
      case "anml" -> Optional.of(ANML);
      case "mnrl" -> Optional.of(MNRL);
      case "dot", "gv" -> Optional.of(DOT);
      default -> Optional.empty();
    };
  }

  /**
   * The format that a file's content has the look of.
   *
   * @param head its first bytes
   * @return ANML or MNRL; empty if it looks like neither
   */
  static Optional<FileFormat> ofContent(byte[] head) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.startsWith("\u00ef\u00bb\u00bf")) {
      text = text.substring(3);
    }
    text = text.stripLeading();
    // A regex may start with < or {, but not like this.
    if (text.matches("(?s)<(\\?xml|!--|!DOCTYPE|anml|automata-network)\\b?.*")) {
      return Optional.of(ANML);
    }
    return text.matches("(?s)\\{\\s*[\"}].*") ? Optional.of(MNRL) : Optional.empty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
