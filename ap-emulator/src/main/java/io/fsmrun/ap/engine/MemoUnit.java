package io.fsmrun.ap.engine;

import io.fsmrun.core.symbol.SymbolClasses;
import io.fsmrun.core.symbol.SymbolSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Neighbouring components that run together and whose steps are remembered: a set of active states
 * that was seen before has a number, and the table of a {@link MemoBank} gives its successor on
 * each class of symbols. What is not in the table is stepped ({@link SetStep}) and entered. So a
 * step that repeats costs one look-up, whatever the size of the set.
 *
 * <p>The working memory of one session; for one thread at a time.
 */
final class MemoUnit {

  /** What {@link #step} gives when there was no room left, and all sets were forgotten. */
  static final int FORGOT = -1;

  /** What {@link #step} gives while steps are not remembered: the next set is number 0. */
  static final int NOT_REMEMBERED = -2;

  /** The most table entries of a unit, so that offsets in a bank of eight stay numbers. */
  private static final long MAX_ENTRIES = 1 << 26;

  /** The class of each symbol; symbols of a class match the same states. */
  final byte[] classOf;

  private final StateGraph graph;
  private final int firstComponent;
  private final int lastComponent;
  private final MemoBudget budget;
  private final int classes;
  private final int[][] starts;
  private final ActiveSets sets;
  private MemoBank bank;
  private int lane;
  private boolean remembers = true;
  private long misses;
  private long edgesOfMisses;
  private long bytes;

  /**
   * A unit with some states active.
   *
   * @param graph the states
   * @param firstComponent the first component it runs
   * @param lastComponent one past the last, more than the first
   * @param active the active states
   * @param budget what may be remembered
   */
  MemoUnit(
      StateGraph graph, int firstComponent, int lastComponent, int[] active, MemoBudget budget) {
    this.graph = graph;
    this.firstComponent = firstComponent;
    this.lastComponent = lastComponent;
    this.budget = budget;
    SymbolClasses symbolClasses = symbolClasses();
    this.classes = symbolClasses.count();
    this.classOf = symbolClasses.toByteArray();
    this.starts = new int[classes][];
    for (int c = 0; c < classes; c++) {
      starts[c] = starts(symbolClasses.representative(c));
    }
    this.sets = new ActiveSets(graph);
    sets.add(active, active.length);
  }

  private SymbolClasses symbolClasses() {
    Set<SymbolSet> distinct = new HashSet<>();
    for (int state = firstState(); state < lastState(); state++) {
      distinct.add(graph.symbols(state));
    }
    return SymbolClasses.of(distinct);
  }

  private int[] starts(int symbol) {
    IntArrayList found = new IntArrayList();
    for (int state = firstState(); state < lastState(); state++) {
      if (graph.allInput[state] && graph.matches(state, symbol)) {
        found.add(state);
      }
    }
    return found.toIntArray();
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

  /** Entries of a table row: the number of classes, and what makes it a power of two. */
  int rowLength() {
    return classes == 1 ? 1 : Integer.highestOneBit(classes - 1) << 1;
  }

  int setCount() {
    return sets.count();
  }

  long misses() {
    return misses;
  }

  /** Edges looked at by an unknown step, on average. */
  double edgesPerMiss() {
    return misses == 0 ? 0 : (double) edgesOfMisses / misses;
  }

  MemoBank bank() {
    return bank;
  }

  int lane() {
    return lane;
  }

  /** Says where the steps of this unit stand from now on. */
  void join(MemoBank with, int atLane) {
    bank = with;
    lane = atLane;
  }

  /** Makes every step anew, or not: what does not repeat is not worth its memory. */
  void remember(boolean steps) {
    if (remembers && !steps && bank != null) {
      IntArrayList active = new IntArrayList();
      copyActive(active);
      sets.clear();
      sets.add(active.elements(), active.size());
      bank.forget(lane);
      bank.setNumber(lane, 0);
      recount();
    }
    remembers = steps;
  }

  boolean remembers() {
    return remembers;
  }

  long bytes() {
    return bytes;
  }

  /** The number of the active set. */
  int number() {
    return bank == null ? 0 : bank.number(lane);
  }

  /** Goes on with another set of active states; the unit is in a bank. */
  void setActive(int[] active, SetStep step) {
    step.hold(active, active.length);
    int number = sets.find(step);
    bank.setNumber(lane, number < 0 ? sets.add(active, active.length) : number);
    recount();
  }

  /** Adds the active states to a list. */
  void copyActive(IntArrayList to) {
    int number = number();
    for (int i = 0; i < sets.size(number); i++) {
      to.add(sets.state(number, i));
    }
  }

  boolean reports(int number) {
    return sets.reporting(number) > 0;
  }

  /** Adds the reports of a set. */
  void report(int number, int position, ReportBuffer out) {
    for (int i = 0; i < sets.reporting(number); i++) {
      out.add(position, graph.elementOf[sets.state(number, i)]);
    }
  }

  /**
   * Takes a set over a symbol.
   *
   * @param number the set
   * @param symbol the symbol
   * @param step scratch memory
   * @return the number of the next set, which may be new; {@link #FORGOT} if all sets were
   *     forgotten and the next one is now number 0; {@link #NOT_REMEMBERED}
   */
  int step(int number, int symbol, SetStep step) {
    misses++;
    int[] starting = starts[classOf[symbol] & 255];
    long before = step.edgesWalked();
    step.step(sets.states(), sets.from(number), sets.size(number), symbol, starting);
    edgesOfMisses += step.edgesWalked() - before + starting.length;
    if (!remembers) {
      sets.replace(step.states(), step.size());
      recount();
      return NOT_REMEMBERED;
    }
    int next = sets.find(step);
    if (next >= 0) {
      return next;
    }
    if (sets.count() > 1
        && (budget.isSpent(bytes) || (sets.count() + 1L) * rowLength() > MAX_ENTRIES)) {
      int[] active = Arrays.copyOf(step.states(), step.size());
      sets.clear();
      sets.add(active, active.length);
      recount();
      return FORGOT;
    }
    next = sets.add(step.states(), step.size());
    recount();
    return next;
  }

  /** Takes from the budget, or gives back, what its memory has changed by. */
  void recount() {
    long now = sets.bytes() + (bank == null ? 0 : bank.bytes(lane));
    budget.take(now - bytes);
    bytes = now;
  }

  /** Gives back its memory, when it is no longer used. */
  void discard() {
    budget.take(-bytes);
    bytes = 0;
  }
}
