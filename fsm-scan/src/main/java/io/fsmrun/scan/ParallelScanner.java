package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Scans one input on several threads, with exactly the reports of {@link Scanner}, in the same
 * order, given to the handler by the calling thread. To be used by one thread at a time, and again,
 * since caches fill as it scans.
 *
 * <p>The input is cut into segments. The calling thread goes along them: a segment that no other
 * thread has taken it scans itself, from the true state, as a {@link Scanner} does; one that
 * another thread has scanned it hands over. Other threads scan segments ahead of it. An engine
 * begins such a segment in a guessed state: the last one that is known to be true, or at the start
 * one that it was in at the end of an input before, moved over the few bytes before the segment.
 * The true state at the start of a segment is known when the segments before are done. If it is the
 * guessed one, what was found is true; else the engines scan again from the true states, until they
 * are in states that they were in at the same place before. An engine whose guesses fail is run in
 * turn, by the calling thread, beside the others, until a guess would have been right again. So the
 * time is at best that of a {@link Scanner} divided by the number of threads, and at worst a little
 * more than that of a {@link Scanner}; {@link #statistics} says how it went.
 *
 * <p>What other threads find lies in order when they are done with it, so that the calling thread
 * only has to hand it over. Segments are short at first, and become longer as guesses are right.
 *
 * <p>Matches come later than those of a {@link Scanner}: a segment is read as a whole before it is
 * scanned, and some segments are read ahead. Memory is bounded, as {@link ParallelOptions} says.
 * Arrays are scanned where they are; other inputs are copied, segment by segment, by the calling
 * thread.
 *
 * <p>If the handler stops the scan or throws, if reading or a thread fails, or on an interrupt, the
 * other threads let go of the input before the call ends, which takes as long as a block of 64 KiB;
 * the scanner can be used again. A handler must not use the scanner that calls it: {@link
 * IllegalStateException}.
 */
public final class ParallelScanner implements AutoCloseable {

  private final Database database;
  private final ParallelOptions options;
  private final Executor executor;

  /** Null if the threads are somebody else's. */
  private final ExecutorService threads;

  private final int historyBytes;
  private final ParallelMemory memory;
  private ParallelStatistics statistics;
  private boolean busy;

  private ParallelScanner(
      Database database, ParallelOptions options, Executor executor, ExecutorService threads) {
    this.database = database;
    this.options = options;
    this.executor = executor;
    this.threads = threads;
    int history = 0;
    for (BlockEngine engine : database.engines()) {
      history = Math.max(history, engine.historyBytes());
    }
    historyBytes = history;
    memory = new ParallelMemory(database, options);
    statistics = new SegmentComposer(memory).statistics();
  }

  /**
   * A scanner with threads of its own: daemons, one fewer than the options say, since the calling
   * thread scans too. They look for more to do for 50 microseconds before they sleep, and end with
   * {@link #close}.
   *
   * @param database the rules
   * @param options how many threads, and how the input is cut
   * @return a fresh scanner
   */
  public static ParallelScanner of(Database database, ParallelOptions options) {
    int count = Math.max(1, options.threads() - 1);
    ExecutorService threads =
        new ThreadPoolExecutor(
            count,
            count,
            0,
            TimeUnit.SECONDS,
            new SpinningQueue(),
            task -> {
              Thread thread = new Thread(task, "fsmrun-scan");
              thread.setDaemon(true);
              return thread;
            });
    return new ParallelScanner(database, options, threads, threads);
  }

  /**
   * A scanner that borrows threads. Each scan gives the executor as many tasks as it wants threads
   * besides the calling one; each lasts until the scan ends. Tasks that are begun late or never
   * make the scan slower, nothing else.
   *
   * @param database the rules
   * @param options how many threads, and how the input is cut
   * @param executor runs the tasks; it is not shut down
   * @return a fresh scanner
   */
  public static ParallelScanner of(Database database, ParallelOptions options, Executor executor) {
    return new ParallelScanner(database, options, executor, null);
  }

  /**
   * Scans an array, which must not change meanwhile.
   *
   * @param input the input
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean scan(byte[] input, MatchHandler handler) throws InterruptedException {
    return scan(input, 0, input.length, handler);
  }

  /**
   * Scans a piece of an array, as an input of its own: its first byte has offset 0.
   *
   * @param input holds the input, and must not change meanwhile
   * @param from index of its first byte
   * @param to index after its last
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws IndexOutOfBoundsException if the indexes are not in the array
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean scan(byte[] input, int from, int to, MatchHandler handler)
      throws InterruptedException {
    Objects.checkFromToIndex(from, to, input.length);
    try {
      return run(new SegmentSource.OfArray(input, from, to), handler);
    } catch (IOException e) {
      throw new IllegalStateException("an array cannot be read", e);
    }
  }

  /**
   * Scans memory of any size, which the calling thread must be able to access.
   *
   * @param input the input; an array's is not copied, and must not change meanwhile
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean scan(MemorySegment input, MatchHandler handler) throws InterruptedException {
    if (input.heapBase().orElse(null) instanceof byte[] array) {
      int from = (int) input.address();
      return scan(array, from, from + (int) input.byteSize(), handler);
    }
    try {
      return run(copied(new SegmentSource.OfMemory(input)), handler);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
  }

  /**
   * Scans a file of any size, which the calling thread reads.
   *
   * @param input the file
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean scan(Path input, MatchHandler handler) throws IOException, InterruptedException {
    long size = Files.isRegularFile(input) ? Files.size(input) : 0;
    try (InputStream in = FileInput.open(input)) {
      // What says that it is empty need not be: the system makes up files as they are read.
      return run(copied(new SegmentSource.OfInput(in, size > 0 ? size : Long.MAX_VALUE)), handler);
    }
  }

  /**
   * Scans what a stream of bytes gives, to its end or until the handler stops, when more of it may
   * have been read. It is not closed.
   *
   * @param input gives the input; read by the calling thread
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted, which is noticed between reads
   */
  public boolean scan(InputStream input, MatchHandler handler)
      throws IOException, InterruptedException {
    return run(copied(new SegmentSource.OfInput(input, Long.MAX_VALUE)), handler);
  }

  /** An input that comes in pieces, whose matches are wanted before there is more. */
  @FunctionalInterface
  public interface Pieces {

    /**
     * The next piece. When it is asked for, the matches of the pieces before have been handed over,
     * as far as a {@link Stream} would have told them by then.
     *
     * @return memory that the calling thread can access, until it asks for the next; null at the
     *     end of the input
     * @throws InterruptedException if the thread is interrupted while it waits for one
     */
    MemorySegment next() throws InterruptedException;
  }

  /**
   * Scans an input that comes in pieces, each shared by all threads; at the end of each they wait
   * for the next.
   *
   * @param pieces gives the input; asked by the calling thread
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean scan(Pieces pieces, MatchHandler handler) throws InterruptedException {
    try {
      return run(copied(new SegmentSource.OfPieces(pieces)), handler);
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted between pieces");
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
  }

  /**
   * What the last scan did.
   *
   * @return the counts; those of no scan if there was none
   */
  public ParallelStatistics statistics() {
    return statistics;
  }

  /**
   * The rules that it scans for.
   *
   * @return the database
   */
  public Database database() {
    return database;
  }

  /** Ends the threads, if they are the scanner's own. It cannot be used afterwards. */
  @Override
  public void close() {
    if (threads != null) {
      threads.shutdownNow();
    }
  }

  private SegmentSource copied(SegmentSource.Reader reader) {
    return new SegmentSource.OfReader(reader, historyBytes + options.lookBackBytes());
  }

  private boolean run(SegmentSource source, MatchHandler handler)
      throws IOException, InterruptedException {
    if (busy) {
      throw new IllegalStateException("a handler uses the scanner that calls it");
    }
    busy = true;
    ParallelScan scan = new ParallelScan(source, handler, memory, executor);
    try {
      return scan.run();
    } finally {
      scan.end();
      statistics = scan.statistics();
      busy = false;
    }
  }
}
