package io.fsmrun.cpu;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.engine.Automaton;
import io.fsmrun.core.engine.Engine;
import io.fsmrun.core.engine.ReportEnds;
import io.fsmrun.core.engine.Session;
import io.fsmrun.core.report.ReportFlags;

/** A deterministic automaton as a transition table. */
final class TableEngine implements Engine {

  private final Dfa dfa;
  private final CpuOptions options;
  private final char[] table;
  private final int classCount;
  private final byte[] classOf;

  /** Per state: report flags in the low bits, {@link #ABSORBING} if a run never leaves it. */
  private final byte[] traits;

  private static final int ABSORBING = 16;

  TableEngine(Dfa dfa, CpuOptions options) {
    this.dfa = dfa;
    this.options = options;
    this.table = dfa.table();
    this.classCount = dfa.classes().count();
    this.classOf = dfa.classes().toByteArray();
    this.traits = new byte[dfa.stateCount()];
    for (int state = 0; state < traits.length; state++) {
      traits[state] = (byte) (dfa.reportFlags(state) | (dfa.isAbsorbing(state) ? ABSORBING : 0));
    }
  }

  @Override
  public Automaton automaton() {
    return dfa;
  }

  @Override
  public Session newSession() {
    return new TableSession(this);
  }

  CpuOptions options() {
    return options;
  }

  Dfa dfa() {
    return dfa;
  }

  int next(int state, int symbol) {
    return table[state * classCount + (classOf[symbol] & 0xff)];
  }

  int classOf(int symbol) {
    return classOf[symbol] & 0xff;
  }

  int flags(int state) {
    return traits[state] & ~ABSORBING;
  }

  /** Whether a run that came here stays for good and reports nothing more. */
  boolean isSettled(int state) {
    return traits[state] == ABSORBING;
  }

  /**
   * Runs one state over a stretch of input.
   *
   * <p>While a state that reports nothing leads to itself, its row stays in a register and no step
   * waits for the load before it; that is where most rules are most of the time. A settled state
   * ends the run at once.
   */
  int scan(byte[] input, int from, int to, int start, ReportEnds ends) {
    boolean skipping = options.selfLoopSkipping();
    int state = start;
    int p = from;
    while (p < to) {
      int trait = traits[state];
      if (trait == 0 && skipping) {
        p = skipSelfLoops(input, p, to, state);
        if (p == to) {
          return state;
        }
      } else if (trait == ABSORBING) {
        return state;
      }
      state = table[state * classCount + (classOf[input[p++] & 0xff] & 0xff)];
      int flags = traits[state] & ~ABSORBING;
      if (flags != ReportFlags.NONE) {
        ends.addFlags(flags, p);
      }
    }
    return state;
  }

  private int skipSelfLoops(byte[] input, int from, int to, int state) {
    char[] rows = table;
    byte[] map = classOf;
    int row = state * classCount;
    int p = from;
    while (p < to && rows[row + (map[input[p] & 0xff] & 0xff)] == state) {
      p++;
    }
    return p;
  }
}
