package io.fsmrun.cpu.token;

import java.util.Arrays;

/**
 * What a session remembers of tokens: the automaton of all predicates, determinised as far as
 * tokens went, and the rows of the sets of predicates that took a token.
 *
 * <pre>
 *   next[state + class of byte]   UNKNOWN
 *                                 a state, from 0: a multiple of the number of classes
 *                                 ~c after a delimiter: the token is of class c; NO_TOKEN at once
 *                                 after another delimiter
 * </pre>
 *
 * <p>State 0 is that before a token. Half of the memory is for states, half for rows; each half is
 * forgotten when it is full. Mutable, for one thread.
 */
final class TokenCache {

  static final int UNKNOWN = Integer.MIN_VALUE;
  static final int BEFORE_TOKEN = 0;
  static final int NO_TOKEN = 0;

  private static final int LEAST_STATES = 8;
  private static final int NO_ROW = -1;

  private final PredicateAutomaton automaton;
  private final ChainLayout layout;
  private final int classes;
  private final long stateBytes;

  private final ArrayTable sets = new ArrayTable();
  private final ArrayTable tokens = new ArrayTable();
  private final long[] seen;
  private final int[] scratch;

  /** Read by hot loops; replaced when it grows. */
  int[] next;

  /** What the classes of tokens do. */
  final TokenRows rows;

  private int[] rowOf = new int[0];
  private long flushes;

  TokenCache(PredicateAutomaton automaton, ChainLayout layout, int cacheBytes) {
    this.automaton = automaton;
    this.layout = layout;
    classes = automaton.classCount();
    stateBytes = cacheBytes / 2;
    rows = new TokenRows(layout);
    seen = new long[(automaton.stateCount() + Long.SIZE - 1) / Long.SIZE];
    scratch = new int[automaton.stateCount()];
    next = new int[LEAST_STATES * classes];
    forget();
  }

  private void forget() {
    sets.clear();
    tokens.clear();
    tokens.intern(scratch, 0);
    forgetRows();
    stateOf(new int[] {0}, 1);
    next[automaton.delimiterClass()] = ~NO_TOKEN;
  }

  private void forgetRows() {
    rows.clear();
    Arrays.fill(rowOf, NO_ROW);
  }

  /** How often states were forgotten. */
  long flushes() {
    return flushes;
  }

  /** Number of states that are remembered. */
  int stateCount() {
    return sets.size();
  }

  /** The predicate states of a state; not to be changed. */
  int[] set(int state) {
    return sets.get(state / classes);
  }

  /** The state of a set. States may be forgotten: all others are void then. */
  int stateFor(int[] set, int size) {
    makeRoom();
    return stateOf(set, size);
  }

  private void makeRoom() {
    long used = (long) sets.size() * classes * Integer.BYTES + sets.bytes() + tokens.bytes();
    if (used > stateBytes && sets.size() > LEAST_STATES) {
      flushes++;
      forget();
    }
  }

  private int stateOf(int[] set, int size) {
    int before = sets.size();
    int state = sets.intern(set, size) * classes;
    if (sets.size() > before) {
      if (state == next.length) {
        next = Arrays.copyOf(next, 2 * state);
      }
      Arrays.fill(next, state, state + classes, UNKNOWN);
    }
    return state;
  }

  /**
   * Finds an entry of {@link #next} that is unknown. States may be forgotten: all but the one that
   * is returned are void then. O(edges of the state's set).
   */
  int resolve(int state, int symbolClass) {
    int[] set = set(state);
    long flushesBefore = flushes;
    makeRoom();
    int entry;
    if (symbolClass == automaton.delimiterClass()) {
      int[] accepted = automaton.accepted(set, set.length);
      entry = ~tokenClass(accepted);
    } else {
      int size = automaton.step(set, set.length, symbolClass, seen, scratch);
      entry = stateOf(scratch, size);
    }
    if (flushes == flushesBefore) {
      next[state + symbolClass] = entry;
    }
    return entry;
  }

  /** Classes from 1 on: number 0 is for no token, so what no predicate takes is marked. */
  private int tokenClass(int[] accepted) {
    int[] marked = Arrays.copyOf(accepted, accepted.length + 1);
    int known = tokens.intern(marked, marked.length);
    int needed = (known + 1) * layout.runKinds;
    if (needed > rowOf.length) {
      int old = rowOf.length;
      rowOf = Arrays.copyOf(rowOf, Math.max(needed, 2 * old));
      Arrays.fill(rowOf, old, rowOf.length, NO_ROW);
    }
    return known;
  }

  /**
   * The row of a class; others may be forgotten.
   *
   * @param tokenClass a class, from 1
   * @param run delimiters before the token, below {@link ChainLayout#runKinds}
   */
  int row(int tokenClass, int run) {
    int row = rowOf[tokenClass * layout.runKinds + run];
    return row != NO_ROW ? row : makeRow(tokenClass, run);
  }

  private int makeRow(int tokenClass, int run) {
    if (rows.bytes() > stateBytes) {
      forgetRows();
    }
    int[] marked = tokens.get(tokenClass);
    int row = rows.add(Arrays.copyOf(marked, marked.length - 1), run);
    rowOf[tokenClass * layout.runKinds + run] = row;
    return row;
  }
}
