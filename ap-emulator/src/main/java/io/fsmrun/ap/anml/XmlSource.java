package io.fsmrun.ap.anml;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The characters of an XML file. Decodes strictly, remembers the text that was read last, so that
 * errors inside of attributes can be placed, and stops a tag, text or comment without end.
 */
final class XmlSource extends Reader {

  /** The most characters between two events of the parser, what it reads ahead included. */
  static final int MOST_CHARACTERS = 1 << 24;

  private static final int REMEMBERED = 1 << 17;
  private static final Pattern DECLARED =
      Pattern.compile("^<\\?xml[^>]*?\\sencoding\\s*=\\s*[\"']([^\"']*)[\"']");

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes;
  private final char[] recent = new char[REMEMBERED];
  private long delivered;
  private long deliveredAtEvent;
  private int line = 1;
  private int column = 1;
  private boolean afterReturn;
  private boolean ended;

  /** Bytes that are no text, or a text that does not end; says where. */
  static final class SourceException extends IOException {
    private static final long serialVersionUID = 1L;
    final int line;
    final int column;

    SourceException(String message, int line, int column) {
      super(message);
      this.line = line;
      this.column = column;
    }
  }

  XmlSource(InputStream in) throws IOException {
    this.in = in;
    byte[] buffer = new byte[1 << 16];
    int length = in.readNBytes(buffer, 0, 1024);
    bytes = ByteBuffer.wrap(buffer, 0, length);
    Charset charset = charset(buffer, length);
    decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  private Charset charset(byte[] start, int length) throws SourceException {
    int first = length < 2 ? 0 : (start[0] & 0xff) << 8 | start[1] & 0xff;
    if (first == 0xfeff || first == 0xfffe || first == '<' || first == '<' << 8) {
      boolean big = first == 0xfeff || first == '<';
      bytes.position(first > '<' << 8 ? 2 : 0);
      return big ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_16LE;
    }
    if (first == 0xefbb && length > 2 && (start[2] & 0xff) == 0xbf) {
      bytes.position(3);
    }
    String text = new String(start, bytes.position(), bytes.remaining(), StandardCharsets.US_ASCII);
    Matcher declaration = DECLARED.matcher(text);
    if (!declaration.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      return Charset.forName(declaration.group(1));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new SourceException("the encoding '" + declaration.group(1) + "' is not known", 1, 1);
    }
  }

  /** Tells that the parser has come to an event. */
  void event() {
    deliveredAtEvent = delivered;
  }

  @Override
  public int read(char[] target, int offset, int length) throws IOException {
    if (delivered - deliveredAtEvent > MOST_CHARACTERS) {
      throw new SourceException(
          "a tag, text or comment of more than " + MOST_CHARACTERS + " characters", line, column);
    }
    CharBuffer out = CharBuffer.wrap(target, offset, Math.min(length, REMEMBERED / 2));
    int start = out.position();
    while (out.position() == start && !ended) {
      CoderResult result = decoder.decode(bytes, out, false);
      if (result.isError()) {
        remember(target, offset, out.position() - start);
        throw new SourceException(
            "bytes that are not " + decoder.charset() + ", the encoding of the file", line, column);
      }
      if (result.isUnderflow() && out.position() == start) {
        refill();
      }
    }
    int count = out.position() - start;
    remember(target, offset, count);
    return count == 0 ? -1 : count;
  }

  private void refill() throws IOException {
    bytes.compact();
    int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
    bytes.position(bytes.position() + Math.max(read, 0));
    bytes.flip();
    if (read < 0) {
      if (bytes.hasRemaining()) {
        throw new SourceException(
            "the file ends within a character of " + decoder.charset(), line, column);
      }
      ended = true;
    }
  }

  private void remember(char[] from, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      char c = from[i];
      recent[(int) (delivered++ % REMEMBERED)] = c;
      if (c == '\r' || c == '\n' && !afterReturn) {
        line++;
        column = 1;
      } else if (c != '\n') {
        column++;
      }
      afterReturn = c == '\r';
    }
  }

  /**
   * Where a character of an attribute's value is.
   *
   * @param tagLine the line on which the tag ends
   * @param tagColumn the column after its end
   * @param attribute the name of the attribute
   * @param index the index of the character in the value
   * @return line and column; those given if the tag is no longer remembered
   */
  int[] place(int tagLine, int tagColumn, String attribute, int index) {
    String text = recentText();
    int end = end(text, tagLine, tagColumn);
    int start = end < 0 ? -1 : text.lastIndexOf('<', end - 1);
    if (start < 0) {
      return new int[] {tagLine, tagColumn};
    }
    Matcher value =
        Pattern.compile("\\s" + Pattern.quote(attribute) + "\\s*=\\s*[\"']").matcher(text);
    if (!value.region(start, end).find()) {
      return new int[] {tagLine, tagColumn};
    }
    int at = value.end();
    for (int i = 0; i < index && at < end; i++) {
      int reference = text.charAt(at) == '&' ? text.indexOf(';', at) : -1;
      at = reference < 0 ? at + 1 : reference + 1;
    }
    int lineStart = lineStart(text, at);
    return new int[] {tagLine - lineEnds(text, at, end), at - lineStart + 1};
  }

  private String recentText() {
    int count = (int) Math.min(delivered, REMEMBERED);
    StringBuilder text = new StringBuilder(count);
    for (long i = delivered - count; i < delivered; i++) {
      text.append(recent[(int) (i % REMEMBERED)]);
    }
    return text.toString();
  }

  /** The index of the place that the parser names; negative if it is not in the text. */
  private int end(String text, int tagLine, int tagColumn) {
    int at = text.length();
    for (int back = line - tagLine; back > 0 && at >= 0; back--) {
      at = lineStart(text, at) - 1;
      if (at > 0 && text.charAt(at) == '\n' && text.charAt(at - 1) == '\r') {
        at--;
      }
    }
    int end = at < 0 ? -1 : lineStart(text, at) + tagColumn - 1;
    return end > text.length() ? -1 : end;
  }

  private static int lineStart(String text, int at) {
    int start = at;
    while (start > 0 && text.charAt(start - 1) != '\n' && text.charAt(start - 1) != '\r') {
      start--;
    }
    return start;
  }

  private static int lineEnds(String text, int from, int to) {
    int count = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      count += c == '\r' || c == '\n' && (i == 0 || text.charAt(i - 1) != '\r') ? 1 : 0;
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
