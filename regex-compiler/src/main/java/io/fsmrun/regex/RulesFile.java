package io.fsmrun.regex;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads rules files: one rule a line, either {@code /regex/flags} or a bare regex.
 *
 * <p>A line is {@code /regex/flags} if it starts with a slash, and after its last slash, which no
 * backslash escapes, come only ASCII letters, digits and trailing blanks. The letters {@code
 * ismxAE} are {@link RegexFlags}, all others are noted and change nothing. The slashes are no part
 * of the regex.
 *
 * <p>Bytes are taken as they are, one char each. Lines end with LF or CRLF. A UTF-8 byte order mark
 * at the start of the file is skipped, and so are empty lines, which keep their number. {@code #}
 * starts no comment: it may be the first byte of a regex.
 */
public final class RulesFile {

  /** The longest line that is read as a rule; a longer one is refused. */
  public static final int MAX_LINE_BYTES = 1 << 20;

  /** How much of a line that is too long is kept to show it. */
  private static final int KEPT_BYTES = 80;

  private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

  private RulesFile() {}

  /**
   * Reads a rules file.
   *
   * @param file the file; its path as given is the name of the source
   * @return its rules
   * @throws java.nio.file.NoSuchFileException if there is no such file
   * @throws java.nio.file.AccessDeniedException if it may not be read
   * @throws FileSystemException if it is a directory
   * @throws IOException if it cannot be read
   */
  public static Rules read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FileSystemException(file.toString(), null, "is a directory, not a rules file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, file.toString());
    }
  }

  /**
   * Reads rules from a stream, up to its end; the caller closes it.
   *
   * @param in the bytes of a rules file
   * @param source name of the source, for messages
   * @return its rules
   * @throws IOException if the stream cannot be read
   */
  public static Rules read(InputStream in, String source) throws IOException {
    InputStream bytes = new BufferedInputStream(in, 1 << 16);
    skipByteOrderMark(bytes);
    RulesBuilder builder = new RulesBuilder();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    long length = 0;
    for (int symbol = bytes.read(); symbol >= 0; symbol = bytes.read()) {
      if (symbol == '\n') {
        addLine(builder, line, length);
        line.reset();
        length = 0;
        continue;
      }
      // One byte more than the limit is kept, for the CR of a line of just that length.
      if (length++ <= MAX_LINE_BYTES) {
        line.write(symbol);
      }
    }
    if (length > 0) {
      addLine(builder, line, length);
    }
    return builder.build(source);
  }

  private static void addLine(RulesBuilder builder, ByteArrayOutputStream bytes, long length) {
    String line = bytes.toString(StandardCharsets.ISO_8859_1);
    if (length == line.length() && line.endsWith("\r")) {
      line = line.substring(0, line.length() - 1);
    }
    if (line.length() > MAX_LINE_BYTES) {
      builder.addTooLong(line.substring(0, KEPT_BYTES), MAX_LINE_BYTES);
    } else {
      builder.addLine(line);
    }
  }

  private static void skipByteOrderMark(InputStream in) throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    for (int expected : BYTE_ORDER_MARK) {
      if (in.read() != expected) {
        in.reset();
        return;
      }
    }
  }
}
