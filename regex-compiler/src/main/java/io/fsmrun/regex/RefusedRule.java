package io.fsmrun.regex;

/**
 * A rule that was not accepted, and why.
 *
 * @param id the rule's id: its 1-based line number
 * @param column 1-based column, in bytes, of the construct that is to blame
 * @param kind the kind of the refusal
 * @param construct name of the construct, such as {@code back-reference}
 * @param message one line that says what is wrong
 * @param line the line the rule was written on, one char per byte; its beginning if it is too long
 */
public record RefusedRule(
    int id,
    int column,
    RegexSyntaxException.Kind kind,
    String construct,
    String message,
    String line) {

  /** How many columns of a line {@link #display} shows at most. */
  public static final int DISPLAY_WIDTH = 100;

  private static final String ELLIPSIS = "...";

  /**
   * The refusal for people: where and why, the line, and a caret under the column.
   *
   * <p>Bytes that are not printable ASCII show as {@code .}, so that the caret stands right. Of a
   * line longer than {@link #DISPLAY_WIDTH} only the part around the column is shown.
   *
   * @param source name of the rules file
   * @return three lines, separated by {@code \n}, without a newline at the end
   */
  public String display(String source) {
    int at = Math.min(column - 1, line.length());
    int from = Math.max(0, Math.min(at - DISPLAY_WIDTH / 2, line.length() - DISPLAY_WIDTH));
    int to = Math.min(line.length(), from + DISPLAY_WIDTH);
    String head = from > 0 ? ELLIPSIS : "";
    String tail = to < line.length() ? ELLIPSIS : "";
    String shown = head + PatternReader.printable(line.substring(from, to)) + tail;
    String caret = " ".repeat(head.length() + at - from) + "^";
    return source + ":" + id + ":" + column + ": refused: " + message + "\n" + shown + "\n" + caret;
  }
}
