package io.fsmrun.cli.bench;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.Stream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How long a scanner that has never scanned takes to get nearly as fast as it gets: its automata
 * have no states yet, and its windows are those that were planned. The process is warm. For one
 * thread.
 */
public final class Ramp {

  /** Which part of the speed of a scanner that has scanned before is near enough. */
  public static final double NEAR = 0.9;

  private static final int CHUNK = 1 << 16;

  /** So many chunks in a row must be scanned fast. */
  private static final int WINDOW = 4;

  private static final int STEADY_PASSES = 5;
  private static final int ROUNDS = 3;
  private static final long MOST_BYTES = 1L << 27;
  private static final long MOST_NANOS = 3_000_000_000L;

  private final byte[] input;
  private final int chunks;

  /**
   * When the speed was reached.
   *
   * @param nanos after which time
   * @param bytes after how many bytes; -1 if it was not
   */
  public record Reached(long nanos, long bytes) {}

  /**
   * A measurement.
   *
   * @param input what is scanned, again and again; not empty
   */
  public Ramp(byte[] input) {
    this.input = input;
    this.chunks = (input.length + CHUNK - 1) / CHUNK;
  }

  /**
   * Measures.
   *
   * @param database what has scanned the input often enough
   * @return the middle one of some rounds
   * @throws InterruptedException if the thread is interrupted
   */
  public Reached measure(Database database) throws InterruptedException {
    long[] steady = new long[chunks];
    Arrays.fill(steady, Long.MAX_VALUE);
    for (int pass = 0; pass < STEADY_PASSES; pass++) {
      Stream stream = database.openStream();
      for (int chunk = 0; chunk < chunks; chunk++) {
        steady[chunk] = Math.min(steady[chunk], write(stream, chunk));
      }
    }
    byte[] saved = LibraryContender.save(database);
    List<Reached> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.add(reach(LibraryContender.load(saved).openStream(), steady));
    }
    rounds.sort(Comparator.comparingLong(r -> r.bytes() < 0 ? Long.MAX_VALUE : r.nanos()));
    return rounds.get(ROUNDS / 2);
  }

  private Reached reach(Stream stream, long[] steady) throws InterruptedException {
    long nanos = 0;
    long bytes = 0;
    long[] times = new long[WINDOW];
    for (int i = 0; bytes < MOST_BYTES && nanos < MOST_NANOS; i++) {
      int chunk = i % chunks;
      times[i % WINDOW] = write(stream, chunk);
      nanos += times[i % WINDOW];
      bytes += length(chunk);
      if (i >= WINDOW - 1) {
        long wanted = 0;
        long windowBytes = 0;
        for (int k = 0; k < WINDOW; k++) {
          wanted += steady[(i - k) % chunks];
          windowBytes += length((i - k) % chunks);
        }
        long took = Arrays.stream(times).sum();
        if (took * NEAR <= wanted) {
          return new Reached(nanos - took, bytes - windowBytes);
        }
      }
    }
    return new Reached(nanos, -1);
  }

  private int length(int chunk) {
    return Math.min(CHUNK, input.length - chunk * CHUNK);
  }

  private long write(Stream stream, int chunk) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while measuring");
    }
    LibraryContender.Tally tally = new LibraryContender.Tally();
    long start = System.nanoTime();
    stream.write(input, chunk * CHUNK, chunk * CHUNK + length(chunk), tally);
    return System.nanoTime() - start;
  }
}
