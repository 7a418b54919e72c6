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

  /** So many reports of a segment are kept, of 8 or 16 bytes; what follows is scanned again. */
  static final int MOST_REPORTS = 1 << 21;

  private final ParallelOptions options;
  private final int blockBytes;
  private final BlockSession[] sessions;
  private final ReportBuffer[] reports;

  /** For engines that know starts; null for others. */
  private final StartReports[] starts;

  private final BinaryWriter scratch = new BinaryWriter();

  EngineSessions(RuleTable rules, List<BlockEngine> engines, ParallelOptions options) {
    this.options = options;
    blockBytes = BlockDriver.largestBlock(rules);
    int count = engines.size();
    sessions = new BlockSession[count];
    reports = new ReportBuffer[count];
    starts = new StartReports[count];
    for (int e = 0; e < count; e++) {
      sessions[e] = engines.get(e).newSession();
      reports[e] = new ReportBuffer();
      starts[e] = sessions[e] instanceof StartSession ? new StartReports() : null;
    }
  }

  BlockSession session(int engine) {
    return sessions[engine];
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
   * Scans a segment from guessed states, and records what is found.
   *
   * @param segment the segment
   * @param guesses for each engine; null for one that is left out
   * @param isOver says that nobody wants the result any more
   */
  void record(StreamSegment segment, GuessPolicy.Guess[] guesses, BooleanSupplier isOver) {
    EngineRecord[] records = new EngineRecord[sessions.length];
    boolean any = false;
    for (int e = 0; e < sessions.length; e++) {
      if (guesses[e] != null) {
        lookBack(e, guesses[e], segment);
        records[e] = new EngineRecord(segment.position(), save(e));
        any = true;
      }
    }
    if (!any) {
      return;
    }
    int pieces = 0;
    long count = 0;
    for (long at = segment.position(); at < segment.end(); pieces++) {
      long end = Math.min(segment.end(), at + options.checkpointBytes());
      long more = scan(segment, at, end, records, MOST_REPORTS - count, isOver);
      if (more < 0) {
        break;
      }
      count += more;
      for (int e = 0; e < sessions.length; e++) {
        if (records[e] != null) {
          // In order, they are only to be merged by the thread that hands them over.
          reports[e].sort();
          records[e].add(reports[e], starts[e], save(e));
        }
      }
      at = end;
    }
    segment.record(records, pieces, count);
  }

  /**
   * Goes from a state that the engine was in to the start of a segment, as if the bytes between it
   * and the look-back were not there. The session is told the place of that state, not of the
   * look-back: what happened there keeps its true distance.
   */
  private void lookBack(int engine, GuessPolicy.Guess guess, StreamSegment segment) {
    restore(engine, guess.state(), guess.position(), starts[engine]);
    long at = Math.max(guess.position(), segment.position() - options.lookBackBytes());
    do {
      // Without a look-back too the session must learn where it stands: distances depend on it.
      long end = Math.min(segment.position(), at + blockBytes);
      startBlock(engine, at);
      scan(engine, segment, at, end, reports[engine]);
      at = end;
    } while (at < segment.position());
  }

  private void startBlock(int engine, long position) {
    reports[engine].startBlock(position);
    if (starts[engine] != null) {
      starts[engine].startBlock(position);
    }
  }

  /** Scans a piece; returns the number of reports, or -1 if it was given up. */
  private long scan(
      StreamSegment segment,
      long from,
      long to,
      EngineRecord[] wanted,
      long mostReports,
      BooleanSupplier isOver) {
    for (int e = 0; e < sessions.length; e++) {
      startBlock(e, from);
    }
    long count = 0;
    for (long at = from; at < to; ) {
      long end = Math.min(to, at + blockBytes);
      count = 0;
      for (int e = 0; e < sessions.length; e++) {
        if (wanted[e] != null) {
          scan(e, segment, at, end, reports[e]);
          count += reports[e].size();
        }
      }
      if (count > mostReports || isOver.getAsBoolean()) {
        return -1;
      }
      at = end;
    }
    count = 0;
    for (ReportBuffer found : reports) {
      found.sort();
      count += found.size();
    }
    return count;
  }

  /** Has an engine's session, which stands there, scan a piece of a segment. */
  void scan(int engine, StreamSegment segment, long from, long to, ReportBuffer taker) {
    sessions[engine].scan(segment.bytes(), segment.index(from), segment.index(to), from, taker);
  }

  int blockBytes() {
    return blockBytes;
  }
}
