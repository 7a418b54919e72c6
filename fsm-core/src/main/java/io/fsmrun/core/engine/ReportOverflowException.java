package io.fsmrun.core.engine;

/**
 * A piece of input made more reports than memory was set aside for; it must be run in smaller
 * pieces.
 */
public final class ReportOverflowException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ReportOverflowException(long limit) {
    super("more than " + limit + " reports at once", null, false, false);
  }
}
