package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;

/**
 * What a lane lacks that started from too few states: the rest of the true start, run on its own.
 * Since a step distributes over union, the true set at each place is the lane's united with this
 * one, and so are the reports. Mutable, for one thread.
 */
final class Remainder {

  /** The part of a cache that is used to remember sets of rests, which are few and small. */
  private static final int CACHE_SHARE = 8;

  private final SetAutomaton automaton;
  private final SetTable table;
  private final LazyOptions options;

  /** Null, as the other two, until a lane is looked at: most runners never need them. */
  private SetRunner runner;

  private ActiveSet whole;
  private ActiveSet rest;

  Remainder(SetAutomaton automaton, SetTable table, LazyOptions options) {
    this.automaton = automaton;
    this.table = table;
    this.options = options.withLanes(false).withCacheBytes(options.cacheBytes() / CACHE_SHARE);
  }

  /**
   * Starts with the states of a true set that a lane's set lacks.
   *
   * @return whether the true set has, or dominates, all states of the lane's; if not, nothing is
   *     changed
   */
  boolean start(int laneRow, int trueRow) {
    if (runner == null) {
      runner = new SetRunner(automaton.edgesOnly(), options);
      whole = automaton.newSet();
      rest = automaton.newSet();
    }
    table.copyTo(trueRow, whole);
    if (!table.isWithin(laneRow, whole)) {
      return false;
    }
    table.copyTo(laneRow, whole);
    rest.clear();
    table.addMissing(trueRow, whole, rest);
    runner.become(rest);
    return true;
  }

  /** Runs on and reports; returns the end, or where nothing was left. */
  int run(byte[] input, int from, int to, long base, ReportBuffer out) {
    return runner.run(input, from, to, base + from, out);
  }

  /** Whether a set has or dominates all that is left, so that it is the true one from here on. */
  boolean isWithin(int row) {
    ActiveSet left = runner.present();
    table.copyTo(row, whole);
    for (int i = 0; i < left.size(); i++) {
      if (!whole.covers(left.members()[i])) {
        return false;
      }
    }
    return true;
  }

  /** A set with what is left; valid until the next call of anything. */
  ActiveSet unitedWith(int row) {
    table.copyTo(row, whole);
    ActiveSet left = runner.present();
    for (int i = 0; i < left.size(); i++) {
      whole.add(left.members()[i]);
    }
    return whole;
  }

  /** Symbols that were consumed, and not only compared. */
  long symbols() {
    if (runner == null) {
      return 0;
    }
    LazyStatistics done = runner.statistics();
    return done.tableSymbols() + done.directSymbols() - done.skippedSymbols();
  }
}
