package io.fsmrun.gpu.stream;

import io.fsmrun.core.report.ReportSink;

/**
 * What lies side by side in an input: packets, or what there is of flows. Tells the device where in
 * a piece they lie, and finds out whose a report is. Rules may be marked {@link
 * ReportBatch#BEFORE_FIRST}.
 */
interface InputLayout extends ReportSink {

  /** Writes into a piece what lies in it, its overlap included. */
  void locate(ChunkSlot slot);

  /** Takes what a piece says of the ends of flows; its reports were handed over before. */
  default void collect(ChunkSlot slot) {}

  /** After the last piece. */
  void finish();
}
