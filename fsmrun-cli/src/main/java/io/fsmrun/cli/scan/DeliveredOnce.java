package io.fsmrun.cli.scan;

import io.fsmrun.gpu.report.ReportBlock;
import io.fsmrun.scan.MatchHandler;

/**
 * Hands on the matches of a file that may be searched again from its start: those that were handed
 * on before are dropped. All searches give the same matches, by end, then rule, so that the last
 * match says which those are. For one thread.
 */
final class DeliveredOnce implements MatchHandler {

  private MatchHandler handler;
  private int lastRule = -1;
  private long lastEnd = -1;

  DeliveredOnce(MatchHandler handler) {
    this.handler = handler;
  }

  /**
   * Takes many matches at once; where only their number is wanted, none is looked at but the first
   * ones and the last.
   *
   * @param counter counts them; null if each has to be handed on
   */
  boolean matches(ReportBlock block, FileMatches counter) {
    int from = 0;
    while (from < block.count() && isOld(block.rules()[from], block.ends()[from])) {
      from++;
    }
    int last = block.count() - 1;
    if (counter != null && from <= last) {
      counter.count(block.count() - from);
      lastEnd = block.ends()[last];
      lastRule = block.rules()[last];
      return true;
    }
    for (int i = from; i <= last; i++) {
      if (!match(block.rules()[i], NO_START, block.ends()[i], 0)) {
        return false;
      }
    }
    return true;
  }

  private boolean isOld(int rule, long end) {
    return end < lastEnd || end == lastEnd && rule <= lastRule;
  }

  /** Further matches go elsewhere. */
  void goOnWith(MatchHandler other) {
    handler = other;
  }

  /** Where the last match ended that was handed on; 0 if there was none. */
  long deliveredTo() {
    return Math.max(0, lastEnd);
  }

  @Override
  public boolean match(int rule, long start, long end, long tag) {
    if (isOld(rule, end)) {
      return true;
    }
    lastEnd = end;
    lastRule = rule;
    return handler.match(rule, start, end, tag);
  }
}
