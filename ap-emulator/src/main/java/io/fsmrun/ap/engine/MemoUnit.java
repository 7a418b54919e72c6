package io.fsmrun.ap.engine;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Runs neighbouring components together and remembers their steps: a set of active states that was
 * seen before has a number, and a table gives its successor on each class of symbols. What is not
 * in the table is stepped ({@link SetStep}) and entered. So a step that repeats costs one look-up,
 * whatever the size of the set.
 *
 * <pre>
 *   table[number * classes + class]    number of the next set * classes; with the highest bit set
 *                                      if that set reports; -1 if not known
 * </pre>
 *
 * <p>The working memory of one session; for one thread at a time.
 */
final class MemoUnit {

  private static final int UNKNOWN = -1;
  private static final int NUMBER = Integer.MAX_VALUE;

  /** Beyond this, offsets into the table would lose their sign. */
  private static final int MAX_TABLE = 1 << 29;

  private final StateGraph graph;
  private final int firstComponent;
  private final int lastComponent;
  private final MemoBudget budget;
  private final int classes;
  private final byte[] classOf = new byte[256];
  private final int[][] starts;

  private final ActiveSets sets;
  private int[] table;
  private int current;
  private long misses;
  private long edgesOfMisses;
  private long bytes;

  /**
   * A unit in which nothing is active.
   *
   * @param graph the states
   * @param firstComponent the first component it runs
   * @param lastComponent one past the last
   * @param budget what may be remembered
   */
  MemoUnit(StateGraph graph, int firstComponent, int lastComponent, MemoBudget budget) {
    this.graph = graph;
    this.firstComponent = firstComponent;
    this.lastComponent = lastComponent;
    this.budget = budget;
    SymbolClasses symbolClasses = symbolClasses();
    this.classes = symbolClasses.count();
    for (int symbol = 0; symbol < 256; symbol++) {
      classOf[symbol] = (byte) symbolClasses.classOf(symbol);
    }
    this.starts = new int[classes][];
    fillStarts();
    this.sets = new ActiveSets(graph);
    this.table = new int[0];
    restart(new int[0], 0);
  }

  private SymbolClasses symbolClasses() {
    Set<SymbolSet> distinct = new HashSet<>();
    for (int state = firstState(); state < lastState(); state++) {
      distinct.add(graph.symbols(state));
    }
    return SymbolClasses.of(distinct);
  }

  private void fillStarts() {
    int[] found = new int[lastState() - firstState()];
    boolean[] done = new boolean[classes];
    for (int symbol = 0; symbol < 256; symbol++) {
      int symbolClass = classOf[symbol] & 255;
      if (!done[symbolClass]) {
        done[symbolClass] = true;
        int count = 0;
        for (int state = firstState(); state < lastState(); state++) {
          if (graph.allInput[state] && graph.matches(state, symbol)) {
            found[count++] = state;
          }
        }
        starts[symbolClass] = Arrays.copyOf(found, count);
      }
    }
  }

  int firstComponent() {
    return firstComponent;
  }

  int lastComponent() {
    return lastComponent;
  }

  int firstState() {
    return graph.componentStart[firstComponent];
  }

  int lastState() {
    return graph.componentStart[lastComponent];
  }

  long misses() {
    return misses;
  }

  /** Edges looked at by an unknown step, on average. */
  double edgesPerMiss() {
    return misses == 0 ? 0 : (double) edgesOfMisses / misses;
  }

  int setCount() {
    return sets.count();
  }

  /** Forgets everything, and goes on with a set of active states. */
  void restart(int[] active, int count) {
    budget.give(bytes);
    bytes = 0;
    sets.clear();
    Arrays.fill(table, UNKNOWN);
    current = sets.add(active, count) * classes;
    ensureTable();
    recount();
  }

  /** Goes on with another set of active states, and forgets nothing. */
  void setActive(int[] active, SetStep step) {
    step.hold(active, active.length);
    int number = sets.find(step);
    current = (number < 0 ? sets.add(active, active.length) : number) * classes;
    ensureTable();
    recount();
  }

  /** Adds the active states to a list. */
  void copyActive(IntArrayList to) {
    int number = current / classes;
    for (int i = 0; i < sets.size(number); i++) {
      to.add(sets.state(number, i));
    }
  }

