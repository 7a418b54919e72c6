package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartReports;
import io.fsmrun.cpu.start.StartSession;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A session of every engine, and what it takes to scan a segment from guessed states. Mutable, for
 * one thread at a time.
 */
final class EngineSessions {

  private final ParallelOptions options;
  private final BlockLengths lengths;
  private final BlockSession[] sessions;

  /** Takes what is found on the way to a segment, which nobody wants. */
  private final ReportBuffer unwanted = new ReportBuffer();

  /** Takes what is found in a block from guesses. */
  private final ReportBuffer found = new ReportBuffer();

  /** Takes the starts of what is found from guesses; null if no engine knows any. */
  private final StartReports starts;

  private final BinaryWriter scratch = new BinaryWriter();

  EngineSessions(RuleTable rules, List<BlockEngine> engines, ParallelOptions options) {
    this.options = options;
    lengths = new BlockLengths(rules.size());
    int count = engines.size();
    sessions = new BlockSession[count];
    boolean withStarts = false;
    for (int e = 0; e < count; e++) {
      sessions[e] = engines.get(e).newSession();
      withStarts |= sessions[e] instanceof StartSession;
    }
    starts = withStarts ? new StartReports() : null;
  }

  BlockSession session(int engine) {
    return sessions[engine];
  }

  /** Lets sessions use the bytes of a segment where they are until {@link #takeBack}. */
  void lend(StreamSegment segment) {
    for (BlockSession session : sessions) {
      session.lend(segment.bytes());
    }
  }

  void takeBack() {
    for (BlockSession session : sessions) {
      session.takeBack();
    }
  }

  /** What an engine's session knows of its stream. */
  byte[] save(int engine) {
    scratch.clear();
    sessions[engine].save(scratch);
    return scratch.toByteArray();
  }

  /** Lets a session stand where it was saved; its starts go to a taker, if it knows any. */
  void restore(int engine, byte[] state, long position, StartReports startsTaker) {
    BlockSession session = sessions[engine];
    session.start();
    session.restore(new BinaryReader(state), position);
    reportStarts(engine, startsTaker);
  }

  void reportStarts(int engine, StartReports taker) {
    if (sessions[engine] instanceof StartSession withStarts) {
      withStarts.reportTo(taker);
    }
  }

  /**
   * Scans a segment from guessed states, and records what is found, up to some number of reports.
   *
   * @param segment the segment
   * @param guesses for each engine; null for one that is left out
   * @param record takes what is found
   * @param isOver says that nobody wants the result any more
   */
  void record(
      StreamSegment segment,
      GuessPolicy.Guess[] guesses,
      SegmentRecord record,
      BooleanSupplier isOver) {
    record.start(sessions.length);
    found.startBlock(segment.position());
    for (int e = 0; e < sessions.length; e++) {
      if (guesses[e] != null) {
        record.begin(e, guesses[e], lookBack(e, guesses[e], segment));
      }
    }
    segment.record(record);
    lend(segment);
    try {
      recordPieces(segment, record, isOver);
    } finally {
      takeBack();
    }
  }

  private void recordPieces(StreamSegment segment, SegmentRecord record, BooleanSupplier isOver) {
    for (long at = segment.position(); at < segment.end(); ) {
      long end = pieceEnd(segment, at);
      if (starts != null) {
        starts.startBlock(at);
      }
      if (!scanPiece(segment, at, end, record, isOver)) {
        return;
      }
      byte[][] states = new byte[sessions.length][];
      for (int e = 0; e < sessions.length; e++) {
        states[e] = record.has(e) ? save(e) : null;
      }
      record.endPiece(found, starts, states);
      at = end;
    }
  }

  /**
   * Goes from a state that the engine was in to the start of a segment, as if the bytes between it
   * and the look-back were not there. The session is told the place of that state, not of the
   * look-back: what happened there keeps its true distance.
   *
   * @return the state that is guessed
   */
  byte[] lookBack(int engine, GuessPolicy.Guess guess, StreamSegment segment) {
    restore(engine, guess.state(), guess.position(), starts);
    // Where nothing is known there is nothing to be moved.
    int lookBackBytes = guess.state().length == 0 ? 0 : guess.lookBackBytes();
    long at = Math.max(guess.position(), segment.position() - lookBackBytes);
    do {
      // Without a look-back too the session must learn where it stands: distances depend on it.
      long end = Math.min(segment.position(), at + lengths.next());
      unwanted.startBlock(at);
      if (starts != null) {
        starts.startBlock(at);
      }
      scan(engine, segment, at, end, unwanted);
      lengths.scanned((int) (end - at), unwanted.size());
      at = end;
    } while (at < segment.position());
    return save(engine);
  }

  /** Scans a piece by all engines that began; returns false if it was given up. */
  private boolean scanPiece(
      StreamSegment segment, long from, long to, SegmentRecord record, BooleanSupplier isOver) {
    record.startPiece(from);
    for (long at = from; at < to; ) {
      long end = Math.min(to, at + lengths.next());
      int first = found.size();
      for (int e = 0; e < sessions.length; e++) {
        if (record.has(e)) {
          scan(e, segment, at, end, found);
        }
      }
      lengths.scanned((int) (end - at), found.size() - first);
      if (!record.endBlock(found, end) || isOver.getAsBoolean()) {
        return false;
      }
      at = end;
    }
    return true;
  }

  /** Has an engine's session, which stands there, scan a piece of a segment. */
  void scan(int engine, StreamSegment segment, long from, long to, ReportBuffer taker) {
    sessions[engine].scan(segment.bytes(), segment.index(from), segment.index(to), from, taker);
  }

  /** Where a piece of a segment ends. */
  long pieceEnd(StreamSegment segment, long start) {
    return segment.pieceEnd(start, options.checkpointBytes(), lengths.largest());
  }

  /** How long the blocks are that this thread scans. */
  BlockLengths lengths() {
    return lengths;
  }
}
