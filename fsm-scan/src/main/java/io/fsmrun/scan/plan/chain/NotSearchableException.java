package io.fsmrun.scan.plan.chain;

/** A rule has a part that cannot be found by searching for windows. */
public final class NotSearchableException extends Exception {

  private static final long serialVersionUID = 1;

  /**
   * Says why.
   *
   * @param reason half a sentence
   */
  public NotSearchableException(String reason) {
    super(reason, null, false, false);
  }
}
