package io.fsmrun.bench.reproduce;

import java.io.Serial;

/** A run gave other reports than the sequential run, so its cycles mean nothing. A defect. */
public final class ReportMismatchException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /**
   * A mismatch.
   *
   * @param run the run, in words
   * @param reports what it reported, in words
   * @param expected what the sequential run reported, in words
   */
  public ReportMismatchException(String run, String reports, String expected) {
    super("wrong reports: " + run + " gave " + reports + ", the sequential run " + expected);
  }
}
