package io.fsmrun.cpu.choice;

/**
 * When searching is tried again while the automaton runs. What such probes lose, beside running the
 * automaton, is a part of the time. At first it is a fourth of it: searching may become faster by
 * being done, since the virtual machine compiles it. With each probe that does not find it faster
 * the part is halved, unless the code that searches is new: to a 32nd by those of any of the
 * engine's sessions, then to a 256th by those of the session itself. Mutable, for one thread.
 */
final class ProbeSchedule {

  /** A probe that takes less of the time of an earlier one, by the byte, was faster. */
  private static final double FASTER = 0.9;

  /** So much smaller the part becomes in one session. */
  private static final int MOST_RARER = 8;

  /** An automaton so much slower than at the last probe meets another kind of input. */
  private static final double CHANGED = 2;

  /** A probe is taken to have lost so much at least, in nanoseconds. */
  private static final long LEAST_LOST = 30_000;

  private final Ledger ledger;

  /** How much smaller the part is than the one that all sessions know. */
  private int rarer = 1;

  /** What the last probe cost that was faster, or the first one, in nanoseconds per byte. */
  private double fasterNanos;

  /** What the automaton cost before the last probe, in nanoseconds per byte. */
  private double automatonNanos;

  /** How long the automaton has run since the last probe, and how long it is to run. */
  private long unprobedNanos;

  private long probeAfter;
  private long lostNanos;

  ProbeSchedule(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The automaton begins to run; a probe will take about so many nanoseconds. */
  void begin(long probeNanos) {
    if (probeAfter == 0) {
      probeAfter = ledger.probesPart() * probeNanos;
      // The trial says little of how long the automaton runs.
      unprobedNanos = 0;
    }
  }

  /** The automaton has run. */
  void ran(long nanos) {
    unprobedNanos += nanos;
  }

  boolean isDue() {
    return unprobedNanos >= probeAfter;
  }

  void handedOver(long nanos) {
    lostNanos += nanos;
  }

  /** Searching has taken so much more than running the automaton would have. */
  void searched(long nanosMore) {
    lostNanos += nanosMore;
  }

  /** What the automaton costs at present, in nanoseconds per byte. */
  void automatonCosts(double nanosPerByte) {
    if (automatonNanos > 0 && nanosPerByte > CHANGED * automatonNanos) {
      // What searching costs has to be asked again.
      rarer = 1;
      fasterNanos = 0;
      automatonNanos = 0;
      probeAfter = Math.min(probeAfter, unprobedNanos);
    }
  }

  /** A probe has ended; what both cost is in nanoseconds per byte. */
  void inVain(double searchNanos, double automaton) {
    boolean gotFaster = searchNanos < FASTER * fasterNanos;
    if (gotFaster || fasterNanos == 0) {
      fasterNanos = searchNanos;
    }
    int before = ledger.probesPart();
    ledger.probedInVain(gotFaster);
    if (ledger.isSearchNew()) {
      rarer = 1;
    } else if (gotFaster) {
      rarer = Math.max(1, rarer / 2);
    } else if (ledger.probesPart() == before) {
      rarer = Math.min(2 * rarer, MOST_RARER);
    }
    probeAfter = Math.max(LEAST_LOST, lostNanos) * ledger.probesPart() * rarer;
    automatonNanos = automaton;
    unprobedNanos = 0;
    lostNanos = 0;
  }

  /** Behind a probe in vain, taking over has cost so much more than running the automaton. */
  void tookOver(long nanosMore) {
    probeAfter += nanosMore * ledger.probesPart() * rarer;
  }

  /** The automaton is left. */
  void end() {
    probeAfter = 0;
    unprobedNanos = 0;
    lostNanos = 0;
    rarer = 1;
    fasterNanos = 0;
    automatonNanos = 0;
  }
}
