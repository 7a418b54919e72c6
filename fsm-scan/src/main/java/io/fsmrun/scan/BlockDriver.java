package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartReports;
import io.fsmrun.cpu.start.StartSession;
import java.util.List;

/**
 * Gives blocks of one stream to the sessions of all engines, and what they report to a handler, in
 * order. Mutable, for one thread.
 *
 * <p>Reports at the last two positions of a block wait for the next block if an engine may still
 * add some there: a byte that follows a match may decide about it, and a line end that is the last
 * byte of all.
 */
final class BlockDriver {

  /** The first block is small, so that a handler that stops early stops soon. */
  private static final int FIRST_BLOCK = 1 << 10;

  private static final int LEAST_LARGEST_BLOCK = 1 << 12;
  private static final int LARGEST_BLOCK = 1 << 16;

  /** Every rule may report at every byte: this many reports, of eight bytes, may be held. */
  private static final int LARGEST_REPORTS = 1 << 25;

  private final RuleTable rules;
  private final BlockSession[] sessions;
  private final ReportBuffer reports = new ReportBuffer();
  private final StartReports starts;
  private final MatchFilter filter;
  private final int historyBytes;
  private final boolean holdsBack;
  private final int largestBlock;

  private MatchHandler handler;
  private long position;
  private int nextBlock;
  private boolean stopped;
  private final HeldReports held = new HeldReports();

  BlockDriver(RuleTable rules, List<BlockEngine> engines) {
    this.rules = rules;
    this.sessions = new BlockSession[engines.size()];
    StartReports withStarts = null;
    int history = 0;
    boolean back = false;
    for (int i = 0; i < sessions.length; i++) {
      sessions[i] = engines.get(i).newSession();
      history = Math.max(history, engines.get(i).historyBytes());
      back |= engines.get(i).reportsBack();
      if (sessions[i] instanceof StartSession session) {
        withStarts = new StartReports();
        session.reportTo(withStarts);
      }
    }
    this.starts = withStarts;
    this.filter = rules.isPlain() ? null : new MatchFilter(rules);
    this.historyBytes = history;
    this.holdsBack = back;
    int bounded = LARGEST_REPORTS / Math.max(1, rules.size());
    this.largestBlock = Math.clamp(bounded, LEAST_LARGEST_BLOCK, LARGEST_BLOCK);
    start();
  }

  /** How many bytes before a block must be in the array. */
  int historyBytes() {
    return historyBytes;
  }

  /** The most bytes that {@link #runWhole} takes. */
  int wholeBytes() {
    return 2 * LEAST_LARGEST_BLOCK;
  }

  long position() {
    return position;
  }

  boolean isStopped() {
    return stopped;
  }

  void deliverTo(MatchHandler next) {
    handler = next;
  }

  /** Stands before a new stream. */
  void start() {
    for (BlockSession session : sessions) {
      session.start();
    }
    forget();
  }

  private void forget() {
    position = 0;
    nextBlock = FIRST_BLOCK;
    stopped = false;
    held.clear();
    if (filter != null) {
      filter.clear();
    }
  }

  /**
   * Consumes bytes; as many as {@link #historyBytes()}, or all there were, are before them.
   *
   * @return false if the handler has stopped the scan
   */
  boolean consume(byte[] input, int from, int to) {
    int at = from;
    while (at < to && !stopped) {
      int end = to - at <= nextBlock ? to : at + nextBlock;
      startBlock();
      for (BlockSession session : sessions) {
        session.scan(input, at, end, position, reports);
      }
      position += end - at;
      stopped = !deliver(holdsBack ? position - 2 : Long.MAX_VALUE);
      nextBlock = Math.min(largestBlock, 2 * nextBlock);
      at = end;
    }
    return !stopped;
  }

  /**
   * The end of the stream.
   *
   * @return false if the handler has stopped the scan
   */
  boolean finish(byte[] input, int to) {
    if (stopped) {
      return false;
    }
    startBlock();
    for (BlockSession session : sessions) {
      session.finish(input, to, position, reports);
    }
    stopped = !deliver(Long.MAX_VALUE);
    return !stopped;
  }

  /**
   * A whole stream of few bytes, in one step.
   *
   * @return false if the handler has stopped the scan
   */
  boolean runWhole(byte[] input, int from, int to) {
    forget();
    startBlock();
    for (BlockSession session : sessions) {
      session.start();
      if (from < to) {
        session.scan(input, from, to, 0, reports);
      }
      session.finish(input, to, to - from, reports);
    }
    position = (long) to - from;
    stopped = !deliver(Long.MAX_VALUE);
    return !stopped;
  }

  private void startBlock() {
    stopped = true; // Stays so if an engine or the handler throws.
    reports.startBlock(position);
    if (starts != null) {
      starts.startBlock(position);
    }
    held.moveTo(reports, starts);
  }

  /** Hands over the reports up to some end, and holds the others back; false if told to stop. */
  private boolean deliver(long lastEnd) {
    reports.sort();
    int count = reports.size();
    int due = count;
    while (due > 0 && reports.end(due - 1) > lastEnd) {
      due--;
    }
    for (int i = due; i < count; i++) {
      long end = reports.end(i);
      int rule = reports.rule(i);
      held.add(rule, end, starts == null ? MatchHandler.NO_START : starts.start(rule, end));
    }
    return filter == null ? deliverAll(due) : deliverSome(due);
  }

  private boolean deliverAll(int count) {
    for (int i = 0; i < count; i++) {
      int rule = reports.rule(i);
      if (!handler.match(rules.id(rule), MatchHandler.NO_START, reports.end(i), rules.tag(rule))) {
        return false;
      }
    }
    return true;
  }

  private boolean deliverSome(int count) {
    for (int i = 0; i < count; i++) {
      int rule = reports.rule(i);
      long end = reports.end(i);
      long start = starts == null ? MatchHandler.NO_START : starts.start(rule, end);
      if (filter.passes(rule, start, end)) {
        long shown = rules.options(rule).startOfMatch() ? start : MatchHandler.NO_START;
        if (!handler.match(rules.id(rule), shown, end, rules.tag(rule))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Writes the state of the stream, but for its history. */
  void save(BinaryWriter state) {
    state.writeLong(position);
    state.writeByte(stopped ? 1 : 0);
    if (!stopped) {
      held.save(state, position);
    }
    if (filter != null) {
      filter.save(state);
    }
    if (!stopped && position > 0) {
      for (BlockSession session : sessions) {
        session.save(state);
      }
    }
  }

  /**
   * Goes on where a stream was saved.
   *
   * @throws io.fsmrun.core.binary.DamagedDataException if it is anything else
   */
  void restore(BinaryReader state) {
    forget();
    long at = state.readLong();
    int flag = state.readInt(2, "the mark of a stopped stream");
    if (flag == 0) {
      held.restore(state, at, rules.size(), starts != null);
    }
    if (filter != null) {
      filter.restore(state);
    }
    position = at;
    stopped = flag != 0;
    if (stopped) {
      return;
    }
    for (BlockSession session : sessions) {
      session.start();
      if (at > 0) {
        session.restore(state, at);
      }
    }
  }
}
