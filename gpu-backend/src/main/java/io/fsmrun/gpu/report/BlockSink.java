package io.fsmrun.gpu.report;

/** Takes reports, many at a time. */
@FunctionalInterface
public interface BlockSink {

  /**
   * Takes the next reports, which come by end, then rule.
   *
   * @param block the reports, at least one; its arrays are used again when this returns
   */
  void accept(ReportBlock block);
}
