package io.fsmrun.ap;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.ActiveMask;
import java.util.BitSet;

/** A deterministic automaton, one bit per state. */
final class DfaFabric implements Fabric {

  private final Dfa dfa;
  private final char[] table;
  private final int classCount;
  private final byte[] classOf;
  private final BitSet settled = new BitSet();
  private final ReportRow reports;

  DfaFabric(Dfa dfa) {
    this.dfa = dfa;
    this.table = dfa.table();
    this.classCount = dfa.classes().count();
    this.classOf = dfa.classes().toByteArray();
    this.reports = new ReportRow(dfa.stateCount(), dfa::reportFlags);
    for (int state = 0; state < dfa.stateCount(); state++) {
      settled.set(state, dfa.reportFlags(state) == ReportFlags.NONE && dfa.isAbsorbing(state));
    }
  }

  @Override
  public int stateCount() {
    return dfa.stateCount();
  }

  @Override
  public void step(ActiveMask active, int symbol, ActiveMask next) {
    int symbolClass = classOf[symbol] & 0xff;
    for (int w = active.nextWord(0); w >= 0; w = active.nextWord(w + 1)) {
      for (long bits = active.word(w); bits != 0; bits &= bits - 1) {
        int state = w * 64 + Long.numberOfTrailingZeros(bits);
        next.set(table[state * classCount + symbolClass]);
      }
    }
  }

  @Override
  public int reportFlags(ActiveMask active) {
    return reports.flags(active);
  }

  @Override
  public boolean isSettled(ActiveMask active) {
    for (int w = active.nextWord(0); w >= 0; w = active.nextWord(w + 1)) {
      for (long bits = active.word(w); bits != 0; bits &= bits - 1) {
        if (!settled.get(w * 64 + Long.numberOfTrailingZeros(bits))) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean isDeterministic() {
    return true;
  }

  @Override
  public int next(int state, int symbol) {
    return table[state * classCount + (classOf[symbol] & 0xff)];
  }

  @Override
  public int reportFlags(int state) {
    return reports.flags(state);
  }

  @Override
  public boolean isSettled(int state) {
    return settled.get(state);
  }
}