  /**
   * Consumes symbols.
   *
   * @param input an array
   * @param from the first symbol
   * @param to one past the last
   * @param step scratch memory
   * @param out takes the reports, with positions from {@code from}
   */
  void run(byte[] input, int from, int to, SetStep step, ReportBuffer out) {
    int[] next = table;
    int at = current;
    for (int p = from; p < to; p++) {
      int entry = next[at + (classOf[input[p] & 255] & 255)];
      if (entry < 0) {
        entry = slow(at, entry, input[p] & 255, p - from, step, out);
        next = table;
      }
      at = entry;
    }
    current = at;
  }

  /**
   * Runs four units side by side. Each step waits for the one before it; four of them wait
   * together.
   */
  static void runFour(
      MemoUnit[] units, int u, byte[] input, int from, int to, SetStep step, ReportBuffer out) {
    MemoUnit a = units[u];
    MemoUnit b = units[u + 1];
    MemoUnit c = units[u + 2];
    MemoUnit d = units[u + 3];
    int[] tableA = a.table;
    int[] tableB = b.table;
    int[] tableC = c.table;
    int[] tableD = d.table;
    int atA = a.current;
    int atB = b.current;
    int atC = c.current;
    int atD = d.current;
    for (int p = from; p < to; p++) {
      int symbol = input[p] & 255;
      int nextA = tableA[atA + (a.classOf[symbol] & 255)];
      int nextB = tableB[atB + (b.classOf[symbol] & 255)];
      int nextC = tableC[atC + (c.classOf[symbol] & 255)];
      int nextD = tableD[atD + (d.classOf[symbol] & 255)];
      if ((nextA | nextB | nextC | nextD) < 0) {
        nextA = a.settle(atA, nextA, symbol, p - from, step, out);
        nextB = b.settle(atB, nextB, symbol, p - from, step, out);
        nextC = c.settle(atC, nextC, symbol, p - from, step, out);
        nextD = d.settle(atD, nextD, symbol, p - from, step, out);
        tableA = a.table;
        tableB = b.table;
        tableC = c.table;
        tableD = d.table;
      }
      atA = nextA;
      atB = nextB;
      atC = nextC;
      atD = nextD;
    }
    a.current = atA;
    b.current = atB;
    c.current = atC;
    d.current = atD;
  }

  private int settle(int at, int entry, int symbol, int position, SetStep step, ReportBuffer out) {
    return entry < 0 ? slow(at, entry, symbol, position, step, out) : entry;
  }

  /** An entry that is not known, or a set that reports. Gives the offset of the next set. */
  private int slow(int at, int known, int symbol, int position, SetStep step, ReportBuffer out) {
    int entry = known == UNKNOWN ? miss(at, symbol, step) : known;
    if (entry < 0) {
      int number = (entry & NUMBER) / classes;
      for (int i = 0; i < sets.reporting(number); i++) {
        out.add(position, graph.elementOf[sets.state(number, i)]);
      }
    }
    return entry & NUMBER;
  }

  private int miss(int at, int symbol, SetStep step) {
    misses++;
    int number = at / classes;
    int symbolClass = classOf[symbol] & 255;
    long before = step.edgesWalked();
    step.step(sets.states(), sets.from(number), sets.size(number), symbol, starts[symbolClass]);
    edgesOfMisses += step.edgesWalked() - before + starts[symbolClass].length;
    int next = sets.find(step);
    boolean forgot = false;
    if (next < 0) {
      if (isFull()) {
        restart(Arrays.copyOf(step.states(), step.size()), step.size());
        next = 0;
        forgot = true;
      } else {
        next = sets.add(step.states(), step.size());
        ensureTable();
        recount();
      }
    }
    int entry = next * classes | (sets.reporting(next) > 0 ? Integer.MIN_VALUE : 0);
    if (!forgot) {
      table[at + symbolClass] = entry;
    }
    return entry;
  }

  private boolean isFull() {
    return (sets.count() + 1L) * classes > MAX_TABLE
        || (sets.count() > 1 && budget.isSpent(4L * table.length + sets.bytes()));
  }

  private void ensureTable() {
    int needed = sets.count() * classes;
    if (needed > table.length) {
      int old = table.length;
      table = Arrays.copyOf(table, (int) Math.min(Math.max(needed, 2L * old), MAX_TABLE));
      Arrays.fill(table, old, table.length, UNKNOWN);
    }
  }

  private void recount() {
    long now = 4L * table.length + sets.bytes();
    budget.take(now - bytes);
    bytes = now;
  }

  /** Gives back what it remembers, when it is no longer used. */
  void discard() {
    budget.give(bytes);
    bytes = 0;
    table = new int[0];
    sets.clear();
  }
}
