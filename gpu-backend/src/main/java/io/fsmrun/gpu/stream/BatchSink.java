package io.fsmrun.gpu.stream;

/** Takes reports as they come from the device. */
@FunctionalInterface
public interface BatchSink {

  /**
   * Takes the reports of a piece of input; pieces come in order.
   *
   * @param batch the reports
   */
  void accept(ReportBatch batch);
}
