package io.fsmrun.cpu.filter;

import io.fsmrun.core.nfa.Nfa;
import io.fsmrun.core.report.ReportFlags;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A position automaton of at most 64 states besides its start, as one machine word: what comes
 * before or after a factor's string. Immutable.
 *
 * <p>States are numbered such that most lead to the next one, which a shift does for all at once.
 * Where else states lead to, is the same for many: all of a gap's that may be its last lead to what
 * comes behind it. Such states are a group with its targets. A step costs O(groups): one for each
 * gap as a rule, as many as there are states at most.
 */
final class BitNfa {

  /** The most states besides the start. */
  static final int MAX_STATES = Long.SIZE;

  private final long first;
  private final long accepting;
  private final boolean acceptsNothing;

  /** The states that lead to the next one. */
  private final long steady;

  /** States that share other targets, and these; most automata have no more than two groups. */
  private final long group0;

  private final long targets0;
  private final long group1;
  private final long targets1;
  private final long[] moreGroups;
  private final long[] moreTargets;
  private final long[] match;
  private final byte[] classOf;

  /**
   * Takes an automaton over.
   *
   * @param nfa at most {@value #MAX_STATES} states besides the start, none always enabled
   * @param classOf classes of all symbols, at least as fine as the automaton's
   * @param representatives a symbol of each class
   */
  BitNfa(Nfa nfa, byte[] classOf, int[] representatives) {
    this.classOf = classOf;
    this.match = new long[representatives.length];
    int[] numbers = numbers(nfa);
    this.first = targets(nfa, Nfa.START, numbers);
    this.acceptsNothing = nfa.reportFlags(Nfa.START) != ReportFlags.NONE;
    long accept = 0;
    long toNext = 0;
    Map<Long, Long> others = new LinkedHashMap<>();
    for (int state = 1; state < nfa.stateCount(); state++) {
      long bit = 1L << numbers[state];
      long targets = targets(nfa, state, numbers);
      toNext |= (targets & bit << 1) != 0 ? bit : 0;
      long rest = targets & ~(bit << 1);
      if (rest != 0) {
        others.merge(rest, bit, (a, b) -> a | b);
      }
      accept |= nfa.reportFlags(state) != ReportFlags.NONE ? bit : 0;
      for (int c = 0; c < representatives.length; c++) {
        match[c] |= nfa.symbols(state).contains(representatives[c]) ? bit : 0;
      }
    }
    this.accepting = accept;
    this.steady = toNext;
    long[] groups = new long[Math.max(2, others.size())];
    long[] groupTargets = new long[groups.length];
    int g = 0;
    for (Map.Entry<Long, Long> other : others.entrySet()) {
      groupTargets[g] = other.getKey();
      groups[g++] = other.getValue();
    }
    this.group0 = groups[0];
    this.targets0 = groupTargets[0];
    this.group1 = groups[1];
    this.targets1 = groupTargets[1];
    this.moreGroups = Arrays.copyOfRange(groups, 2, groups.length);
    this.moreTargets = Arrays.copyOfRange(groupTargets, 2, groups.length);
  }

  /** Numbers states from 0 on, a state before those that it leads to where there are no loops. */
  private static int[] numbers(Nfa nfa) {
    int[] numbers = new int[nfa.stateCount()];
    int[] nextSuccessor = new int[numbers.length];
    boolean[] isSeen = new boolean[numbers.length];
    int[] path = new int[numbers.length];
    int depth = 0;
    int last = numbers.length - 2;
    path[0] = Nfa.START;
    isSeen[Nfa.START] = true;
    while (depth >= 0) {
      int state = path[depth];
      if (nextSuccessor[state] < nfa.successorCount(state)) {
        int successor = nfa.successor(state, nextSuccessor[state]++);
        if (!isSeen[successor]) {
          isSeen[successor] = true;
          path[++depth] = successor;
        }
      } else {
        depth--;
        numbers[state] = state == Nfa.START ? 0 : last--;
      }
    }
    for (int state = 1; state < numbers.length; state++) {
      numbers[state] = isSeen[state] ? numbers[state] : last--;
    }
    return numbers;
  }

  private static long targets(Nfa nfa, int state, int[] numbers) {
    long bits = 0;
    for (int i = 0; i < nfa.successorCount(state); i++) {
      bits |= 1L << numbers[nfa.successor(state, i)];
    }
    return bits;
  }

  boolean acceptsNothing() {
    return acceptsNothing;
  }

  /** The states that a first symbol leads to; 0 if none. */
  long start(int symbol) {
    return first & match[classOf[symbol] & 0xff];
  }

  /** The states that one more symbol leads to; 0 if none. */
  long step(long active, int symbol) {
    long next =
        (active & steady) << 1
            | targets0 & ifAny(active & group0)
            | targets1 & ifAny(active & group1);
    for (int g = 0; g < moreGroups.length; g++) {
      next |= moreTargets[g] & ifAny(active & moreGroups[g]);
    }
    return next & match[classOf[symbol] & 0xff];
  }

  /** All ones if there are any; not by a branch, since whether there are is hard to guess. */
  private static long ifAny(long bits) {
    return (bits | -bits) >> Long.SIZE - 1;
  }

  boolean accepts(long active) {
    return (active & accepting) != 0;
  }
}
