package io.fsmrun.scan;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartReports;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What engines found in a segment that each began in a guessed state: their reports together, piece
 * by piece, and the state of each engine after each piece. Written by one thread, then read by
 * another, then used again.
 *
 * <p>The reports of a piece are in order, each once, so that they can be handed over as they lie.
 * Where a piece begins, some may end up to one position before it; they belong among those of the
 * piece before.
 */
final class SegmentRecord {

  /** So many reports of a segment are kept, of 8 or 16 bytes; what follows is scanned again. */
  static final int MOST_REPORTS = 1 << 21;

  private final ReportBuffer reports = new ReportBuffer();

  /** The start of each report, if any engine knows starts. */
  private final LongArrayList starts = new LongArrayList();

  private final IntArrayList pieceEnds = new IntArrayList();
  private final List<byte[][]> states = new ArrayList<>();

  /** Per engine the state that it began in; null for one that was left out. */
  private byte[][] begins = {};

  /** Forgets all, for a segment that starts at a position. */
  void start(long position, int engines) {
    reports.startBlock(position);
    starts.clear();
    pieceEnds.clear();
    states.clear();
    begins = new byte[engines][];
  }

  void begin(int engine, byte[] state) {
    begins[engine] = state;
  }

  boolean has(int engine) {
    return begins[engine] != null;
  }

  boolean beganIn(int engine, byte[] state) {
    return Arrays.equals(begins[engine], state);
  }

  /** Takes what engines find; after each block {@link #endBlock} is called. */
  ReportBuffer reports() {
    return reports;
  }

  /** Sorts the reports of a block that starts at a position; returns whether there is room left. */
  boolean endBlock(int firstOfBlock, long position) {
    int first = firstOfBlock;
    int piece = from(pieces());
    // Some of the block may belong among the last ones of the block before.
    while (first > piece && reports.end(first - 1) >= position - 1) {
      first--;
    }
    reports.sortFrom(first);
    return reports.size() <= MOST_REPORTS;
  }

  /** Ends a piece; starts are null if no engine knows any. */
  void endPiece(StartReports startsOfReports, byte[][] statesAfter) {
    if (startsOfReports != null) {
      for (int i = from(pieces()); i < reports.size(); i++) {
        starts.add(startsOfReports.start(reports.rule(i), reports.end(i)));
      }
    }
    pieceEnds.add(reports.size());
    states.add(statesAfter);
  }

  int pieces() {
    return pieceEnds.size();
  }

  /** Index of the first report of a piece, which may be the one that is not complete yet. */
  int from(int piece) {
    return piece == 0 ? 0 : pieceEnds.getInt(piece - 1);
  }

  /** Index after the last report of a piece. */
  int to(int piece) {
    return pieceEnds.getInt(piece);
  }

  /** The start of a report; {@link StartReports#NONE} if it has none. */
  long start(int report) {
    return starts.isEmpty() ? StartReports.NONE : starts.getLong(report);
  }

  /** How many reports are kept. */
  int size() {
    return pieces() == 0 ? 0 : to(pieces() - 1);
  }

  /** The state of an engine after a piece. */
  byte[] state(int engine, int piece) {
    return states.get(piece)[engine];
  }

  /** Whether it is worth being kept for another segment. */
  boolean isReusable() {
    return reports.capacity() <= MOST_REPORTS;
  }
}
