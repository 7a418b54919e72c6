package io.fsmrun.scan;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.BlockSession;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartSession;
import java.util.List;

/**
 * Gives blocks of one stream to the sessions of all engines, and what they report to a handler, in
 * order. Mutable, for one thread.
 */
final class BlockDriver {

  /** The first block is small, so that a handler that stops early stops soon. */
  static final int FIRST_BLOCK = 1 << 10;

  private static final int LEAST_LARGEST_BLOCK = 1 << 12;
  private static final int LARGEST_BLOCK = 1 << 16;

  /** Every rule may report at every byte: this many reports, of eight bytes, may be held. */
  private static final int LARGEST_REPORTS = 1 << 26;

  private final BlockSession[] sessions;
  private final BlockDelivery delivery;
  private final ReportBuffer reports;
  private final int historyBytes;
  private final int largestBlock;

  private long position;
  private int nextBlock;
  private boolean stopped;

  BlockDriver(RuleTable rules, List<BlockEngine> engines) {
    this.sessions = new BlockSession[engines.size()];
    this.delivery = new BlockDelivery(rules, engines);
    this.reports = delivery.reports();
    int history = 0;
    for (int i = 0; i < sessions.length; i++) {
      sessions[i] = engines.get(i).newSession();
      history = Math.max(history, engines.get(i).historyBytes());
      if (sessions[i] instanceof StartSession session) {
        session.reportTo(delivery.starts());
      }
    }
    this.historyBytes = history;
    this.largestBlock = largestBlock(rules);
    start();
  }

  /** The most bytes of a block, such that the reports of one fit into memory. */
  static int largestBlock(RuleTable rules) {
    int bounded = LARGEST_REPORTS / Math.max(1, rules.size());
    return Math.clamp(bounded, LEAST_LARGEST_BLOCK, LARGEST_BLOCK);
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
    delivery.deliverTo(next);
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
    delivery.clear();
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
      stopped = !delivery.endBlock(position);
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
    stopped = !delivery.endStream();
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
    stopped = !delivery.endStream();
    return !stopped;
  }

  private void startBlock() {
    stopped = true; // Stays so if an engine or the handler throws.
    delivery.startBlock(position);
  }

  /** Writes the state of the stream, but for its history. */
  void save(BinaryWriter state) {
    state.writeLong(position);
    state.writeByte(stopped ? 1 : 0);
    delivery.save(state, position, stopped);
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
    delivery.restore(state, at, flag != 0);
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
