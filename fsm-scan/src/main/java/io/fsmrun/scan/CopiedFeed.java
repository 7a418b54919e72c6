package io.fsmrun.scan;

import io.fsmrun.cpu.block.ReportBuffer;

/**
 * The code that is there once for each class of handlers: {@link HandlerFeeds} copies the class.
 * Both loops are the same, so that each reads reports of one class and calls handlers of one class,
 * and the virtual machine compiles both into it.
 */
final class CopiedFeed implements ReportFeed {

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
}
