package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.cpu.block.ReportBuffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Where a run stands: the set of active states, as a row of a {@link SetTable}, or, while the table
 * does not pay, as a list of states that is stepped directly. Moves byte by byte, as one chain.
 *
 * <p>A set that is met for the first time is stepped through: most are met once. From the second
 * time on it has a row.
 *
 * <p>When the table is full, all is forgotten. When it fills up again too soon, sets are stepped
 * without being remembered for a stretch, which is doubled each time it happens again. Mutable, for
 * one thread.
 */
final class SetCursor {

  /** Fewer symbols per set than this, and remembering does not pay. */
  private static final int LEAST_SYMBOLS_PER_SET = 12;

  private static final int SHORTEST_STRETCH = 1 << 12;
  private static final int LONGEST_STRETCH = 1 << 20;

  private static final int NONE = -1;

  private final SetAutomaton automaton;
  private final SetTable table;
  private final SetWalk walk;

  /** The active states, while {@link #stepping}. */
  private ActiveSet active;

  private boolean stepping;

  /** Whether sets that are met for the first time have rows, too. */
  private boolean keepsAll;

  /** The row of the active states in the table, unless {@link #stepping}. */
  private int row;

  /** While {@link #stepping}: how far in any case; 0 if only through sets that are new. */
  private long stretchLeft;

  private int nextStretch = SHORTEST_STRETCH;

  /** The rows of the set at a stream's start and of the empty one; -1 if they may have none. */
  private int startRow = NONE;

  private int emptyRow = NONE;
  private long tableSymbols;
  private long tableSymbolsAtFlush;
  private long directSymbols;
  private long flushes;

  /**
   * A cursor at the start of a stream.
   *
   * @param table remembers sets; this cursor alone clears it
   * @param skipping whether stretches of bytes that change nothing may be skipped
   */
  SetCursor(SetAutomaton automaton, SetTable table, boolean skipping) {
    this.automaton = automaton;
    this.table = table;
    this.walk = new SetWalk(automaton, table, skipping);
    this.active = automaton.newSet();
    start();
  }

  /** Stands before the first byte of a stream, with the starts of all components active. */
  void start() {
    if (startRow != NONE) {
      stepping = false;
      row = startRow;
      return;
    }
    ActiveSet set = table.next();
    set.clear();
    for (int state : automaton.starts) {
      set.add(state);
    }
    activate();
    startRow = stepping ? NONE : row;
  }

  /** Makes nothing active. */
  void clear() {
    if (emptyRow != NONE) {
      stepping = false;
      row = emptyRow;
      return;
    }
    table.next().clear();
    activate();
    emptyRow = stepping ? NONE : row;
  }

  /** Goes on with a set, which is copied. */
  void become(ActiveSet set) {
    ActiveSet copy = table.next();
    copy.clear();
    for (int i = 0; i < set.size(); i++) {
      copy.add(set.members()[i]);
    }
    activate();
  }

  /** Goes on with a set that was written; if it is damaged, nothing is active. */
  void restore(BinaryReader in) {
    clear();
    table.next().read(in, automaton.stateCount);
    activate();
  }

  /** Makes states of a range of an array active beside those that are. */
  void add(int[] states, int from, int to) {
    if (stepping) {
      for (int i = from; i < to; i++) {
        active.add(states[i]);
      }
      return;
    }
    ActiveSet set = table.next();
    table.copyTo(row, set);
    for (int i = from; i < to; i++) {
      set.add(states[i]);
    }
    if (keepsAll) {
      activate();
    } else {
      activateIfMet();
    }
  }

  /** Takes over the table's next set, as a row only if the set was met before. */
  private void activateIfMet() {
    int entry = table.entryIfMet(table.next());
    if (entry == SetTable.NEW) {
      swap();
      stepping = true;
    } else {
      enter(entry);
    }
  }

  /** Takes over the table's next set. */
  private void activate() {
    if (stretchLeft == 0) {
      enter(table.entryOf(table.next()));
    } else {
      swap();
      stepping = true;
    }
  }

  private void swap() {
    active = table.exchangeNext(active);
  }

  /**
   * Goes on with the table's next set, to which an entry leads. If there was no room for it, all
   * sets are forgotten, and it may be the first of a stretch without remembering.
   */
  private void enter(int entry) {
    stepping = false;
    if (entry != SetTable.UNKNOWN) {
      row = SetTable.row(entry);
      return;
    }
    long symbols = tableSymbols - tableSymbolsAtFlush;
    tableSymbolsAtFlush = tableSymbols;
    boolean tooSoon = symbols < (long) LEAST_SYMBOLS_PER_SET * table.count();
    table.clear();
    startRow = NONE;
    emptyRow = NONE;
    walk.forget();
    flushes++;
    if (tooSoon) {
      stretchLeft = nextStretch;
      nextStretch = Math.min(2 * nextStretch, LONGEST_STRETCH);
      swap();
      stepping = true;
    } else {
      nextStretch = SHORTEST_STRETCH;
      row = SetTable.row(table.entryOf(table.next()));
    }
  }

  /** Whether nothing is active, no state is always enabled, and so nothing can follow. */
  boolean isEmpty() {
    return stepping ? active.size() == 0 && !automaton.hasAlwaysEnabled() : table.isDead(row);
  }

