package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.Optional;

/**
 * A tail that is nothing but bytes of one set in a row, as in {@code /=[^&]{720}/}: it matches so
 * many bytes behind where it begins, if none of them is outside. It need not be run byte by byte:
 * where it has begun says all. As a set of states it would have one for each place where it has
 * begun, so that nearly every set that an automaton meets is new. Immutable.
 */
final class CountedTail {

  /** The value of {@code most} that sets no bound. */
  static final int UNBOUNDED = -1;

  /** Fewer bytes are for an automaton, which has them behind it sooner than they are noted. */
  private static final int FEWEST = 8;

  private static final int NOT_COUNTED = -1;

  private final int rule;
  private final SymbolSet first;
  private final SymbolSet set;
  private final int least;
  private final boolean endless;

  /** Per state of the automaton how many bytes have passed. */
  private final int[] passed;

  private final int states;

  private CountedTail(
      int rule,
      SymbolSet first,
      SymbolSet set,
      int least,
      boolean endless,
      int[] passed,
      int states) {
    this.rule = rule;
    this.first = first;
    this.set = set;
    this.least = least;
    this.endless = endless;
    this.passed = passed;
    this.states = states;
  }

  /**
   * A tail as that.
   *
   * @param chain one with a tail
   * @return nothing if it is anything else, or short; O(states + edges)
   */
  static Optional<CountedTail> of(Chain chain) {
    return chain.tail().flatMap(tail -> new Reader(tail).read(chain.rule()));
  }

  /** Follows the states of a tail. */
  private static final class Reader {

    private final Nfa tail;
    private final int[] passed;
    private int seen = 1;
    private SymbolSet first = SymbolSet.EMPTY;

    Reader(Nfa tail) {
      this.tail = tail;
      this.passed = new int[tail.stateCount()];
      Arrays.fill(passed, NOT_COUNTED);
      passed[Nfa.START] = 0;
    }

    Optional<CountedTail> read(int rule) {
      int next = behindFirstByte();
      if (next < 0 || passed[next] != NOT_COUNTED) {
        return Optional.empty();
      }
      SymbolSet set = tail.symbols(next);
      int least = 0;
      int length = 0;
      boolean endless = false;
      while (next >= 0) {
        if (passed[next] != NOT_COUNTED || !tail.symbols(next).equals(set)) {
          return Optional.empty();
        }
        passed[next] = ++length;
        seen++;
        boolean reports = tail.reportFlags(next) == ReportFlags.HERE;
        if (tail.isAlwaysEnabled(next)
            || !reports && (least > 0 || tail.reportFlags(next) != ReportFlags.NONE)) {
          return Optional.empty();
        }
        if (reports && least == 0) {
          least = length;
        }
        endless = loops(next);
        if (tail.successorCount(next) > 1 || endless && !reports) {
          return Optional.empty();
        }
        next = endless || tail.successorCount(next) == 0 ? -1 : tail.successor(next, 0);
      }
      return least < FEWEST || seen != tail.stateCount()
          ? Optional.empty()
          : Optional.of(new CountedTail(rule, first, set, least, endless, passed, length + 1));
    }

    private boolean loops(int state) {
      return tail.successorCount(state) == 1 && tail.successor(state, 0) == state;
    }

    /** The one state that all that are entered with the piece's last byte lead to; or -1. */
    private int behindFirstByte() {
      int next = -1;
      if (tail.reportFlags(Nfa.START) != ReportFlags.NONE) {
        return -1;
      }
      for (int i = 0; i < tail.successorCount(Nfa.START); i++) {
        int entered = tail.successor(Nfa.START, i);
        boolean fits =
            tail.reportFlags(entered) == ReportFlags.NONE
                && !tail.isAlwaysEnabled(entered)
                && tail.successorCount(entered) == 1
                && (next < 0 || next == tail.successor(entered, 0));
        if (!fits) {
          return -1;
        }
        next = tail.successor(entered, 0);
        first = first.or(tail.symbols(entered));
        passed[entered] = 0;
        seen++;
      }
      return next;
    }
  }

  int rule() {
    return rule;
  }

  /** The last bytes of the piece before it behind which it may begin. */
  SymbolSet first() {
    return first;
  }

  /** The bytes that it is made of. */
  SymbolSet set() {
    return set;
  }

  /** It matches so many bytes behind where it begins, and more up to {@link #most}. */
  int least() {
    return least;
  }

  int most() {
    return endless ? UNBOUNDED : states - 1;
  }

  /** How many numbers of bytes are told apart: from 0 on; the last one is any more, if endless. */
  int states() {
    return states;
  }

  /** How many bytes have passed where a state of the automaton is active. */
  int passed(int state) {
    return passed[state];
  }
}
