package io.fsmrun.scan;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * One scan of a {@link ParallelScanner}.
 *
 * <pre>
 *   stream:  | handed over | scanned here, truly | recorded by others, from guesses | next ... |
 * </pre>
 *
 * <p>The calling thread goes along the stream. What another thread has recorded it hands over; what
 * nobody has taken yet it scans itself, from the true state, as a {@link Scanner} does. So its own
 * share of the input costs nothing but the scan. Where it comes to what another thread is just
 * about to record, it records something that comes later. Where there are so many reports that it
 * does little but hand them over, it runs an engine of those segments meanwhile instead.
 *
 * <p>For the calling thread, but for what {@link #work} does.
 */
final class ParallelScan {

  /** Segments that are read and not yet handed over, for each thread. */
  private static final int AHEAD = 4;

  /** The same before the first bytes are scanned: who stops there wants little to be read. */
  private static final int FIRST_AHEAD = 2;

  /** A segment should have fewer reports, so that those of all segments stay in a cache. */
  private static final int FEW_REPORTS = 1 << 18;

  /** Segments become so many times as long at most as those that were well guessed. */
  private static final int GROWTH = 4;

  /**
   * Where handing over takes long, segments are not longer: one thread would wait for the other.
   */
  private static final int MOST_IF_DEAR = 1 << 20;

  /** Segments that are this many checkpoints long have none where guesses are right anyway. */
  private static final long CHECKPOINTS_LEFT_OUT = 4;

  /** At its end the rest of a stream is cut so that each thread takes about so many segments. */
  private static final int SHARES = 2;

  private final SegmentSource source;
  private final ParallelMemory memory;
  private final ParallelOptions options;
  private final Executor executor;
  private final SegmentComposer composer;
  private final SegmentQueue queue;
  private final ArrayDeque<StreamSegment> ahead = new ArrayDeque<>();
  private final int mostBytes;
  private int segmentBytes;

  private boolean hasWorkers;

  ParallelScan(
      SegmentSource source, MatchHandler handler, ParallelMemory memory, Executor executor) {
    this.source = source;
    this.memory = memory;
    this.executor = executor;
    options = memory.options();
    queue = new SegmentQueue(memory.costs());
    composer = new SegmentComposer(memory);
    composer.deliverTo(handler);
    mostBytes =
        Math.max(options.checkpointBytes(), Math.min(options.segmentBytes(), source.mostBytes()));
    segmentBytes = Math.min(mostBytes, memory.segmentBytes());
  }

  /**
   * Runs it.
   *
   * @return false if the handler has stopped it
   */
  boolean run() throws IOException, InterruptedException {
    StreamSegment last = source.next(options.checkpointBytes());
    if (last == null) {
      return composer.finish(new StreamSegment(new byte[0], 0, 0, 0));
    }
    // Threads work while the head is scanned, or at least wake.
    if (source.remaining() > 0 && source.remaining() < Long.MAX_VALUE) {
      if (composer.guessAtOnce(last)) {
        readAhead(FIRST_AHEAD);
      } else {
        startWorkers();
      }
    }
    if (!composer.head(last)) {
      return false;
    }
    for (readAhead(AHEAD); !ahead.isEmpty(); readAhead(AHEAD)) {
      StreamSegment segment = ahead.remove();
      if (!(queue.claim(segment) ? scan(segment) : add(segment))) {
        return false;
      }
      source.release(last);
      last = segment;
    }
    return composer.finish(last);
  }

  /** Lets go of the input. */
  void end() {
    queue.end();
    composer.end();
    if (options.threads() > 1) {
      memory.segmentBytes(Math.max(options.checkpointBytes(), segmentBytes / GROWTH));
    }
  }

  ParallelStatistics statistics() {
    return composer.statistics();
  }

  private void readAhead(int most) throws IOException {
    List<StreamSegment> more = new ArrayList<>();
    while (ahead.size() < most * options.threads() && (ahead.isEmpty() || !source.pauses())) {
      StreamSegment segment = source.next(nextBytes());
      if (segment == null) {
        break;
      }
      if (composer.guessesHold()
          && segment.length() <= CHECKPOINTS_LEFT_OUT * options.checkpointBytes()) {
        segment.joinPieces();
      }
      ahead.add(segment);
      more.add(segment);
    }
    queue.addAll(more);
    if (!more.isEmpty()) {
      startWorkers();
    }
  }

  /** Short inputs, and the ends of long ones, are cut so that there is work for all. */
  private int nextBytes() {
    long share = source.remaining() / ((long) SHARES * options.threads()) + 1;
    int most = queue.isHandingOverDear() ? Math.min(segmentBytes, MOST_IF_DEAR) : segmentBytes;
    return Math.clamp(share, Math.min(options.checkpointBytes(), most), most);
  }

  private void startWorkers() {
    for (int i = 1; i < options.threads() && !hasWorkers; i++) {
      executor.execute(this::work);
    }
    hasWorkers = true;
  }

  /** Scans a segment that no other thread has taken. */
  private boolean scan(StreamSegment segment) throws InterruptedException {
    long start = System.nanoTime();
    boolean goesOn = composer.scan(segment);
    if (goesOn) {
      queue.scanned(segment, System.nanoTime() - start);
    }
    return goesOn;
  }

  /** Hands over a segment that another thread has taken. */
  private boolean add(StreamSegment segment) throws InterruptedException {
    StreamSegment other = queue.await(segment);
    while (other != null) {
      GuessPolicy.Guess[] now = composer.guesses();
      composer.lendSessions(now);
      record(memory.own(), other, now);
      other = queue.await(segment);
    }
    long start = System.nanoTime();
    boolean goesOn = composer.add(segment);
    queue.handedOver(segment, System.nanoTime() - start);
    adapt(segment);
    memory.giveBack(segment.record());
    return goesOn;
  }

  /** What the other threads do. */
  private void work() {
    EngineSessions sessions = memory.takeSessions();
    try {
      StreamSegment segment = queue.take();
      while (segment != null) {
        record(sessions, segment, composer.guesses(segment));
        segment = queue.take();
      }
      memory.giveBack(sessions);
    } catch (InterruptedException e) {
      // The owner of the thread wants it back; the calling thread does without.
      Thread.currentThread().interrupt();
    }
  }

  private void record(EngineSessions sessions, StreamSegment segment, GuessPolicy.Guess[] from) {
    try {
      long start = System.nanoTime();
      sessions.record(segment, from, memory.takeRecord(), queue::isOver);
      queue.done(segment, System.nanoTime() - start);
    } catch (Throwable e) {
      queue.failed(segment, e);
    }
  }

  /**
   * Segments grow, unless they have many reports or are wrongly guessed. Those that were cut short
   * at the end say little.
   */
  private void adapt(StreamSegment segment) {
    long wanted = segment.length() / 2;
    if (composer.hadUsefulGuesses()) {
      long fitting = (long) segment.length() * FEW_REPORTS / Math.max(1, segment.record().size());
      wanted = Math.min(Math.max(segmentBytes, (long) GROWTH * segment.length()), fitting);
    }
    segmentBytes = (int) Math.clamp(wanted, (long) options.checkpointBytes(), mostBytes);
  }
}
