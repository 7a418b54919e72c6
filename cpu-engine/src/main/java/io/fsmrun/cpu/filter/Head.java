package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;

/**
 * What must come before the first piece of a chain that is searched for, if it is too frequent to
 * be searched for itself. It is run only where it is asked for: before a piece that was found.
 *
 * @param nfa reports where a gap may begin, as soon as it may
 * @param gap what lies between such a place and the piece
 */
public record Head(Nfa nfa, Gap gap) {

  /**
   * Checks the automaton.
   *
   * @throws IllegalArgumentException if a report depends on what comes behind it
   */
  public Head {
    if (!isFit(nfa)) {
      throw new IllegalArgumentException("a head that looks at what is behind its end");
    }
  }

  /**
   * Whether an automaton reports regardless of what comes behind.
   *
   * @param nfa the automaton
   * @return true if it may be a head
   */
  public static boolean isFit(Nfa nfa) {
    for (int state = 0; state < nfa.stateCount(); state++) {
      int flags = nfa.reportFlags(state);
      boolean waits = (flags & ReportFlags.HERE) == 0 && (flags & ReportFlags.FINAL_HERE) != 0;
      if (waits || (flags & (ReportFlags.BACK | ReportFlags.FINAL_BACK)) != 0) {
        return false;
      }
    }
    return true;
  }
}
