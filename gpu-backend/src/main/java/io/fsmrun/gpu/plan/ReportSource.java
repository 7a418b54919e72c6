package io.fsmrun.gpu.plan;

import java.io.IOException;

/** Reports of one engine that are asked for one by one, piece by piece. For one thread. */
interface ReportSource {

  /**
   * Whether there is another report of the pieces so far.
   *
   * @throws InterruptedException if the thread is interrupted while it waits for one
   */
  boolean has() throws InterruptedException;

  /** Where the next report ends. */
  long end();

  /** The rule of the next report. */
  int rule();

  /** Goes on to the report after the next. */
  void advance();

  /**
   * Another piece begins, when {@link #endPiece} was called for the one before.
   *
   * @throws IOException if it cannot be read
   */
  void startPiece() throws IOException;

  /**
   * Takes over all reports of the piece that are left.
   *
   * @throws InterruptedException if the thread is interrupted while it waits for them
   */
  void endPiece() throws InterruptedException;
}
