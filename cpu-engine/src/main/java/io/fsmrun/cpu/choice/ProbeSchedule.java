package io.fsmrun.cpu.choice;

/**
 * When searching is tried again while the automaton runs. At first the two take turns: searching
 * may become faster by being done, since the virtual machine compiles it. While it does not become
 * faster, it is tried half as often each time: after five such probes, in any of the engine's
 * sessions, for a 32nd of the time, and then down to a 512th where the session itself finds it in
 * vain. Mutable, for one thread.
 */
final class ProbeSchedule {

  /** A probe that takes less of the time of an earlier one, by the byte, was faster. */
  private static final double FASTER = 0.9;

  /** How seldom probes become in one session: this part of the time. */
  private static final int LEAST_PART = 512;

  /** An automaton so much slower than at the last probe meets another kind of input. */
  private static final double CHANGED = 2;

  private final Ledger ledger;

  /** How many probes in vain there were in a row, as a power of two. */
  private int rarer = 1;

  /** What the last probe cost that was faster, or the first one, in nanoseconds per byte. */
  private double fasterNanos;

  /** What the automaton cost before the last probe, in nanoseconds per byte. */
  private double automatonNanos;

  /** How long the automaton has run since the last probe, and how long it is to run. */
  private long unprobedNanos;

  private long probeAfter;
  private long handOverNanos;

  ProbeSchedule(Ledger ledger) {
    this.ledger = ledger;
  }

  /** The automaton begins to run; a probe will take about so many nanoseconds. */
  void begin(long probeNanos) {
    if (probeAfter == 0) {
      probeAfter = ledger.probesPart() * probeNanos;
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
    handOverNanos += nanos;
  }

  /** What the automaton costs at present, in nanoseconds per byte. */
  void automatonCosts(double nanosPerByte) {
    if (rarer > 1 && nanosPerByte > CHANGED * automatonNanos) {
      // What searching costs has to be asked again.
      rarer = 1;
      fasterNanos = 0;
      probeAfter = Math.min(probeAfter, unprobedNanos);
    }
  }

  /** A probe took so long, but for handing over; searching cost so much by the byte. */
  void inVain(long nanos, double searchNanos, double automaton) {
    boolean gotFaster = searchNanos < FASTER * fasterNanos;
    if (gotFaster || fasterNanos == 0) {
      fasterNanos = searchNanos;
    }
    ledger.probedInVain(gotFaster);
    rarer = gotFaster ? 1 : Math.min(2 * rarer, LEAST_PART);
    probeAfter = Math.max(ledger.probesPart(), rarer) * (nanos + handOverNanos);
    automatonNanos = automaton;
    unprobedNanos = 0;
    handOverNanos = 0;
  }

  /** The automaton is left. */
  void end() {
    probeAfter = 0;
    unprobedNanos = 0;
    handOverNanos = 0;
    rarer = 1;
    fasterNanos = 0;
  }
}
