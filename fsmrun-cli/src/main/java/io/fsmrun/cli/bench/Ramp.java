package io.fsmrun.cli.bench;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import io.fsmrun.scan.Stream;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

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
  private static final int WINDOW = 8;

  private static final int STEADY_PASSES = 5;
  private static final int ROUNDS = 3;
  private static final long MOST_BYTES = 1L << 25;
  private static final long MOST_NANOS = 2_000_000_000L;

  private final byte[] input;
  private final int chunks;

  /**
   * When the speed was reached.
   *
   * @param nanos after which time
   * @param bytes after how many bytes; -1 if it was not
   */
  public record Reached(long nanos, long bytes) {}

  /** Somebody who writes chunks of the input to one stream after another. */
  interface Writer {

    /** Begins a stream. */
    void begin();

    /**
     * Writes a chunk.
     *
     * @param from where it begins
     * @param to where it ends
     * @return how long it took, in nanoseconds
     */
    long write(int from, int to);
  }

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
   * @param database the rules
   * @return the middle one of some rounds
   * @throws InterruptedException if the thread is interrupted
   */
  public Reached measure(Database database) throws InterruptedException {
    byte[] saved = LibraryContender.save(database);
    return measure(
        new StreamWriter(database, input),
        () -> new StreamWriter(LibraryContender.load(saved), input));
  }

  /**
   * Measures.
   *
   * @param used who is as fast as it gets, once it has scanned as much as a new one may
   * @param fresh makes those who have never scanned
   */
  Reached measure(Writer used, Supplier<Writer> fresh) throws InterruptedException {
    times(used);
    List<long[]> passes = new ArrayList<>();
    List<LongArrayList> rounds = new ArrayList<>();
    // Before and after each round, so that what disturbs the machine disturbs both.
    scanSteadily(used, passes);
    for (int round = 0; round < ROUNDS; round++) {
      rounds.add(times(fresh.get()));
      scanSteadily(used, passes);
    }
    long[] steady = medians(passes);
    return rounds.stream()
        .map(times -> reached(times, steady))
        .sorted(Comparator.comparingLong(r -> r.bytes() < 0 ? Long.MAX_VALUE : r.nanos()))
        .toList()
        .get(ROUNDS / 2);
  }

  private void scanSteadily(Writer used, List<long[]> passes) throws InterruptedException {
    for (int pass = 0; pass < STEADY_PASSES; pass++) {
      used.begin();
      long[] times = new long[chunks];
      for (int chunk = 0; chunk < chunks; chunk++) {
        times[chunk] = write(used, chunk);
      }
      passes.add(times);
    }
  }

  private long[] medians(List<long[]> passes) {
    long[] medians = new long[chunks];
    for (int chunk = 0; chunk < chunks; chunk++) {
      int number = chunk;
      long[] sorted = passes.stream().mapToLong(times -> times[number]).sorted().toArray();
      medians[chunk] = sorted[sorted.length / 2];
    }
    return medians;
  }

  /** How long each chunk took in one stream. */
  private LongArrayList times(Writer writer) throws InterruptedException {
    writer.begin();
    LongArrayList times = new LongArrayList();
    long nanos = 0;
    for (long bytes = 0; bytes < MOST_BYTES && nanos < MOST_NANOS; ) {
      int chunk = times.size() % chunks;
      times.add(write(writer, chunk));
      nanos += times.getLong(times.size() - 1);
      bytes += length(chunk);
    }
    return times;
  }

  private Reached reached(LongArrayList times, long[] steady) {
    long nanos = 0;
    long bytes = 0;
    for (int i = 0; i + WINDOW <= times.size(); i++) {
      long took = 0;
      long wanted = 0;
      for (int k = i; k < i + WINDOW; k++) {
        took += times.getLong(k);
        wanted += steady[k % chunks];
      }
      if (took * NEAR <= wanted) {
        return new Reached(nanos, bytes);
      }
      nanos += times.getLong(i);
      bytes += length(i % chunks);
    }
    return new Reached(nanos, -1);
  }

  private int length(int chunk) {
    return Math.min(CHUNK, input.length - chunk * CHUNK);
  }

  private long write(Writer writer, int chunk) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while measuring");
    }
    int from = chunk * CHUNK;
    return writer.write(from, from + length(chunk));
  }

  /** A scanner that writes to streams of its own. */
  private static final class StreamWriter implements Writer {
    private final Scanner scanner;
    private final byte[] input;
    private Stream stream;

    StreamWriter(Database database, byte[] input) {
      this.scanner = database.newScanner();
      this.input = input;
    }

    @Override
    public void begin() {
      stream = scanner.open();
    }

    @Override
    public long write(int from, int to) {
      LibraryContender.Tally tally = new LibraryContender.Tally();
      long start = System.nanoTime();
      stream.write(input, from, to, tally);
      return System.nanoTime() - start;
    }
  }
}
