package io.fsmrun.bench.hyperscan;

import java.io.Serial;

/**
 * Hyperscan is not there, is not usable on this machine, or refuses what it is asked. The message
 * is one line for users, and says what to do where something can be done.
 */
public final class HyperscanException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * An exception with a message for users.
   *
   * @param message one line
   */
  public HyperscanException(String message) {
    super(message);
  }
}
