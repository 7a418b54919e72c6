package io.fsmrun.bench.adversary;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.scan.Database;
import io.fsmrun.scan.MatchHandler;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import io.fsmrun.scan.UnusableDatabaseException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Times scans with one database, by the time that this thread has run: others do not count. For one
 * thread.
 */
final class ScanTimer {

  private static final int BLOCK = 1 << 15;
  private static final int SCANNERS = 3;
  private static final int WARM_SCANS = 3;
  private static final int TRIES = 3;

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  /** Scans go on for so long: code is compiled then, and what is made beside scanning is there. */
  private final double leastMicros;

  /** After so long, no further scan is begun. */
  private final double mostMicros;

  private final MemorySegment saved;

  /** Bytes of each write to a stream; 0 to scan inputs as a whole. */
  private final int writeBytes;

  private Database database;

  /**
   * What scanning took.
   *
   * @param reports number of reports
   * @param digest of all reports, in order
   * @param first least time of a scanner's first scan, in microseconds
   * @param warm least time of later scans
   */
  record Times(long reports, long digest, double first, double warm) {}

  ScanTimer(Database database, int writeBytes, double seconds) {
    this.leastMicros = 1e6 * seconds;
    this.mostMicros = 4 * leastMicros;
    this.writeBytes = writeBytes;
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      database.save(bytes);
      saved = MemorySegment.ofArray(bytes.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.database = database;
  }

  /** Forgets what was learnt of earlier inputs. */
  void renew() {
    try {
      database = Database.load(saved);
    } catch (UnusableDatabaseException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has the virtual machine compile what an input needs. */
  private void warmUp(byte[] input) {
    Digest digest = new Digest();
    long start = System.nanoTime();
    do {
      renew();
      Scanner scanner = database.newScanner();
      for (int i = 0; i < WARM_SCANS; i++) {
        micros(scanner, input, input.length, digest);
      }
    } while (System.nanoTime() - start < 1e3 * leastMicros);
  }

  /** Time of the first scan and of later ones, in compiled code. */
  Times times(byte[] input) {
    warmUp(input);
    Digest digest = new Digest();
    double first = Double.POSITIVE_INFINITY;
    double warm = Double.POSITIVE_INFINITY;
    double spent = 0;
    for (int s = 0; s < SCANNERS && spent < mostMicros; s++) {
      renew();
      Scanner scanner = database.newScanner();
      double once = micros(scanner, input, input.length, digest);
      first = Math.min(first, once);
      spent += once;
      warm = Math.min(warm, warm(scanner, input, input.length, digest, mostMicros - spent));
    }
    return new Times(digest.count, digest.sum, first, warm);
  }

  /** Warm time for the whole input over that for its first half. */
  double growth(byte[] input) {
    Digest digest = new Digest();
    Scanner scanner = database.newScanner();
    micros(scanner, input, input.length, digest);
    double half = warm(scanner, input, input.length / 2, digest, mostMicros);
    return warm(scanner, input, input.length, digest, mostMicros) / half;
  }

  /** Time of a scan with a scanner that has scanned the block before. */
  double warmMicros(byte[] block) {
    Digest digest = new Digest();
    Scanner scanner = database.newScanner();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TRIES; i++) {
      least = Math.min(least, micros(scanner, block, block.length, digest));
    }
    return least;
  }

  private double warm(Scanner scanner, byte[] input, int to, Digest digest, double most) {
    double least = Double.POSITIVE_INFINITY;
    double spent = 0;
    for (int i = 0; i == 0 || spent < most && (i < WARM_SCANS || spent < leastMicros); i++) {
      double once = micros(scanner, input, to, digest);
      least = Math.min(least, once);
      spent += once;
    }
    return least;
  }

  private double micros(Scanner scanner, byte[] input, int to, Digest digest) {
    digest.clear();
    long start = CLOCK.getCurrentThreadCpuTime();
    if (writeBytes == 0) {
      scanner.scan(input, 0, to, digest);
    } else {
      Stream stream = scanner.open();
      for (int from = 0; from < to; from += writeBytes) {
        stream.write(input, from, Math.min(to, from + writeBytes), digest);
      }
      stream.close(digest);
    }
    return (CLOCK.getCurrentThreadCpuTime() - start) / 1e3;
  }

  /** Warm time of each engine alone, in microseconds, without delivery of reports. */
  Map<String, Double> microsOfEngines(byte[] input) {
    Map<String, Double> micros = new LinkedHashMap<>();
    for (BlockEngine engine : database.plan().engines()) {
      BlockSession session = engine.newSession();
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < 3; i++) {
        least = Math.min(least, micros(session, input));
      }
      micros.merge(engine.name(), least, Double::sum);
    }
    return micros;
  }

  private static double micros(BlockSession session, byte[] input) {
    ReportBuffer reports = new ReportBuffer();
    long start = CLOCK.getCurrentThreadCpuTime();
    session.start();
    for (int from = 0; from < input.length; from += BLOCK) {
      int to = Math.min(input.length, from + BLOCK);
      reports.startBlock(from);
      session.scan(input, from, to, from, reports);
    }
    reports.startBlock(input.length);
    session.finish(input, input.length, input.length, reports);
    return (CLOCK.getCurrentThreadCpuTime() - start) / 1e3;
  }

  /** Counts and sums up reports such that their order matters. */
  private static final class Digest implements MatchHandler {
    private long count;
    private long sum;

    private void clear() {
      count = 0;
      sum = 0;
    }

    @Override
    public boolean match(int ruleId, long start, long end, long tag) {
      count++;
      sum = sum * 0x9E3779B97F4A7C15L + (end << Integer.SIZE | ruleId);
      return true;
    }
  }
}
