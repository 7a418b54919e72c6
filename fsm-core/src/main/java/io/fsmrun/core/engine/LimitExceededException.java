package io.fsmrun.core.engine;

/** A step that could explode was stopped at its limit; nothing of it is kept. */
public final class LimitExceededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long limit;
  private final long seen;

  /**
   * Names what grew, its limit and how far it came.
   *
   * @param what the thing counted, in the plural: "DFA states"
   * @param limit the most that was allowed
   * @param seen how many there were, or were about to be
   */
  public LimitExceededException(String what, long limit, long seen) {
    super(what + ": " + seen + ", over the limit of " + limit);
    this.limit = limit;
    this.seen = seen;
  }

  /**
   * The most that was allowed.
   *
   * @return the limit
   */
  public long limit() {
    return limit;
  }

  /**
   * How many there were, or were about to be.
   *
   * @return a number above the limit
   */
  public long seen() {
    return seen;
  }
}
