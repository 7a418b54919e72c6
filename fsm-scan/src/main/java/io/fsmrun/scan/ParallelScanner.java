package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Scans one input on several threads, with exactly the reports of {@link Scanner}, in the same
 * order, given to the handler by the calling thread. To be used by one thread at a time, and again,
 * since caches fill as it scans.
 *
 * <p>The input is cut into segments that threads take in turn. An engine begins a segment in a
 * guessed state: the last one that is known to be true, moved over the few bytes before the
 * segment. The true state at the start of a segment is known when the segments before are done. If
 * it is the guessed one, what was found is true; else the engine scans again from the true state,
 * until it is in a state that it was in at the same place before. An engine whose guesses fail is
 * run in turn for a while, by the calling thread, beside the others. So the time is at best that of
 * a {@link Scanner} divided by the number of threads, and at worst a little more than that of a
 * {@link Scanner}; {@link #statistics} says how it went.
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

  /** Segments that are read and not yet handed over, for each thread. */
  private static final int AHEAD = 2;

  /** Segments grow again when they have fewer reports than a fourth of those that are kept. */
  private static final int FEW_REPORTS = EngineSessions.MOST_REPORTS / 4;

  private final Database database;
  private final ParallelOptions options;
  private final Executor executor;

  /** Null if the threads are somebody else's. */
  private final ExecutorService threads;

  private final int historyBytes;
  private final EngineSessions own;
  private final ConcurrentLinkedQueue<EngineSessions> idle = new ConcurrentLinkedQueue<>();
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
    own = newSessions();
    statistics = new SegmentComposer(database, own, options).statistics();
  }

  /**
   * A scanner with threads of its own: daemons, one fewer than the options say, since the calling
   * thread scans too. They end with {@link #close}.
   *
   * @param database the rules
   * @param options how many threads, and how the input is cut
   * @return a fresh scanner
   */
  public static ParallelScanner of(Database database, ParallelOptions options) {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, options.threads() - 1),
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
      return run(copied(new MemoryReader(input)), handler);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be read", e);
    }
  }

  /**
   * Scans a file of any size, mapped into memory; anything that is not a regular file is read. The
   * file must not be cut while it is scanned.
   *
   * @param input the file
   * @param handler takes the matches
   * @return whether the scan ran to the end; false if the handler has stopped it
   * @throws IOException if reading fails
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean scan(Path input, MatchHandler handler) throws IOException, InterruptedException {
    if (!Files.isRegularFile(input)) {
      try (InputStream in = Files.newInputStream(input)) {
        return scan(in, handler);
      }
    }
    try (FileChannel channel = FileChannel.open(input, StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      return scan(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena), handler);
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
    return run(copied(new InputReader(input)), handler);
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

  private EngineSessions newSessions() {
    return new EngineSessions(database.table(), database.engines(), options);
  }

  private boolean run(SegmentSource source, MatchHandler handler)
      throws IOException, InterruptedException {
    if (busy) {
      throw new IllegalStateException("a handler uses the scanner that calls it");
    }
    busy = true;
    Scan scan = new Scan(source, handler);
    try {
      return scan.run();
    } finally {
      scan.queue.end();
      statistics = scan.composer.statistics();
      busy = false;
    }
  }

  /** One scan. For the calling thread, but for what {@link #work} does. */
  private final class Scan {

    private final SegmentSource source;
    private final SegmentComposer composer = new SegmentComposer(database, own, options);
    private final SegmentQueue queue = new SegmentQueue();
    private final ArrayDeque<StreamSegment> ahead = new ArrayDeque<>();
    private int segmentBytes = options.segmentBytes();
    private boolean hasWorkers;

    /** Replaced when more is known, never changed. */
    private volatile GuessPolicy.Guess[] guesses;

    Scan(SegmentSource source, MatchHandler handler) {
      this.source = source;
      composer.deliverTo(handler);
    }

    boolean run() throws IOException, InterruptedException {
      StreamSegment last = source.next(options.checkpointBytes());
      if (last == null) {
        return composer.finish(new StreamSegment(new byte[0], 0, 0, 0));
      }
      if (!composer.head(last)) {
        return false;
      }
      guesses = composer.guesses();
      for (readAhead(); !ahead.isEmpty(); readAhead()) {
        StreamSegment segment = ahead.remove();
        help(segment);
        if (!composer.add(segment)) {
          return false;
        }
        guesses = composer.guesses();
        adapt(segment);
        source.release(last);
        last = segment;
      }
      return composer.finish(last);
    }

    private void readAhead() throws IOException {
      while (ahead.size() < AHEAD * options.threads()) {
        StreamSegment segment = source.next(nextBytes());
        if (segment == null) {
          return;
        }
        ahead.add(segment);
        if (options.threads() == 1) {
          segment.setDone(); // There is nobody to guess for.
          continue;
        }
        queue.add(segment);
        if (!hasWorkers) {
          startWorkers();
        }
      }
    }

    /** Short inputs, and the ends of long ones, are cut so that there is work for all. */
    private int nextBytes() {
      long share = source.remaining() / options.threads() + 1;
      return Math.clamp(share, Math.min(options.checkpointBytes(), segmentBytes), segmentBytes);
    }

    private void startWorkers() {
      hasWorkers = true;
      for (int i = 1; i < options.threads(); i++) {
        executor.execute(this::work);
      }
    }

    /** Scans segments, until the one that is wanted next is done. */
    private void help(StreamSegment wanted) throws InterruptedException {
      StreamSegment other = queue.await(wanted);
      while (other != null) {
        GuessPolicy.Guess[] now = guesses;
        composer.lendSessions(now);
        record(own, other, now);
        other = queue.await(wanted);
      }
    }

    /** What the other threads do. */
    private void work() {
      EngineSessions sessions = idle.poll();
      if (sessions == null) {
        sessions = newSessions();
      }
      try {
        StreamSegment segment = queue.take();
        while (segment != null) {
          record(sessions, segment, guesses);
          segment = queue.take();
        }
        idle.add(sessions);
      } catch (InterruptedException e) {
        // The owner of the thread wants it back; the calling thread does without.
        Thread.currentThread().interrupt();
      }
    }

    private void record(EngineSessions sessions, StreamSegment segment, GuessPolicy.Guess[] from) {
      try {
        sessions.record(segment, from, queue::isOver);
        queue.done(segment);
      } catch (Throwable e) {
        queue.failed(segment, e);
      }
    }

    /** Segments with more reports than are kept are made shorter. */
    private void adapt(StreamSegment segment) {
      if (segment.reports() < FEW_REPORTS) {
        segmentBytes = Math.min(options.segmentBytes(), 2 * segmentBytes);
      } else if (segment.reports() > 2 * FEW_REPORTS) {
        segmentBytes = Math.max(options.checkpointBytes(), segmentBytes / 2);
      }
    }
  }

  /** Reads memory. */
  private static final class MemoryReader implements SegmentSource.Reader {
    private final MemorySegment input;
    private long at;

    MemoryReader(MemorySegment input) {
      this.input = input;
    }

    @Override
    public int read(byte[] into, int index, int most) {
      int length = (int) Math.min(most, remaining());
      MemorySegment.copy(input, ValueLayout.JAVA_BYTE, at, into, index, length);
      at += length;
      return length == 0 ? -1 : length;
    }

    @Override
    public long remaining() {
      return input.byteSize() - at;
    }
  }

  /** Reads a stream of bytes. */
  private static final class InputReader implements SegmentSource.Reader {
    private final InputStream input;

    InputReader(InputStream input) {
      this.input = input;
    }

    @Override
    public int read(byte[] into, int index, int most) throws IOException {
      return input.read(into, index, most);
    }

    @Override
    public long remaining() {
      return Long.MAX_VALUE;
    }
  }
}
