package io.fsmrun.scan;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.start.StartReports;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one engine found in a segment that was begun in a guessed state: its reports, and its state
 * after each piece. Written by one thread, then read by another.
 *
 * <pre>
 *   63                         32 31            0
 *   end - segment's start + 1      index of rule
 * </pre>
 */
final class EngineRecord {

  private final long base;
  private final byte[] guess;
  private final List<byte[]> states = new ArrayList<>();
  private long[] packed = new long[16];
  private int size;
  private final LongArrayList starts = new LongArrayList();
  private final IntArrayList pieceEnds = new IntArrayList();

  EngineRecord(long position, byte[] guess) {
    base = position - 1;
    this.guess = guess;
  }

  boolean beganIn(byte[] state) {
    return Arrays.equals(guess, state);
  }

  /** The state after a piece, as bytes. */
  byte[] state(int piece) {
    return states.get(piece);
  }

  /** Adds a piece; starts are null for an engine that knows none. */
  void add(ReportBuffer reports, StartReports startsOfReports, byte[] state) {
    if (size + reports.size() > packed.length) {
      packed = Arrays.copyOf(packed, Math.max(size + reports.size(), 2 * packed.length));
    }
    reports.copyTo(packed, size, base);
    size += reports.size();
    for (int i = 0; startsOfReports != null && i < reports.size(); i++) {
      starts.add(startsOfReports.start(reports.rule(i), reports.end(i)));
    }
    pieceEnds.add(size);
    states.add(state);
  }

  /** Adds what was found in a piece to the reports of all engines. */
  void moveTo(int piece, BlockDelivery delivery) {
    int from = piece == 0 ? 0 : pieceEnds.getInt(piece - 1);
    int to = pieceEnds.getInt(piece);
    delivery.reports().addCopied(packed, from, to, base);
    for (int i = from; !starts.isEmpty() && i < to; i++) {
      delivery
          .starts()
          .add((int) packed[i], base + (packed[i] >>> Integer.SIZE), starts.getLong(i));
    }
  }
}
