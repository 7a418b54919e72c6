package io.fsmrun.cpu.token;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * What the states of a program's automaton mean, by number, and which state means what. Each
 * mirrors a part of what a {@link TokenSession} knows:
 *
 * <pre>
 *   counter   tokens so far, whether the stream began with one, delimiters, inside a token or not;
 *             one of them is active always
 *   node      the first tokens of a core; cores that begin alike share them ({@link CoreTrie})
 *     between   the node's last token is done: by delimiters since
 *     inside    in its last token: by state of the predicate
 *   waiting   a report is due after some more tokens: between tokens, inside a token
 *   late      a report waits for a further delimiter
 *   report    at the first delimiter
 * </pre>
 *
 * <p>Filled by {@link TokenUnionBuilder}, then read only.
 */
final class TokenUnionStates {

  /** What a state is for. */
  enum Kind {
    START,
    COUNTER,
    BETWEEN,
    INSIDE,
    WAITING,
    LATE,
    REPORT
  }

  /** In place of a state of the predicates: any token will do. */
  static final int ANY = -1;

  /** In place of a rule: none is reported. */
  static final int NO_RULE = -1;

  /** Counters are the first states after the start. */
  private static final int FIRST_COUNTER = 1;

  private final int runKinds;
  private final int tokenKinds;
  private final CoreTrie trie;
  private final IntArrayList rules = new IntArrayList();
  private final List<Kind> kinds = new ArrayList<>();
  private final List<CoreTrie.Node> nodes = new ArrayList<>();
  private final IntArrayList values = new IntArrayList();
  private final IntArrayList firstLate = new IntArrayList();

  /** By state of the predicates, and at last for any, the states inside first tokens. */
  private final List<IntArrayList> firstBy = new ArrayList<>();

  /** The states that are entered when a due bit is due after so many tokens more. */
  private final int[][] dueStates;

  /** Only the start, which means nothing. */
  TokenUnionStates(ChainLayout layout, int predicateStates) {
    this.runKinds = layout.runKinds;
    this.tokenKinds = layout.starts.length;
    this.trie = new CoreTrie(layout);
    this.dueStates = new int[layout.maxDelay + 1][layout.dueWords * Long.SIZE];
    for (int i = 0; i <= predicateStates; i++) {
      firstBy.add(new IntArrayList(0));
    }
    add(NO_RULE, Kind.START, null, 0);
  }

  /**
   * The next state.
   *
   * @param rule reported where it is active, or {@link #NO_RULE}
   * @param node of states between and inside; else null
   * @param value a counter's index; of a state inside, the predicates' state; else which report
   */
  void add(int rule, Kind kind, CoreTrie.Node node, int value) {
    rules.add(rule);
    kinds.add(kind);
    nodes.add(node);
    values.add(value);
  }

  /** The cores, whose nodes know their states. */
  CoreTrie trie() {
    return trie;
  }

  CoreTrie.Node nodeOf(int state) {
    return nodes.get(state);
  }

  /** The rule that is reported where a state is active, or {@link #NO_RULE}. */
  int rule(int state) {
    return rules.getInt(state);
  }

  /** Numbers of tokens that counters tell apart; the last one stands for more, too. */
  int tokenKinds() {
    return tokenKinds;
  }

  int counterCount() {
    return tokenKinds * 2 * 2 * runKinds;
  }

  /** The state for a number of tokens, and so on. */
  int counter(int tokens, boolean bare, boolean inToken, int run) {
    int index = ((tokens * 2 + (bare ? 1 : 0)) * runKinds + run) * 2 + (inToken ? 1 : 0);
    return FIRST_COUNTER + index;
  }

  boolean isCounter(int state) {
    return kinds.get(state) == Kind.COUNTER;
  }

  boolean inToken(int counter) {
    return (values.getInt(counter) & 1) != 0;
  }

  int run(int counter) {
    return values.getInt(counter) / 2 % runKinds;
  }

  boolean bare(int counter) {
    return (values.getInt(counter) / 2 / runKinds & 1) != 0;
  }

  int tokens(int counter) {
    return values.getInt(counter) / 2 / runKinds / 2;
  }

  /** Number of bits of a due set, those without a report counted. */
  int dueBits() {
    return dueStates[0].length;
  }

  /** Says which state is entered when a bit is due after so many tokens more. */
  void putDue(int bit, int delay, int state) {
    dueStates[delay][bit] = state;
  }

  /** The state that is entered when a bit is due after so many tokens more; 0 if none is. */
  int due(int bit, int delay) {
    return dueStates[delay][bit];
  }

  /** The value of a state that waits for a bit to become due. */
  int waitingValue(int bit, int delay) {
    return delay * dueBits() + bit;
  }

  /** Whether some token makes a bit due after so many tokens. */
  boolean mayWait(int bit, int delay) {
    return dueStates[delay][bit] > 0;
  }

  /** The state for a report that is due after at least one token more. */
  int waiting(int bit, int delay, boolean inToken) {
    return dueStates[delay][bit] + (inToken ? 1 : 0);
  }

  /** Says which is the first state of the next report that waits for a further delimiter. */
  void addLate(int first) {
    firstLate.add(first);
  }

  /** The state for a report that waits for a further delimiter, by delimiters so far. */
  int late(int late, int run) {
    return firstLate.getInt(late) + run - 1;
  }

  /** The states inside first tokens by a state of the predicates, or by {@link #ANY}. */
  IntArrayList firstBy(int predicate) {
    return firstBy.get(predicate == ANY ? firstBy.size() - 1 : predicate);
  }

  /** Tells chains and predicates what an active state means, unless it is a counter. */
  void tell(int state, ChainRunner chains, long[] active) {
    int value = values.getInt(state);
    switch (kinds.get(state)) {
      case BETWEEN -> nodes.get(state).bits.forEach(chains::activate);
      case INSIDE -> {
        if (value >= 0) {
          active[value >> 6] |= 1L << value;
        }
        if (nodes.get(state).parent() != null) {
          nodes.get(state).parent().bits.forEach(chains::activate);
        }
      }
      case WAITING -> chains.makeDue(value / dueBits(), value % dueBits());
      case LATE -> chains.addLate(value);
      default -> {}
    }
  }
}
