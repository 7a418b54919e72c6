package io.fsmrun.cli.gpu;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.plan.HostEngine;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.lang.foreign.MemorySegment;

/**
 * The rules that the device does not take, scanned by the library. One scan at a time, each in a
 * thread of its own; caches are kept from one to the next.
 */
final class HostRules implements HostEngine {

  private final Database database;
  private Scanner scanner;

  HostRules(Database database) {
    this.database = database;
  }

  @Override
  public Scan begin() {
    if (scanner == null) {
      scanner = database.newScanner();
    }
    Stream stream = scanner.open();
    return new Scan() {
      @Override
      public void write(MemorySegment bytes, ReportSink sink) {
        stream.write(bytes, handler(sink));
      }

      @Override
      public void finish(ReportSink sink) {
        stream.close(handler(sink));
      }
    };
  }

  private static MatchHandler handler(ReportSink sink) {
    return (rule, start, end, tag) -> {
      sink.report(rule, end);
      return true;
    };
  }
}
