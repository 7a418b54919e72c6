package io.fsmrun.cli.gpu;

import java.io.Serial;

/** Rules that a GPU does not take. The message says which and why, for users. */
public final class UnfitRulesException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  UnfitRulesException(String message, Throwable cause) {
    super(message, cause);
  }
}
