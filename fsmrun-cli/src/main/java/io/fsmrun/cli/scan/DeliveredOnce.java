package io.fsmrun.cli.scan;

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
    if (end < lastEnd || end == lastEnd && rule <= lastRule) {
      return true;
    }
    lastEnd = end;
    lastRule = rule;
    return handler.match(rule, start, end, tag);
  }
}
