package io.fsmrun.scan;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * What outlives the scans of a {@link ParallelScanner}: sessions, records, and what was learned.
 * Thread-safe, but for what is said to be for the calling thread.
 */
final class ParallelMemory {

  private final Database database;
  private final ParallelOptions options;
  private final EngineSessions own;

  /** What engines are usually like, for the calling thread. */
  private final List<UsualState> usual = new ArrayList<>();

  /** Which engines have so many reports that the calling thread runs them, for that thread. */
  private final DenseEngines dense;

  private final SegmentCosts costs = new SegmentCosts();

  /** Takes the reports of the calling thread. */
  private final ReportBuffer reports = new ReportBuffer();

  /** What was used last is used first: it is in a cache of the processor. */
  private final ConcurrentLinkedDeque<EngineSessions> sessions = new ConcurrentLinkedDeque<>();

  private final ConcurrentLinkedDeque<SegmentRecord> records = new ConcurrentLinkedDeque<>();

  /** How long segments are to be at first; for the calling thread. */
  private int segmentBytes;

  ParallelMemory(Database database, ParallelOptions options) {
    this.database = database;
    this.options = options;
    own = newSessions();
    database.engines().forEach(engine -> usual.add(new UsualState()));
    dense = new DenseEngines(database.engines().size());
    // What lives long is learned at the start, when a wrong guess should cost little.
    segmentBytes = options.threads() == 1 ? options.segmentBytes() : options.checkpointBytes();
  }

  int segmentBytes() {
    return segmentBytes;
  }

  /** Says how long those of the next scan are to be at first. */
  void segmentBytes(int bytes) {
    segmentBytes = bytes;
  }

  private EngineSessions newSessions() {
    return new EngineSessions(database.table(), database.engines(), options);
  }

  Database database() {
    return database;
  }

  ParallelOptions options() {
    return options;
  }

  /** The sessions of the calling thread. */
  EngineSessions own() {
    return own;
  }

  /** What was learned about an engine from streams before; for the calling thread. */
  UsualState usual(int engine) {
    return usual.get(engine);
  }

  /**
   * Which engines the calling thread runs itself, as streams before have shown; for that thread.
   */
  DenseEngines dense() {
    return dense;
  }

  /** What threads needed in scans before; for one scan at a time. */
  SegmentCosts costs() {
    return costs;
  }

  /** Has room for the reports of a block; for the calling thread. */
  ReportBuffer reports() {
    return reports;
  }

  /** Sessions for another thread. */
  EngineSessions takeSessions() {
    EngineSessions idle = sessions.poll();
    return idle == null ? newSessions() : idle;
  }

  void giveBack(EngineSessions idle) {
    sessions.push(idle);
  }

  /** A record for a segment. */
  SegmentRecord takeRecord() {
    SegmentRecord free = records.poll();
    return free == null ? new SegmentRecord(database.table().size()) : free;
  }

  void giveBack(SegmentRecord free) {
    if (free.isReusable()) {
      records.push(free);
    }
  }
}
