package io.fsmrun.cpu.choice;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** Scans by a choice where both ways cost what is said here, in nanoseconds per byte. */
class SimulatedScan {

  static final int BLOCK = 1 << 14;

  long runNanos;
  long newNanos;
  private final Map<Double, Long> lost = new HashMap<>();
  double inVain;
  int probesPart = 4;
  long toldNanos;
  long searchNanos;
  long automatonNanos;
  long searched;
  long ran;

  /** So much searching, in nanoseconds, is by code that is not compiled. */
  long newSearchNanos;

  /** So much of it is while loops are tried. */
  long triedNanos;

  /** So much of it is by code of which hardly anything is. */
  long uncompiledNanos;

  /** The least that searching has cost, and how often its code may become new again. */
  private double leastNanos = Double.POSITIVE_INFINITY;

  int renewals = 4;

  final Ledger ledger =
      new Ledger() {
        @Override
        public void addSearch(long nanos) {
          toldNanos += nanos;
        }

        @Override
        public void addRun(long nanos) {
          runNanos += nanos;
        }

        @Override
        public boolean isSearchNew() {
          return searchNanos < newSearchNanos || isSearchTried();
        }

        @Override
        public boolean isSearchTried() {
          return searchNanos < triedNanos;
        }

        @Override
        public boolean isSearchCompiled() {
          return searchNanos >= uncompiledNanos;
        }

        @Override
        public void searchCosts(double nanosPerByte) {
          leastNanos = Math.min(leastNanos, nanosPerByte);
        }

        @Override
        public void probedSlowly(double nanosPerByte) {
          if (nanosPerByte > 16 * leastNanos && renewals-- > 0) {
            newSearchNanos = searchNanos + 100_000_000;
          }
        }

        @Override
        public boolean isAutomatonNew() {
          return runNanos < newNanos;
        }

        @Override
        public void triedInVain(long nanos, double searchNanos) {
          if (lost.merge(searchNanos, nanos, Long::sum) >= TrialSchedule.FIRST_TRIALS) {
            inVain = searchNanos;
          }
        }

        @Override
        public boolean wasTriedInVain(double searchNanos) {
          return searchNanos <= inVain;
        }

        @Override
        public void probedInVain(boolean gotFaster) {
          int next = gotFaster ? Math.max(4, probesPart / 2) : Math.min(32, 2 * probesPart);
          probesPart = isSearchNew() ? 4 : next;
        }

        @Override
        public int probesPart() {
          return probesPart;
        }
      };

  /** When so much was run by the automaton, in nanoseconds, the thread stands still for so long. */
  long stopsAfter = Long.MAX_VALUE;

  long stopNanos;

  long learnsFor;
  MeasuredChoice choice = new MeasuredChoice(ledger);

  /** Scans blocks; costs are asked for by the block's number. */
  final void scan(int blocks, LongUnaryOperator search, LongUnaryOperator automaton) {
    for (int block = 0; block < blocks; block++) {
      int left = BLOCK;
      while (left > 0) {
        left -= choice.prefersAutomaton() ? run(left, automaton.applyAsLong(block)) : 0;
        if (left > 0) {
          int part = Math.min(left, choice.partBytes());
          long cost = search.applyAsLong(block);
          choice.searched(part, part * cost, searched < learnsFor);
          searchNanos += part * cost;
          searched += part;
          left -= part;
        }
      }
    }
  }

  /** Runs the rest of a block, or nothing. */
  private int run(int bytes, long cost) {
    int done = 0;
    long stopped = 0;
    while (done < bytes && (done == 0 || choice.goesOn(done, done * cost + stopped))) {
      done += 64;
      if (automatonNanos + done * cost >= stopsAfter) {
        stopped += stopNanos;
        stopsAfter = Long.MAX_VALUE;
      }
    }
    boolean whole = done >= bytes;
    choice.ran(bytes, done * cost + stopped, whole);
    automatonNanos += done * cost;
    ran += whole ? bytes : 0;
    return whole ? bytes : 0;
  }
}
