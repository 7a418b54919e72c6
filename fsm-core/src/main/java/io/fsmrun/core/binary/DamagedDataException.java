package io.fsmrun.core.binary;

/** Stored data is not what was written: cut short, altered, or of another kind. */
public final class DamagedDataException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Says what is wrong.
   *
   * @param message what was found, and where
   */
  public DamagedDataException(String message) {
    super(message);
  }
}