  /** Runs by the table; stops early when the runner is empty, or steps directly. */
  int runTable(byte[] input, int from, int to, long base, ReportBuffer out) {
    int at = from;
    int current = row;
    while (at < to) {
      at = walk.run(input, at, to, current);
      current = walk.row();
      if (at == to) {
        break;
      }
      int symbolClass = automaton.classOf[input[at] & 0xff];
      int entry = table.rows()[current + symbolClass];
      at++;
      if (entry == SetTable.UNKNOWN) {
        entry =
            keepsAll ? table.target(current, symbolClass) : table.targetIfMet(current, symbolClass);
        if (entry == SetTable.NEW) {
          tableSymbols += at - from;
          swap();
          stepping = true;
          reportActive(base + at, out);
          return at;
        }
        if (entry == SetTable.UNKNOWN) {
          tableSymbols += at - from;
          enter(entry);
          report(base + at, out);
          return at;
        }
      }
      if (entry == ~current && table.reportsLast()) {
        int same = skipSame(input, at, to, current);
        table.leaveOut(same - at);
        at = same;
      }
      current = SetTable.row(entry);
      if (entry < 0) {
        table.report(current, base + at, out);
        if (table.isDead(current)) {
          break;
        }
      }
    }
    row = current;
    tableSymbols += at - from;
    return at;
  }

  /** The index of a byte before which all lead from a set that reports to itself. */
  private int skipSame(byte[] input, int from, int to, int current) {
    int[] rows = table.rows();
    int[] classes = automaton.classOf;
    int at = from;
    while (at < to && rows[current + classes[input[at] & 0xff]] == ~current) {
      at++;
    }
    return at;
  }

  /** Steps sets until the stretch ends, or one was met before, or nothing is left to run. */
  int runDirectly(byte[] input, int from, int to, long base, ReportBuffer out) {
    return stretchLeft == 0
        ? runThroughNew(input, from, to, base, out)
        : runStretch(input, from, to, base, out);
  }

  private int runThroughNew(byte[] input, int from, int to, long base, ReportBuffer out) {
    boolean mayEnd = !automaton.hasAlwaysEnabled();
    int at = from;
    while (at < to) {
      int symbolClass = automaton.classOf[input[at++] & 0xff];
      automaton.step(active.members(), 0, active.size(), symbolClass, table.next());
      activateIfMet();
      report(base + at, out);
      if (!stepping || stretchLeft > 0 || mayEnd && active.size() == 0) {
        break;
      }
    }
    directSymbols += at - from;
    return at;
  }

  private int runStretch(byte[] input, int from, int to, long base, ReportBuffer out) {
    int end = (int) Math.min(to, from + stretchLeft);
    boolean mayEnd = !automaton.hasAlwaysEnabled();
    int at = from;
    while (at < end) {
      int symbolClass = automaton.classOf[input[at++] & 0xff];
      automaton.step(active.members(), 0, active.size(), symbolClass, table.next());
      swap();
      reportActive(base + at, out);
      if (mayEnd && active.size() == 0) {
        break;
      }
    }
    stretchLeft -= at - from;
    directSymbols += at - from;
    if (stretchLeft == 0) {
      swap();
      activate();
    }
    return at;
  }

  private void reportActive(long position, ReportBuffer out) {
    int[] states = active.members();
    int size = active.size();
    for (int i = 0; i < size; i++) {
      if (automaton.reports(states[i])) {
        automaton.report(states[i], SetAutomaton.AT_ONCE, position, out);
      }
    }
  }

  /** Reports what the set reports, apart from what waits for the end of the input. */
  void report(long position, ReportBuffer out) {
    if (stepping) {
      reportActive(position, out);
    } else {
      table.report(row, position, out);
    }
  }

  /** Whether the set reports anything if the input ends here; it may be said in vain. */
  boolean mayReportAtEnd() {
    return stepping || table.reportsAtEnd(row);
  }

  /** The active states; valid until the next call. */
  ActiveSet present() {
    if (stepping) {
      return active;
    }
    ActiveSet set = table.next();
    table.copyTo(row, set);
    return set;
  }

  /** Copies the active states, in no order, in place of what a list holds. */
  void copyStates(IntArrayList to) {
    if (stepping) {
      to.clear();
      to.addElements(0, active.members(), 0, active.size());
    } else {
      table.copyTo(row, to);
    }
  }

  int row() {
    return row;
  }

  void setRow(int row) {
    this.row = row;
  }

  boolean isStepping() {
    return stepping;
  }

  /**
   * Gives each set a row, as long as the table pays: those that lanes compare must have one.
   *
   * @param on whether from now on; false to step through those that are new
   */
  void keepAll(boolean on) {
    keepsAll = on;
    if (on && stepping && stretchLeft == 0) {
      swap();
      activate();
    }
  }

  long flushes() {
    return flushes;
  }

  /** Counts symbols that were consumed in lanes. */
  void addTableSymbols(long symbols) {
    tableSymbols += symbols;
  }

  /** Skips bytes again that change nothing, even if that did not pay before. */
  void resumeSkipping() {
    walk.resume();
  }

  /** Number of symbols that were skipped. */
  long skippedSymbols() {
    return walk.skipped();
  }

  /** Number of symbols that were consumed by the table. */
  long tableSymbols() {
    return tableSymbols;
  }

  /** Number of symbols over which sets were stepped. */
  long directSymbols() {
    return directSymbols;
  }
}
