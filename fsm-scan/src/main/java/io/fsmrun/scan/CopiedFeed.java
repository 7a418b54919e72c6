package io.fsmrun.scan;

import io.fsmrun.cpu.block.PlaceBits;
import io.fsmrun.cpu.block.ReportBuffer;

/**
 * The code that is there once for each class of handlers: {@link HandlerFeeds} copies the class.
 * All loops do the same, so that each reads reports of one class and calls handlers of one class,
 * and the virtual machine compiles both into it.
 */
final class CopiedFeed implements ReportFeed {

  /** Slots of a word are so many bits of their number. */
  private static final int WORD = 6;

  CopiedFeed() {}

  @Override
  public boolean feed(
      MatchHandler handler, ReportBuffer reports, int from, int to, int[] ids, long tag) {
    int i = from;
    for (; i < to - 3; i += 4) {
      if (!handler.match(ids[reports.rule(i)], MatchHandler.NO_START, reports.end(i), tag)
          || !handler.match(
              ids[reports.rule(i + 1)], MatchHandler.NO_START, reports.end(i + 1), tag)
          || !handler.match(
              ids[reports.rule(i + 2)], MatchHandler.NO_START, reports.end(i + 2), tag)
          || !handler.match(
              ids[reports.rule(i + 3)], MatchHandler.NO_START, reports.end(i + 3), tag)) {
        return false;
      }
    }
    for (; i < to; i++) {
      if (!handler.match(ids[reports.rule(i)], MatchHandler.NO_START, reports.end(i), tag)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean feed(
      MatchHandler handler, PackedReports.Reader reports, int from, int to, int[] ids, long tag) {
    int i = from;
    for (; i < to - 3; i += 4) {
      if (!handler.match(ids[reports.rule(i)], MatchHandler.NO_START, reports.end(i), tag)
          || !handler.match(
              ids[reports.rule(i + 1)], MatchHandler.NO_START, reports.end(i + 1), tag)
          || !handler.match(
              ids[reports.rule(i + 2)], MatchHandler.NO_START, reports.end(i + 2), tag)
          || !handler.match(
              ids[reports.rule(i + 3)], MatchHandler.NO_START, reports.end(i + 3), tag)) {
        return false;
      }
    }
    for (; i < to; i++) {
      if (!handler.match(ids[reports.rule(i)], MatchHandler.NO_START, reports.end(i), tag)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean feed(
      MatchHandler handler, PlaceBits reports, int from, int to, int[] ids, long tag) {
    // Which of two rules it is is often as good as random, so no branch depends on it.
    long[] numbers = reports.numbers(ids[reports.rule()], ids[reports.other()]);
    for (int w = from >>> WORD; w <= to - 1 >>> WORD; w++) {
      long rest = reports.word(w, from, to);
      long end = reports.end(w << WORD);
      int count = Long.bitCount(rest);
      for (; count > 3; count -= 4) {
        long one = numbers[Long.numberOfTrailingZeros(rest)];
        rest &= rest - 1;
        long two = numbers[Long.numberOfTrailingZeros(rest)];
        rest &= rest - 1;
        long three = numbers[Long.numberOfTrailingZeros(rest)];
        rest &= rest - 1;
        long four = numbers[Long.numberOfTrailingZeros(rest)];
        rest &= rest - 1;
        if (!handler.match((int) one, MatchHandler.NO_START, end + (one >>> 32), tag)
            || !handler.match((int) two, MatchHandler.NO_START, end + (two >>> 32), tag)
            || !handler.match((int) three, MatchHandler.NO_START, end + (three >>> 32), tag)
            || !handler.match((int) four, MatchHandler.NO_START, end + (four >>> 32), tag)) {
          return false;
        }
      }
      for (; count > 0; count--) {
        long one = numbers[Long.numberOfTrailingZeros(rest)];
        rest &= rest - 1;
        if (!handler.match((int) one, MatchHandler.NO_START, end + (one >>> 32), tag)) {
          return false;
        }
      }
    }
    return true;
  }
}
