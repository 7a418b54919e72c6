package io.fsmrun.ap.network;

/**
 * A network that cannot be: an id given twice, an edge to nowhere, a circle of boolean elements.
 * The message names the offending element; where it was read from a file, source, line and column
 * say where.
 */
public final class MalformedNetworkException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  /**
   * An error without a place.
   *
   * @param message what is wrong, with the id of the element
   */
  public MalformedNetworkException(String message) {
    this(message, 0, 0);
  }

  /**
   * An error at a place.
   *
   * @param message what is wrong, with the id of the element
   * @param line the line, from 1; 0 if unknown
   * @param column the column, from 1; 0 if unknown
   */
  public MalformedNetworkException(String message, int line, int column) {
    super(message);
    this.line = line;
    this.column = column;
  }

  /**
   * The line.
   *
   * @return from 1; 0 if unknown
   */
  public int line() {
    return line;
  }

  /**
   * The column.
   *
   * @return from 1; 0 if unknown
   */
  public int column() {
    return column;
  }

  /**
   * The same error, as met in a named source.
   *
   * @param source the name of the file
   * @return an error whose message starts with source, line and column
   */
  public MalformedNetworkException in(String source) {
    String place = line == 0 ? source : source + ":" + line + ":" + column;
    MalformedNetworkException placed =
        new MalformedNetworkException(place + ": " + getMessage(), line, column);
    placed.initCause(this);
    return placed;
  }
}
