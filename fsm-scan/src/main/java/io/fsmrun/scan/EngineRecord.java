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
  private final LongArrayList packed = new LongArrayList();
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
    for (int i = 0; i < reports.size(); i++) {
      int rule = reports.rule(i);
      long end = reports.end(i);
      packed.add(end - base << Integer.SIZE | rule);
      if (startsOfReports != null) {
        starts.add(startsOfReports.start(rule, end));
      }
    }
    pieceEnds.add(packed.size());
    states.add(state);
  }

  /** Adds what was found in a piece to the reports of all engines. */
  void moveTo(int piece, BlockDelivery delivery) {
    int from = piece == 0 ? 0 : pieceEnds.getInt(piece - 1);
    int to = pieceEnds.getInt(piece);
    for (int i = from; i < to; i++) {
      long report = packed.getLong(i);
      int rule = (int) report;
      long end = base + (report >>> Integer.SIZE);
      delivery.reports().add(rule, end);
      if (!starts.isEmpty()) {
        delivery.starts().add(rule, end, starts.getLong(i));
      }
    }
  }
}
