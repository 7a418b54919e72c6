package io.fsmrun.scan;

import io.fsmrun.cpu.block.ReportBuffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Reports in order, in 4 bytes each where those of a {@link ReportBuffer} take 8: what one thread
 * writes and another reads passes through the caches of both, at the expense of their tables.
 *
 * <pre>
 *   31        bits bits        0
 *   end - base    | rule           a span has one base, and ends where that is too far behind
 * </pre>
 *
 * <p>They are kept in pieces, which begin with a span of their own. Written by one thread, then
 * read by another, then used again.
 */
final class PackedReports {

  private static final int INITIAL = 1024;

  /** Bits of a rule; what is left of 32 is for the distance to the base. */
  private static final int LEAST_RULE_BITS = 12;

  private static final int MOST_RULE_BITS = 28;

  private final int ruleBits;
  private int[] packed = new int[INITIAL];
  private int size;
  private final IntArrayList spanStarts = new IntArrayList();
  private final LongArrayList spanBases = new LongArrayList();

  /**
   * An empty list.
   *
   * @param rules how many rules there are, 2^28 at most
   */
  PackedReports(int rules) {
    if (rules > 1 << MOST_RULE_BITS) {
      throw new IllegalArgumentException(rules + " rules are too many");
    }
    ruleBits = Math.max(LEAST_RULE_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(rules));
  }

  void clear() {
    size = 0;
    spanStarts.clear();
    spanBases.clear();
  }

  /**
   * Begins a piece.
   *
   * @param base a position that none of its reports ends before
   */
  void startPiece(long base) {
    spanStarts.add(size);
    spanBases.add(base);
  }

  /** Adds a sorted stretch of reports, which come behind those that are there. */
  void add(ReportBuffer sorted, int first, int last) {
    int room = size + last - first;
    if (room > packed.length) {
      packed = Arrays.copyOf(packed, Math.max(room, packed.length * 2));
    }
    int from = first;
    while (from < last) {
      long base = spanBases.getLong(spanBases.size() - 1);
      int to = last;
      if (!reaches(base, sorted.end(last - 1))) {
        to = from;
        while (reaches(base, sorted.end(to))) {
          to++;
        }
      }
      sorted.pack(from, to, base, ruleBits, packed, size);
      size += to - from;
      from = to;
      if (from < last) {
        startPiece(sorted.end(from));
      }
    }
  }

  private boolean reaches(long base, long end) {
    return end - base >>> Integer.SIZE - ruleBits == 0;
  }

  /** Number of reports. */
  int size() {
    return size;
  }

  /** How many there is room for. */
  int capacity() {
    return packed.length;
  }

  /**
   * Reads a piece.
   *
   * @param from how many reports there were when it began
   * @param to how many there were when it ended
   */
  Reader reader(int from, int to) {
    return new Reader(from, to);
  }

  /** Goes along the reports of a piece, span by span or one by one. */
  final class Reader {

    private final int[] ints = packed;
    private final int bits = ruleBits;
    private final int mask = (1 << ruleBits) - 1;
    private final int pieceEnd;
    private int span;
    private long base;
    private int to;
    private int at;

    private Reader(int from, int pieceEnd) {
      this.pieceEnd = pieceEnd;
      while (span < spanStarts.size() && spanStarts.getInt(span) <= from) {
        span++;
      }
      // The last one that starts there; those before it are empty.
      span--;
      at = from - 1;
      to = from;
    }

    /** Goes to the next span that is not empty; returns false if there is none. */
    boolean nextSpan() {
      if (to >= pieceEnd) {
        return false;
      }
      while (spanEnd() <= to) {
        span++;
      }
      at = to;
      to = spanEnd();
      base = spanBases.getLong(span);
      return true;
    }

    private int spanEnd() {
      int end = span + 1 < spanStarts.size() ? spanStarts.getInt(span + 1) : pieceEnd;
      return Math.min(end, pieceEnd);
    }

    /** Goes to the next report; returns false if there is none. */
    boolean next() {
      return ++at < to || nextSpan();
    }

    /** Index of the present report. */
    int index() {
      return at;
    }

    /** Index after the last report of the present span. */
    int to() {
      return to;
    }

    /** The rule of a report of the present span. */
    int rule(int index) {
      return ints[index] & mask;
    }

    /** Where a report of the present span ends. */
    long end(int index) {
      return base + (ints[index] >>> bits);
    }
  }
}
