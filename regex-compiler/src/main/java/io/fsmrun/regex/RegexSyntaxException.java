package io.fsmrun.regex;

import java.io.Serial;
import java.util.Objects;

/** A regex is refused: it is malformed, uses something that is not supported, or is too large. */
public final class RegexSyntaxException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /** Why a regex is refused. */
  public enum Kind {
    /** A PCRE construct that is not regular, or that this parser does not support. */
    UNSUPPORTED,
    /** Not a regex at all: PCRE refuses it too. */
    SYNTAX,
    /** Well formed, but past a limit of this parser. */
    LIMIT,
    /** Well formed, but no engine that may be used takes it; the parser says no such thing. */
    NO_ENGINE
  }

  /** The kind of the refusal. */
  private final Kind kind;

  /** The name of the construct. */
  private final String construct;

  /** Where the construct starts. */
  private final int offset;

  /**
   * A refusal.
   *
   * @param kind why
   * @param construct name of the construct, such as {@code back-reference}
   * @param offset 0-based offset of the construct in the regex
   * @param message one line that says what is wrong
   */
  public RegexSyntaxException(Kind kind, String construct, int offset, String message) {
    super(Objects.requireNonNull(message));
    this.kind = Objects.requireNonNull(kind);
    this.construct = Objects.requireNonNull(construct);
    this.offset = offset;
  }

  /**
   * Why the regex is refused.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * The name of the offending construct, such as {@code back-reference} or {@code quantifier}.
   *
   * @return a short name, the same for all refusals of the same sort
   */
  public String construct() {
    return construct;
  }

  /**
   * Where the offending construct starts.
   *
   * @return 0-based offset in the regex, at most its length
   */
  public int offset() {
    return offset;
  }
}
