package io.fsmrun.suite;

import io.fsmrun.core.dfa.Dfa;
import io.fsmrun.core.dfa.ReportDistances;
import io.fsmrun.core.symbol.SymbolSet;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A rule that is a DFA. */
final class DfaCursor extends Cursor {

  private final Guide guide;

  /** Copies of what every step needs, to be had without a look at the guide. */
  private final char[] table;

  private final int[] standings;
  private final int classCount;
  private int state;

  DfaCursor(Guide guide) {
    this.guide = guide;
    this.table = guide.table;
    this.standings = guide.standings;
    this.classCount = guide.classCount;
    this.state = guide.start;
  }

  /**
   * What is known of a DFA beforehand. Immutable, shared by threads; 12 bytes a state, 44 for
   * {@link Guidance#ACTIVITY}.
   */
  static final class Guide {

    private static final int NEVER = ReportDistances.NEVER;

    private final int start;
    private final char[] table;
    private final int classCount;
    private final byte[] classOf;

    /** Per class, the words of its bytes. */
    private final long[] classWords;

    private final int[] classSize;

    /** Per state, bytes to a report; 0 where there is one. */
    private final int[] distances;

    /** Per state, bytes to the next report, at least 1. */
    private final int[] ahead;

    private final int[] standings;

    /** Per state, the words of the bytes after which the rule is on its way; null if not needed. */
    private final long[] going;

    private final int home;

    /** Looks at every state; O(states * classes). */
    Guide(Dfa dfa, Guidance guidance) {
      start = dfa.start();
      table = dfa.table();
      classCount = dfa.classes().count();
      classOf = dfa.classes().toByteArray();
      classWords = new long[classCount * WORDS];
      classSize = new int[classCount];
      for (int c = 0; c < classCount; c++) {
        SymbolSet symbols = dfa.classes().symbols(c);
        classSize[c] = symbols.size();
        for (int w = 0; w < WORDS; w++) {
          classWords[c * WORDS + w] = symbols.word(w);
        }
      }
      distances = ReportDistances.of(dfa);
      ahead = new int[distances.length];
      Arrays.setAll(ahead, s -> distances[s] == 0 ? 1 + leastAfter(s) : distances[s]);
      home = home();
      standings = new int[distances.length];
      Arrays.setAll(standings, this::standingAt);
      going = guidance == Guidance.ACTIVITY ? going() : null;
    }

    private long[] going() {
      long[] words = new long[standings.length * WORDS];
      for (int s = 0; s < standings.length; s++) {
        for (int c = 0; c < classCount; c++) {
          if (standings[next(s, c)] > 0) {
            addClass(c, words, s * WORDS);
          }
        }
      }
      return words;
    }

    /** The least distance after a byte; one less than {@link #NEVER} if there is none. */
    private int leastAfter(int s) {
      int least = NEVER - 1;
      for (int c = 0; c < classCount; c++) {
        least = Math.min(least, distances[next(s, c)]);
      }
      return least;
    }

    private int next(int s, int symbolClass) {
      return table[s * classCount + symbolClass];
    }

    private boolean rests(int s) {
      int staying = 0;
      for (int c = 0; c < classCount; c++) {
        staying += next(s, c) == s ? classSize[c] : 0;
      }
      return staying >= RESTING;
    }

    /** Where rules rest that find nothing: the start, or where the commonest byte leads; or -1. */
    private int home() {
      int common = 0;
      for (int c = 1; c < classCount; c++) {
        common = classSize[c] > classSize[common] ? c : common;
      }
      int after = next(start, common);
      return rests(start) ? start : rests(after) ? after : -1;
    }

    private int standingAt(int s) {
      if (ahead[s] == NEVER) {
        return DEAD;
      }
      if (rests(s)) {
        return s == home ? HOME : ASLEEP;
      }
      return distances[s] == 0 ? 0 : Math.max(0, ahead[start] - ahead[s]);
    }

    private void addClass(int symbolClass, long[] words, int from) {
      for (int w = 0; w < WORDS; w++) {
        words[from + w] |= classWords[symbolClass * WORDS + w];
      }
    }

    private void leaving(int s, long[] words) {
      Arrays.fill(words, 0);
      for (int c = 0; c < classCount; c++) {
        if (next(s, c) != s) {
          addClass(c, words, 0);
        }
      }
    }
  }

  @Override
  int classOf(int symbol) {
    return guide.classOf[symbol] & 0xff;
  }

  @Override
  int step(int symbolClass) {
    state = table[state * classCount + symbolClass];
    return standings[state];
  }

  @Override
  int standing() {
    return guide.standings[state];
  }

  @Override
  void homeWakes(long[] words) {
    if (guide.home < 0) {
      Arrays.fill(words, 0);
    } else {
      guide.leaving(guide.home, words);
    }
  }

  @Override
  void wakes(long[] words) {
    guide.leaving(state, words);
  }

  @Override
  int forward(SplittableRandom random) {
    long[] words = new long[WORDS];
    int nearer = guide.ahead[state] - 1;
    for (int c = 0; c < guide.classCount; c++) {
      if (guide.distances[guide.next(state, c)] == nearer) {
        guide.addClass(c, words, 0);
      }
    }
    return Symbols.pick(words, random);
  }

  @Override
  void goesOn(long[] words) {
    System.arraycopy(guide.going, state * WORDS, words, 0, WORDS);
  }
}
