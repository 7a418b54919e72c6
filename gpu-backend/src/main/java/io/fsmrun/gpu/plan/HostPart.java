package io.fsmrun.gpu.plan;

import io.fsmrun.gpu.report.BlockWriter;
import java.util.concurrent.BlockingQueue;

/**
 * What a thread of the host hands back.
 *
 * @param reports some reports; null at the end of what they are of
 * @param failure why there are no more; null if there are
 */
record HostPart(ReportQueue reports, Throwable failure) {

  /** The end of a piece of input, or of some packets. */
  static final HostPart END = new HostPart(null, null);

  /**
   * A writer of reports.
   *
   * @param parts takes them in blocks; as long as it is full, the writing thread waits
   */
  static BlockWriter writer(BlockingQueue<HostPart> parts) {
    return new BlockWriter(
        block -> {
          ReportQueue reports = new ReportQueue();
          block.forEach(reports);
          try {
            parts.put(new HostPart(reports, null));
          } catch (InterruptedException e) {
            throw new HostThread.StoppedException();
          }
        });
  }

  /**
   * Adds the reports to others.
   *
   * @return whether there were any; false at an end
   * @throws IllegalStateException if there are none because the host failed
   */
  boolean addTo(ReportQueue queue) {
    if (failure != null) {
      throw new IllegalStateException("the rules of the host failed", failure);
    }
    if (reports == null) {
      return false;
    }
    for (; !reports.isEmpty(); reports.advance()) {
      queue.report(reports.rule(), reports.end());
    }
    return true;
  }
}
