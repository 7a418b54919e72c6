package io.fsmrun.gpu.stream;

/** Takes reports of packets or flows, many at a time. */
@FunctionalInterface
public interface SpanSink {

  /**
   * Takes the next reports.
   *
   * @param spans the reports, in at least one span; valid until this returns
   */
  void accept(ReportSpans spans);
}
