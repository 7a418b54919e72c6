package io.fsmrun.ap;

import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.state.ActiveMask;
import java.util.function.IntUnaryOperator;

/** Which states report, one bit per state, and what. */
final class ReportRow {

  private final long[] reporting;
  private final byte[] flags;

  ReportRow(int stateCount, IntUnaryOperator flagsOf) {
    reporting = new long[(stateCount + 63) >>> 6];
    flags = new byte[stateCount];
    for (int state = 0; state < stateCount; state++) {
      flags[state] = (byte) flagsOf.applyAsInt(state);
      if (flags[state] != ReportFlags.NONE) {
        reporting[state >>> 6] |= 1L << state;
      }
    }
  }

  int flags(int state) {
    return flags[state];
  }

  int flags(ActiveMask active) {
    int union = ReportFlags.NONE;
    for (int w = active.nextWord(0); w >= 0; w = active.nextWord(w + 1)) {
      for (long bits = active.word(w) & reporting[w]; bits != 0; bits &= bits - 1) {
        union |= flags[w * 64 + Long.numberOfTrailingZeros(bits)];
      }
    }
    return union;
  }
}
