package io.fsmrun.scan.plan.token;

/** A rule cannot be taken apart into tokens, or only into too many. */
final class NotTokensException extends Exception {

  private static final long serialVersionUID = 1;

  NotTokensException(String message) {
    super(message);
  }
}
