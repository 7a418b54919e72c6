package io.fsmrun.cli.gpu;

import java.io.Serial;

/** Rules of which a GPU takes none. The message says why, for users. */
public final class UnfitRulesException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  UnfitRulesException(String message) {
    super(message);
  }
}
