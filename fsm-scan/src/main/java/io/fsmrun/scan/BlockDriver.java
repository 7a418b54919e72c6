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

  /** Longer streams are never scanned in one step, and shorter pieces are not lent. */
  private static final int MOST_WHOLE = 1 << 13;

  /** No stream is so long; what is farther cannot be saved any more when bytes have come. */
  private static final long MOST_POSITION = 1L << 62;

  private final BlockSession[] sessions;
  private final BlockDelivery delivery;
  private final ReportBuffer reports;
  private final int historyBytes;
  private final BlockLengths lengths;

  private long position;
  private boolean stopped;

  BlockDriver(RuleTable rules, List<BlockEngine> engines) {
    this.sessions = new BlockSession[engines.size()];
    this.delivery = new BlockDelivery(rules, engines, new ReportBuffer());
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
    this.lengths = new BlockLengths(rules.size());
    start();
  }

  /** How many bytes before a block must be in the array. */
  int historyBytes() {
    return historyBytes;
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
    lengths.start();
    stopped = false;
    delivery.clear();
  }

  /**
   * Consumes bytes; as many as {@link #historyBytes()}, or all there were, are before them.
   *
   * @return false if the handler has stopped the scan
   */
  boolean consume(byte[] input, int from, int to) {
    if (to - from <= MOST_WHOLE) {
      return consumeBlocks(input, from, to);
    }
    lend(input);
    try {
      return consumeBlocks(input, from, to);
    } finally {
      takeBack();
    }
  }

  private void lend(byte[] input) {
    for (BlockSession session : sessions) {
      session.lend(input);
    }
  }

  /** Whether a stream of so many bytes is best lent with others: longer ones are lent alone. */
  static boolean isShort(int bytes) {
    return bytes <= MOST_WHOLE;
  }

  /**
   * Says that short streams lie one behind the other, which are {@linkplain #run run} next.
   *
   * @param input the array, which does not change until {@link #takeBack}
   * @param to index after the last one's last byte
   */
  void lendStreams(byte[] input, int to) {
    for (BlockSession session : sessions) {
      session.lendStreams(input, to);
    }
  }

  /** Ends what was lent. */
  void takeBack() {
    for (BlockSession session : sessions) {
      session.takeBack();
    }
  }

  private boolean consumeBlocks(byte[] input, int from, int to) {
    int at = from;
    while (at < to && !stopped) {
      int end = at + lengths.next(to - at);
      startBlock();
      for (BlockSession session : sessions) {
        session.scan(input, at, end, position, reports);
      }
      position += end - at;
      lengths.scanned(end - at, reports.size());
      stopped = !delivery.endBlock(position);
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
   * A whole stream.
   *
   * @return false if the handler has stopped the scan
   */
  boolean run(byte[] input, int from, int to) {
    if (to - from <= Math.min(MOST_WHOLE, lengths.longest())) {
      return runAtOnce(input, from, to);
    }
    start();
    lend(input);
    try {
      return consumeBlocks(input, from, to) && finish(input, to);
    } finally {
      takeBack();
    }
  }

  /** A whole stream of few bytes, as one block; returns false if the handler has stopped it. */
  private boolean runAtOnce(byte[] input, int from, int to) {
    forget();
    startBlock();
    for (BlockSession session : sessions) {
      session.scanWhole(input, from, to, reports);
    }
    position = (long) to - from;
    lengths.scanned(to - from, reports.size());
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
        session.saveProgress(state);
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
    if (at > MOST_POSITION) {
      throw state.damaged("a stream of " + at + " bytes");
    }
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
        session.restoreProgress(state);
      }
    }
  }
}
