package io.fsmrun.gpu.plan;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.report.Report;
import io.fsmrun.core.report.ReportSink;
import io.fsmrun.testkit.ReferenceEngine;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** A host engine that runs the reference engine over all bytes so far, each time anew. */
final class SlowHost implements HostEngine {

  private static final int THREADS = 3;

  private final RuleSet machine;

  SlowHost(RuleSet machine) {
    this.machine = machine;
  }

  @Override
  public int threads() {
    return THREADS;
  }

  @Override
  public Scan begin() {
    return new Scan() {
      private final ByteArrayOutputStream read = new ByteArrayOutputStream();
      private int told;

      @Override
      public void write(MemorySegment bytes, ReportSink sink) {
        read.writeBytes(bytes.toArray(ValueLayout.JAVA_BYTE));
        tell(read.size() - LATE, sink);
      }

      @Override
      public void finish(ReportSink sink) {
        tell(Long.MAX_VALUE, sink);
      }

      private void tell(long to, ReportSink sink) {
        List<Report> all = ReferenceEngine.reports(machine, read.toByteArray());
        while (told < all.size() && all.get(told).end() <= to) {
          sink.report(all.get(told).rule(), all.get(told).end());
          told++;
        }
      }
    };
  }
}
