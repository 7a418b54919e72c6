package io.fsmrun.scan;

import java.io.IOException;
import java.io.Serial;

/**
 * A file is not a database that this version can use: damaged, cut short, of another kind, or of
 * another version. The message says what was found where, and what to do.
 */
public final class UnusableDatabaseException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param message what was found, where, and what to do
   */
  public UnusableDatabaseException(String message) {
    super(message);
  }

  /**
   * A refusal with a cause.
   *
   * @param message what was found, where, and what to do
   * @param cause what reading threw
   */
  public UnusableDatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
