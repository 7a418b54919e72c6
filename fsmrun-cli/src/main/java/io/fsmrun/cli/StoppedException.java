package io.fsmrun.cli;

import java.io.Serial;

/** Carries the end of a strict run through code that knows nothing of it. */
final class StoppedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient UserErrorException reason;

  StoppedException(UserErrorException reason) {
    super(reason);
    this.reason = reason;
  }

  UserErrorException reason() {
    return reason;
  }
}
