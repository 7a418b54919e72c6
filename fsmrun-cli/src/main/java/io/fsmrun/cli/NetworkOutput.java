package io.fsmrun.cli;

import io.fsmrun.ap.engine.NetworkReportSink;

/** What becomes of the reports of a network. For one thread. */
interface NetworkOutput extends NetworkReportSink {

  /**
   * Hands on all that was kept back.
   *
   * @param symbols the length of the input
   */
  void finish(long symbols);

  /** How many reports there were, as users count them. */
  long reports();
}
