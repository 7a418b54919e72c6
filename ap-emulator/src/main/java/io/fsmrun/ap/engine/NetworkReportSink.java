package io.fsmrun.ap.engine;

/** Takes the reports of a network, by ascending symbol, then by ascending element. */
@FunctionalInterface
public interface NetworkReportSink {

  /**
   * Takes one report.
   *
   * @param element the element that was active
   * @param symbol the number of the symbol on which it was, from 0 at the start of the stream
   */
  void report(int element, long symbol);
}
