package io.fsmrun.ap.timing;

/**
 * The time of one copy of the machine, in cycles since the start of the run, and what passed since
 * the clock was made, by kind. For one thread.
 */
final class CycleClock {

  private long now;
  private long symbols;
  private long switches;
  private long checks;
  private long lookback;
  private long composition;
  private long decoding;
  private long reexecution;

  CycleClock(long now) {
    this.now = now;
  }

  /** A clock that goes on from now, with nothing passed yet. */
  CycleClock fork() {
    return new CycleClock(now);
  }

  /** Takes over the time of a fork and what passed there. */
  void join(CycleClock fork) {
    now = fork.now;
    symbols += fork.symbols;
    switches += fork.switches;
    checks += fork.checks;
    lookback += fork.lookback;
    composition += fork.composition;
    decoding += fork.decoding;
    reexecution += fork.reexecution;
  }

  void pass(CycleKind kind, long cycles) {
    now += cycles;
    switch (kind) {
      case SYMBOLS -> symbols += cycles;
      case SWITCHES -> switches += cycles;
      case CHECKS -> checks += cycles;
      case LOOKBACK -> lookback += cycles;
      case COMPOSITION -> composition += cycles;
      case DECODING -> decoding += cycles;
      case REEXECUTION -> reexecution += cycles;
    }
  }

  long now() {
    return now;
  }

  CycleBreakdown passed() {
    return new CycleBreakdown(
        symbols, switches, checks, lookback, composition, decoding, reexecution);
  }
}
