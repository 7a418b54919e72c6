package io.fsmrun.ap.anml;

/** A text that is no symbol set; says where in the text. */
public final class SymbolSetSyntaxException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int offset;

  /**
   * An error at a character.
   *
   * @param message what is wrong
   * @param offset the index of the offending character, from 0; the length of the text if its end
   *     came too early
   */
  public SymbolSetSyntaxException(String message, int offset) {
    super(message);
    this.offset = offset;
  }

  /**
   * Where the error is.
   *
   * @return the index of the offending character, from 0
   */
  public int offset() {
    return offset;
  }
}
