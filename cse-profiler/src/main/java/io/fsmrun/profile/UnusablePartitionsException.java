package io.fsmrun.profile;

/**
 * A partition file cannot be used: it is none, of another version, damaged, or of another ruleset.
 * The message says which, and what to do.
 */
public final class UnusablePartitionsException extends Exception {

  private static final long serialVersionUID = 1;

  /**
   * An exception.
   *
   * @param message what is wrong, and what to do, in a sentence without the file's name
   */
  public UnusablePartitionsException(String message) {
    super(message);
  }
}
