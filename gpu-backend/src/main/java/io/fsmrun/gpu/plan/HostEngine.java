package io.fsmrun.gpu.plan;

import io.fsmrun.core.report.ReportSink;
import java.lang.foreign.MemorySegment;

/** Scans for rules that no engine of the device takes, on the host. */
@FunctionalInterface
public interface HostEngine {

  /**
   * Begins a scan.
   *
   * @return the scan, at the start of an input; used by one thread, not the one that asks for it
   */
  Scan begin();

  /** One scan. An exception of a sink ends it. */
  interface Scan {

    /** Positions at the end of what was written whose reports may come later. */
    int LATE = 2;

    /**
     * Scans the next bytes. Afterwards all matches have been reported that end before the last
     * {@value #LATE} positions.
     *
     * @param bytes the bytes; not used after the call
     * @param sink takes the reports, by end, then rule
     */
    void write(MemorySegment bytes, ReportSink sink);

    /**
     * The input ends here.
     *
     * @param sink takes the reports that are left
     */
    void finish(ReportSink sink);
  }
}
