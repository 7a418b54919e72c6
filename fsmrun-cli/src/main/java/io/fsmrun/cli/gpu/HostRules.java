package io.fsmrun.cli.gpu;

import io.fsmrun.core.report.ReportSink;
import io.fsmrun.gpu.plan.HostEngine;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.ParallelOptions;
import io.fsmrun.scan.ParallelScanner;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The rules that the device does not take, scanned by the library on several threads: an input by
 * all of them, packets by one each. One input at a time, or any number of packets; caches are kept
 * from one to the next.
 */
final class HostRules implements HostEngine, AutoCloseable {

  private final Database database;
  private final int threads;
  private final ConcurrentLinkedQueue<Scanner> idle = new ConcurrentLinkedQueue<>();
  private ParallelScanner shared;

  /**
   * Rules of the host.
   *
   * @param threads how many scan, from 1
   */
  HostRules(Database database, int threads) {
    this.database = database;
    this.threads = threads;
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public void scan(Pieces pieces, ReportSink sink) throws InterruptedException {
    shared().scan(pieces::next, handler(sink));
  }

  private synchronized ParallelScanner shared() {
    if (shared == null) {
      shared = ParallelScanner.of(database, ParallelOptions.of(threads));
    }
    return shared;
  }

  @Override
  public Scan begin() {
    Scanner waiting = idle.poll();
    Scanner scanner = waiting == null ? database.newScanner() : waiting;
    Stream stream = scanner.open();
    return new Scan() {
      @Override
      public void write(MemorySegment bytes, ReportSink sink) {
        stream.write(bytes, handler(sink));
      }

      @Override
      public void finish(ReportSink sink) {
        stream.close(handler(sink));
        idle.add(scanner);
      }
    };
  }

  private static MatchHandler handler(ReportSink sink) {
    return (rule, start, end, tag) -> {
      sink.report(rule, end);
      return true;
    };
  }

  /** Ends the threads; nothing is scanned any more. */
  @Override
  public synchronized void close() {
    if (shared != null) {
      shared.close();
      shared = null;
    }
  }
}
