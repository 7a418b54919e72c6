package io.fsmrun.scan.plan;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.regex.CompileLimits;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds how large automata of many rules are together, while threads make them in any order. Which
 * rules fit is decided in their order, so that it does not depend on threads: what no longer fits
 * when it is made is dropped, and made again if it turns out that it does.
 *
 * <p>For many threads.
 */
public final class SizeBudget {

  private final long limit;
  private final long[] sizes;

  /** Per rule its size, and that of those before it that fit. */
  private final long[] seen;

  private final AtomicLong kept = new AtomicLong();

  /**
   * A budget of which nothing is used.
   *
   * @param limit the most states and edges
   * @param rules how many rules there are
   */
  public SizeBudget(long limit, int rules) {
    this.limit = limit;
    this.sizes = new long[rules];
    this.seen = new long[rules];
  }

  /**
   * How large an automaton is.
   *
   * @param nfa the automaton
   * @return its states and edges
   */
  public static long size(Nfa nfa) {
    return (long) nfa.stateCount() + nfa.edgeCount();
  }

  /**
   * Says how large a rule's automata are; once for each rule.
   *
   * @param rule its number, from 0
   * @param size states and edges
   * @return whether there is room to keep them for now
   */
  public boolean keeps(int rule, long size) {
    sizes[rule] = size;
    if (kept.addAndGet(size) <= limit) {
      return true;
    }
    kept.addAndGet(-size);
    return false;
  }

  /**
   * The rules that fit. A rule that does not is left out, and the next ones may still fit.
   *
   * @return their numbers; all have said how large they are
   */
  public BitSet fitting() {
    BitSet fitting = new BitSet();
    long sum = 0;
    for (int rule = 0; rule < sizes.length; rule++) {
      seen[rule] = sum + sizes[rule];
      if (seen[rule] <= limit) {
        sum = seen[rule];
        fitting.set(rule);
      }
    }
    return fitting;
  }

  /**
   * Why a rule does not fit.
   *
   * @param rule its number; {@link #fitting} has been asked
   * @return the limit, and how large it and those before it that fit are together
   */
  public String reason(int rule) {
    return CompileLimits.together(limit, seen[rule]).getMessage();
  }
}
