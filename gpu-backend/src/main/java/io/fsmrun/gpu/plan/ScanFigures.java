package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.stream.StreamFigures;
import io.fsmrun.gpu.table.TableFigures;

/**
 * What a scan with a plan did.
 *
 * @param streams what bit streams did; null if no rule is one
 * @param tables what tables did; null if there are none
 */
public record ScanFigures(StreamFigures streams, TableFigures tables) {

  /**
   * Time of all kernels. If there are both engines, each may have waited for the other's, so that
   * the sum is more than what the device took.
   *
   * @return milliseconds
   */
  public double kernelMillis() {
    return (streams == null ? 0 : streams.kernelMillis())
        + (tables == null ? 0 : tables.kernelMillis());
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
