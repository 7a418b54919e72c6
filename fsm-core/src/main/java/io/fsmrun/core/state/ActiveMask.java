package io.fsmrun.core.state;

import java.util.Arrays;

/**
 * The active states of a one-hot machine: one bit per state, with a summary that says which words
 * are in use.
 *
 * <p>Layout: bit {@code s & 63} of {@code words[s >> 6]} is state {@code s}; bit {@code w & 63} of
 * {@code summary[w >> 6]} is set exactly when {@code words[w] != 0}. All bulk operations touch only
 * words in use, so a machine of many states with few active costs O(active + states / 4096) a step.
 * Mutable, for one thread.
 */
public final class ActiveMask {

  private final long[] words;
  private final long[] summary;

  /**
   * A mask without active states.
   *
   * @param stateCount number of states, at least 0
   */
  public ActiveMask(int stateCount) {
    words = new long[(stateCount + 63) >>> 6];
    summary = new long[(words.length + 63) >>> 6];
  }

  /**
   * Activates a state.
   *
   * @param state a state
   */
  public void set(int state) {
    int w = state >>> 6;
    words[w] |= 1L << state;
    summary[w >>> 6] |= 1L << w;
  }

  /**
   * Activates states of one word.
   *
   * @param word index of the word
   * @param bits bits to activate; none is allowed
   */
  public void orWord(int word, long bits) {
    if (bits != 0) {
      words[word] |= bits;
      summary[word >>> 6] |= 1L << word;
    }
  }

  /**
   * Whether a state is active.
   *
   * @param state a state
   * @return true if its bit is set
   */
  public boolean get(int state) {
    return (words[state >>> 6] >>> state & 1) != 0;
  }

  /**
   * One word of the mask.
   *
   * @param word index of the word
   * @return its 64 states
   */
  public long word(int word) {
    return words[word];
  }

  /**
   * Number of words of 64 states.
   *
   * @return the number of words
   */
  public int wordCount() {
    return words.length;
  }

  /**
   * The index of the first word in use at or after an index.
   *
   * @param from index to start at
   * @return the index of a word that is not zero, or -1
   */
  public int nextWord(int from) {
    int s = from >>> 6;
    if (s >= summary.length) {
      return -1;
    }
    long bits = summary[s] & -1L << from;
    while (bits == 0) {
      if (++s == summary.length) {
        return -1;
      }
      bits = summary[s];
    }
    return s * 64 + Long.numberOfTrailingZeros(bits);
  }

  /** Deactivates all states. */
  public void clear() {
    for (int s = 0; s < summary.length; s++) {
      for (long bits = summary[s]; bits != 0; bits &= bits - 1) {
        words[s * 64 + Long.numberOfTrailingZeros(bits)] = 0;
      }
      summary[s] = 0;
    }
  }

  /**
   * Number of active states.
   *
   * @return 0 or more
   */
  public int cardinality() {
    int count = 0;
    for (int w = nextWord(0); w >= 0; w = nextWord(w + 1)) {
      count += Long.bitCount(words[w]);
    }
    return count;
  }

  /**
   * The lowest active state.
   *
   * @return a state, or -1 if none is active
   */
  public int first() {
    int w = nextWord(0);
    return w < 0 ? -1 : w * 64 + Long.numberOfTrailingZeros(words[w]);
  }

  /**
   * Replaces the active states.
   *
   * @param states the states to be active, each below the number of states
   */
  public void assign(StateSet states) {
    clear();
    for (int i = 0; i < states.size(); i++) {
      set(states.get(i));
    }
  }

  /**
   * The active states as a value.
   *
   * @return the set
   */
  public StateSet toStateSet() {
    return StateSet.ofBits(words);
  }

  /**
   * Whether both masks have the same active states: the convergence check of two flows.
   *
   * @param other a mask over the same states
   * @return true if they are equal
   */
  public boolean sameAs(ActiveMask other) {
    if (!Arrays.equals(summary, other.summary)) {
      return false;
    }
    for (int w = nextWord(0); w >= 0; w = nextWord(w + 1)) {
      if (words[w] != other.words[w]) {
        return false;
      }
    }
    return true;
  }

  /**
   * A hash of the active states: equal masks have equal ones; O(words in use).
   *
   * @return 64 well mixed bits
   */
  public long contentHash() {
    long hash = 0;
    for (int w = nextWord(0); w >= 0; w = nextWord(w + 1)) {
      long mixed = (words[w] ^ w * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
      hash = Long.rotateLeft(hash, 23) + (mixed ^ mixed >>> 29);
    }
    return hash;
  }
}
