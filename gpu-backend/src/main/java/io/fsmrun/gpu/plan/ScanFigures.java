package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.table.TableFigures;

/**
 * What a scan with a plan did.
 *
 * @param streams what bit streams did; null if no rule is one
 * @param tables what tables did; null if there are none
 * @param kernelMillis time of all kernels: of the only engine, what the host took between kernels
 *     of a piece included; if there are both, milliseconds in which a kernel of either ran
 */
public record ScanFigures(StreamFigures streams, TableFigures tables, double kernelMillis) {

  /** Figures of one engine. */
  static ScanFigures of(StreamFigures streams, TableFigures tables) {
    return new ScanFigures(
        streams, tables, streams == null ? tables.kernelMillis() : streams.kernelMillis());
  }

  /**
   * Records that the device made.
   *
   * @return 0 or more
   */
  public long records() {
    return (streams == null ? 0 : streams.records()) + (tables == null ? 0 : tables.records());
  }
}
