package io.fsmrun.scan;

import io.fsmrun.cpu.block.BlockEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chains segments that were scanned from guessed states, in order, and hands over their reports.
 *
 * <p>Where an engine's true state at the start of a segment is the guessed one, what was recorded
 * is true. Where it is not, the engine scans the segment again from its true state, piece by piece,
 * until that is the recorded one; from there on the record is true. Equal bytes of saved states
 * mean equal states, since a session goes on from nothing else. This is re-execution as the
 * composer of enumerative strategies does it, on the level of whole engines.
 *
 * <p>Mutable, for one thread.
 */
final class SegmentComposer {

  private final EngineSessions own;
  private final BlockDelivery delivery;
  private final int checkpointBytes;
  private final int engineCount;
  private final GuessPolicy[] policies;

  /** Each engine's true state, unless its session stands in it. */
  private final byte[][] truth;

  private final boolean[] standing;

  /** Of the present segment: which engines' records are true now, and bytes that were not. */
  private final boolean[] isTrue;

  private final long[] again;

  private long position;
  private long segments;
  private long segmentBytes;

  SegmentComposer(Database database, EngineSessions own, ParallelOptions options) {
    List<BlockEngine> engines = database.engines();
    this.own = own;
    delivery = new BlockDelivery(database.table(), engines);
    checkpointBytes = options.checkpointBytes();
    engineCount = engines.size();
    policies = new GuessPolicy[engineCount];
    truth = new byte[engineCount][];
    standing = new boolean[engineCount];
    isTrue = new boolean[engineCount];
    again = new long[engineCount];
    for (int e = 0; e < engineCount; e++) {
      policies[e] = new GuessPolicy(engines.get(e).name());
      own.session(e).start();
      standing[e] = true;
      own.reportStarts(e, delivery.starts());
    }
  }

  void deliverTo(MatchHandler handler) {
    delivery.deliverTo(handler);
  }

  /** Where the next segment starts. */
  long position() {
    return position;
  }

  /** The states from which segments to come are guessed; null for engines that do not guess. */
  GuessPolicy.Guess[] guesses() {
    GuessPolicy.Guess[] guesses = new GuessPolicy.Guess[engineCount];
    for (int e = 0; e < engineCount; e++) {
      guesses[e] = policies[e].guess();
    }
    return guesses;
  }

  /** Another segment is about to be scanned by this thread, with these guesses. */
  void lendSessions(GuessPolicy.Guess[] guesses) {
    for (int e = 0; e < engineCount; e++) {
      if (guesses[e] != null) {
        leave(e);
      }
    }
  }

  private void leave(int engine) {
    if (standing[engine]) {
      truth[engine] = own.save(engine);
      standing[engine] = false;
    }
  }

  private void stand(int engine) {
    if (!standing[engine]) {
      own.restore(engine, truth[engine], position, delivery.starts());
      standing[engine] = true;
    }
  }

  /**
   * Scans the first bytes of the stream, in small blocks first.
   *
   * @return false if the handler has stopped the scan
   */
  boolean head(StreamSegment segment) {
    boolean goesOn = runNow(segment, segment.end(), BlockDriver.FIRST_BLOCK);
    if (goesOn) {
      for (int e = 0; e < engineCount; e++) {
        policies[e].first(position, own.save(e));
      }
    }
    return goesOn;
  }

  /** Scans by all engines, block by block. */
  private boolean runNow(StreamSegment segment, long to, int firstBlock) {
    for (int e = 0; e < engineCount; e++) {
      stand(e);
    }
    int block = Math.min(firstBlock, own.blockBytes());
    boolean goesOn = true;
    while (position < to && goesOn) {
      long end = Math.min(to, position + block);
      delivery.startBlock(position);
      for (int e = 0; e < engineCount; e++) {
        own.scan(e, segment, position, end, delivery.reports());
      }
      position = end;
      goesOn = delivery.endBlock(position);
      block = Math.min(2 * block, own.blockBytes());
    }
    return goesOn;
  }

  /**
   * Takes the next segment, which is done.
   *
   * @return false if the handler has stopped the scan
   * @throws InterruptedException if the thread is interrupted
   */
  boolean add(StreamSegment segment) throws InterruptedException {
    begin(segment);
    boolean[] wereTrue = isTrue.clone();
    for (int piece = 0; position < segment.end(); piece++) {
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while scanning");
      }
      long end = Math.min(segment.end(), position + checkpointBytes);
      boolean goesOn =
          piece < segment.recordedPieces() ? addPiece(segment, piece, end) : runAgain(segment, end);
      if (!goesOn) {
        return false;
      }
    }
    end(segment, wereTrue);
    return true;
  }

  private void begin(StreamSegment segment) {
    segments++;
    segmentBytes += segment.length();
    for (int e = 0; e < engineCount; e++) {
      again[e] = 0;
      EngineRecord record = segment.record(e);
      isTrue[e] = false;
      if (record != null) {
        leave(e);
        isTrue[e] = record.beganIn(truth[e]);
      }
    }
  }

  private boolean addPiece(StreamSegment segment, int piece, long end) {
    delivery.startBlock(position);
    for (int e = 0; e < engineCount; e++) {
      EngineRecord record = segment.record(e);
      if (isTrue[e]) {
        record.moveTo(piece, delivery);
        truth[e] = record.state(piece);
        standing[e] = false;
      } else {
        stand(e);
        runAgain(e, segment, end);
        if (record != null) {
          again[e] += end - position;
          byte[] state = own.save(e);
          isTrue[e] = Arrays.equals(state, record.state(piece));
        }
      }
    }
    position = end;
    return delivery.endBlock(position);
  }

  private void runAgain(int engine, StreamSegment segment, long end) {
    for (long at = position; at < end; ) {
      long to = Math.min(end, at + own.blockBytes());
      own.scan(engine, segment, at, to, delivery.reports());
      at = to;
    }
  }

  /** A piece that was not recorded. */
  private boolean runAgain(StreamSegment segment, long end) {
    for (int e = 0; e < engineCount; e++) {
      again[e] += end - position;
    }
    return runNow(segment, end, own.blockBytes());
  }

  private void end(StreamSegment segment, boolean[] wereTrue) {
    for (int e = 0; e < engineCount; e++) {
      if (segment.record(e) == null) {
        policies[e].ranInTurn(segment.length());
      } else {
        policies[e].guessed(wereTrue[e], again[e], segment.length());
      }
      if (policies[e].guess() != null) {
        policies[e].now(position, standing[e] ? own.save(e) : truth[e]);
      }
    }
  }

  /**
   * Ends the stream.
   *
   * @param last holds what comes before the end
   * @return false if the handler has stopped the scan
   */
  boolean finish(StreamSegment last) {
    delivery.startBlock(position);
    for (int e = 0; e < engineCount; e++) {
      stand(e);
      own.session(e).finish(last.bytes(), last.index(position), position, delivery.reports());
    }
    return delivery.endStream();
  }

  ParallelStatistics statistics() {
    List<ParallelStatistics.Engine> engines = new ArrayList<>();
    for (GuessPolicy policy : policies) {
      engines.add(policy.statistics());
    }
    return new ParallelStatistics(segments, segmentBytes, engines);
  }
}
