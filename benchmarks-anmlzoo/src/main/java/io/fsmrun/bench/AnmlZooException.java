package io.fsmrun.bench;

import java.io.IOException;
import java.io.Serial;

/**
 * A benchmark of ANMLZoo cannot be used; the message says in one line what is missing, where it was
 * looked for, and what there is instead.
 */
public final class AnmlZooException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * A refusal.
   *
   * @param message one line
   */
  public AnmlZooException(String message) {
    super(message);
  }
}
