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

  /** So many reports of a segment are kept, of 4 or 12 bytes; what follows is scanned again. */
  static final int MOST_REPORTS = 1 << 21;

  private final PackedReports reports;

  /** The start of each report, if any engine knows starts. */
  private final LongArrayList starts = new LongArrayList();

  private final IntArrayList pieceEnds = new IntArrayList();
  private final List<byte[][]> states = new ArrayList<>();

  /** Per engine what it was guessed from; null for one that was left out. */
  private GuessPolicy.Guess[] guesses = {};

  /** Per engine the state that it began in. */
  private byte[][] begins = {};

  /** An empty record of so many rules. */
  SegmentRecord(int rules) {
    reports = new PackedReports(rules);
  }

  /** Forgets all, for a segment that so many engines scan. */
  void start(int engines) {
    reports.clear();
    starts.clear();
    pieceEnds.clear();
    states.clear();
    guesses = new GuessPolicy.Guess[engines];
    begins = new byte[engines][];
  }

  void begin(int engine, GuessPolicy.Guess guess, byte[] state) {
    guesses[engine] = guess;
    begins[engine] = state;
  }

  boolean has(int engine) {
    return guesses[engine] != null;
  }

  /** What the state was guessed from in which an engine began. */
  GuessPolicy.Guess guess(int engine) {
    return guesses[engine];
  }

  boolean beganIn(int engine, byte[] state) {
    return Arrays.equals(begins[engine], state);
  }

  /** Begins a piece at a position. */
  void startPiece(long position) {
    reports.startPiece(position - 1);
  }

  /**
   * Takes what was found in a block, and leaves in the buffer what ends so late that the next block
   * may find something before it.
   *
   * @param found what was left there, then what the block's engines have found
   * @param position where the block ends
   * @return whether there is room left
   */
  boolean endBlock(ReportBuffer found, long position) {
    found.order();
    found.cut(position - 2);
    addStretches(found);
    return reports.size() <= MOST_REPORTS;
  }

  /** Ends a piece with what is left of it; starts are null if no engine knows any. */
  void endPiece(ReportBuffer found, StartReports startsOfReports, byte[][] statesAfter) {
    found.order();
    addStretches(found);
    pieceEnds.add(reports.size());
    states.add(statesAfter);
    if (startsOfReports != null) {
      PackedReports.Reader reader = reader(pieces() - 1);
      while (reader.next()) {
        int i = reader.index();
        starts.add(startsOfReports.start(reader.rule(i), reader.end(i)));
      }
    }
  }

  private void addStretches(ReportBuffer found) {
    while (found.nextStretch()) {
      reports.add(found, found.from(), found.to());
    }
    found.keepRest();
  }

  int pieces() {
    return pieceEnds.size();
  }

  /** The reports of a piece. */
  PackedReports.Reader reader(int piece) {
    int from = piece == 0 ? 0 : pieceEnds.getInt(piece - 1);
    return reports.reader(from, pieceEnds.getInt(piece));
  }

  /** The start of a report; {@link StartReports#NONE} if it has none. */
  long startOf(int report) {
    return starts.isEmpty() ? StartReports.NONE : starts.getLong(report);
  }

  /** How many reports are kept. */
  int size() {
    return pieces() == 0 ? 0 : pieceEnds.getInt(pieces() - 1);
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
