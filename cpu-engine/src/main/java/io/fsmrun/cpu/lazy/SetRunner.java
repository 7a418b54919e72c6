package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.cpu.block.ReportBuffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Runs a {@link SetAutomaton} over streams: the set of its active states, byte by byte. Mutable,
 * for one thread; what it remembers outlives streams.
 *
 * <p>Sets that were met are remembered with what they lead to, so that a byte mostly costs one
 * look-up. When the memory for that is full, all is forgotten. When it fills up again too soon,
 * sets are stepped without being remembered for a stretch, which is doubled each time it happens
 * again. So every byte costs at most one step of a set, O(active states + edges out of them), plus
 * the making of at most one remembered set, O(its states + classes of bytes); and with lanes, three
 * times that, since pieces that are run from wrong guesses are no more than twice of the rest. Time
 * is linear in the input, whatever the rules and the input.
 *
 * <p>A position is a place in the stream: the number of bytes before it.
 */
public final class SetRunner {

  /** Fewer symbols per set than this, and remembering does not pay. */
  private static final int LEAST_SYMBOLS_PER_SET = 12;

  private static final int SHORTEST_STRETCH = 1 << 12;
  private static final int LONGEST_STRETCH = 1 << 20;

  private final SetAutomaton automaton;
  private final SetTable table;
  private final SetWalk walk;
  private final Injections injections = new Injections();

  /** Null if lanes are off. */
  private final Lanes lanes;

  private final LaneProbe probe;

  /** The active states, while {@link #stepping}. */
  private ActiveSet active;

  private ActiveSet spare;
  private boolean stepping;

  /** The row of the active states in the table, unless {@link #stepping}. */
  private int row;

  private long stretchLeft;
  private int nextStretch = SHORTEST_STRETCH;
  private long tableSymbols;
  private long tableSymbolsAtFlush;
  private long directSymbols;
  private long flushes;

  /** Null until it is needed. */
  private Convergence convergence;

  /**
   * A runner at the start of a stream.
   *
   * @param automaton what to run
   * @param options how
   */
  public SetRunner(SetAutomaton automaton, LazyOptions options) {
    this.automaton = automaton;
    this.table = new SetTable(automaton, options.cacheBytes());
    this.walk = new SetWalk(automaton, table, options.selfLoopSkipping());
    this.lanes = options.lanes() ? new Lanes(this, automaton, table, options) : null;
    this.active = new ActiveSet(automaton.stateCount);
    this.spare = new ActiveSet(automaton.stateCount);
    this.probe = new LaneProbe(options.selfLoopSkipping());
    start();
  }

  /** Stands before the first byte of a stream, with the starts of all components active. */
  public void start() {
    spare.clear();
    for (int state : automaton.starts) {
      spare.add(state);
    }
    activate();
  }

  /** Makes nothing active; states that are always enabled are entered as ever. */
  public void clear() {
    spare.clear();
    activate();
  }

  /**
   * Makes the starts of a group active, beside what is active already. Nothing is reported: what a
   * start itself reports is for the caller, or for {@link #report}.
   *
   * @param group its index
   * @throws IllegalStateException if the automaton is not injectable
   */
  public void inject(int group) {
    if (!automaton.isInjectable()) {
      throw new IllegalStateException("the starts of this automaton are not kept apart");
    }
    if (stepping) {
      addStarts(group, active);
      return;
    }
    int known = injections.get(row, group);
    if (known != Injections.UNKNOWN) {
      row = known;
      return;
    }
    int before = row;
    long flushesBefore = flushes;
    table.copyTo(row, spare);
    addStarts(group, spare);
    activate();
    if (flushes == flushesBefore) {
      injections.put(before, group, row);
    }
  }

  private void addStarts(int group, ActiveSet set) {
    for (int i = automaton.startStart[group]; i < automaton.startStart[group + 1]; i++) {
      set.add(automaton.starts[i]);
    }
  }

  /** Takes over the states in {@link #spare}. */
  private void activate() {
    if (stretchLeft == 0) {
      enter(table.entryOf(spare), spare);
    } else {
      swap();
      stepping = true;
    }
  }

  private void swap() {
    ActiveSet swapped = active;
    active = spare;
    spare = swapped;
  }

  /**
   * Goes on with the set that an entry leads to. If there was no room for it, all sets are
   * forgotten, and it may be the first of a stretch without remembering.
   */
  private void enter(int entry, ActiveSet set) {
    stepping = false;
    if (entry != SetTable.UNKNOWN) {
      row = SetTable.row(entry);
      return;
    }
    long symbols = tableSymbols - tableSymbolsAtFlush;
    tableSymbolsAtFlush = tableSymbols;
    boolean tooSoon = symbols < (long) LEAST_SYMBOLS_PER_SET * table.count();
    table.clear();
    walk.forget();
    injections.forget();
    if (convergence != null) {
      convergence.forget();
    }
    flushes++;
    if (tooSoon) {
      stretchLeft = nextStretch;
      nextStretch = Math.min(2 * nextStretch, LONGEST_STRETCH);
      copy(set);
      stepping = true;
    } else {
      nextStretch = SHORTEST_STRETCH;
      row = SetTable.row(table.entryOf(set));
    }
  }

  private void copy(ActiveSet set) {
    active.clear();
    for (int i = 0; i < set.size(); i++) {
      active.add(set.members()[i]);
    }
  }

  /**
   * Whether nothing is active and no state always enabled: no input changes that, none is reported,
   * and all may be skipped.
   *
   * @return true if there is nothing to run
   */
  public boolean isEmpty() {
    return stepping ? active.size() == 0 && !automaton.hasAlwaysEnabled() : table.isDead(row);
  }

  /**
   * Consumes bytes, until there is nothing left to run.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param position the stream's position at {@code from}
   * @param out takes what the sets after each consumed byte report; what the present set reports is
   *     not reported again
   * @return {@code to}, or an index before, where the runner has become empty ({@link #isEmpty})
   */
  public int run(byte[] input, int from, int to, long position, ReportBuffer out) {
    long base = position - from;
    int at = from;
    while (at < to && !isEmpty()) {
      if (stepping) {
        at = runDirectly(input, at, to, base, out);
      } else if (lanes != null && lanes.worthFor(to - at)) {
        at = probe.isDue() ? probe(input, at, base, out) : runLanes(input, at, to, base, out);
      } else {
        int end = lanes == null ? to : lanes.pauseEnd(at, to);
        int stop = runTable(input, at, end, base, out);
        if (lanes != null) {
          lanes.paused(stop - at);
        }
        at = stop;
      }
    }
    if (lanes != null && isEmpty()) {
      lanes.ended();
    }
    return at;
  }

  private int runLanes(byte[] input, int from, int to, long base, ReportBuffer out) {
    int at = lanes.run(input, from, to, base, out);
    probe.ranLanes(at - from);
    return at;
  }

  /** Runs one chain for a little, and decides whether it is to go on or lanes are better. */
  private int probe(byte[] input, int from, long base, ReportBuffer out) {
    walk.resume();
    long before = walk.skipped();
    int at = runTable(input, from, from + LaneProbe.FIRST_LENGTH, base, out);
    if (LaneProbe.isMuch(walk.skipped() - before, at - from) && !stepping && !isEmpty()) {
      at = runTable(input, at, from + LaneProbe.LENGTH, base, out);
    }
    if (LaneProbe.isMuch(walk.skipped() - before, at - from)) {
      lanes.pauseFor(LaneProbe.CHAIN_SYMBOLS);
    } else {
      probe.choseLanes();
    }
    return at;
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
        entry = table.target(current, symbolClass);
        if (entry == SetTable.UNKNOWN) {
          tableSymbols += at - from;
          enter(entry, table.lastTarget());
          report(base + at, out);
          return at;
        }
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

  /** Steps sets until the stretch ends or nothing is left to run. */
  private int runDirectly(byte[] input, int from, int to, long base, ReportBuffer out) {
    int end = (int) Math.min(to, from + stretchLeft);
    boolean mayEnd = !automaton.hasAlwaysEnabled();
    int at = from;
    while (at < end) {
      int symbolClass = automaton.classOf[input[at++] & 0xff];
      automaton.step(active.members(), 0, active.size(), symbolClass, spare);
      swap();
      reportActive(base + at, out);
      if (mayEnd && active.size() == 0) {
        break;
      }
    }
    stretchLeft -= at - from;
    directSymbols += at - from;
    if (stretchLeft == 0) {
      enter(table.entryOf(active), active);
    }
    return at;
  }

  /**
   * Finds the state somewhere behind the present place without running over all bytes between, as
   * {@link Convergence} says.
   *
   * @param input holds the bytes
   * @param from index to look from; the present place is at or before it
   * @param to index to look to
   * @return the first index where the state is known: the runner stands there now, and nothing was
   *     reported; or -1 if there is none, or no memory to find out: the runner stands where it
   *     stood. Two look-ups a byte; one that is the first of its kind costs a step of a set, and
   *     the first steps from all states are large
   */
  public int converge(byte[] input, int from, int to) {
    if (stepping) {
      return -1;
    }
    int at = convergence().find(input, from, to, row);
    if (at >= 0) {
      row = convergence.row();
    }
    return at;
  }

  /** The row of those present states that stay active whatever comes; -1 if there is no room. */
  int leastRow() {
    return convergence().least(row);
  }

  private Convergence convergence() {
    if (convergence == null) {
      convergence = new Convergence(automaton, table);
    }
    return convergence;
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

  /**
   * Reports what the present set reports, apart from what waits for the end of the input. Needed
   * before the first byte and after {@link #inject} only: {@link #run} does it after each byte.
   *
   * @param position the present position
   * @param out takes the reports
   */
  public void report(long position, ReportBuffer out) {
    if (stepping) {
      reportActive(position, out);
    } else {
      table.report(row, position, out);
    }
  }

  /**
   * Reports what the present set reports because the stream ends here.
   *
   * @param position the stream's length
   * @param out takes the reports
   */
  public void finish(long position, ReportBuffer out) {
    ActiveSet set = present();
    for (int i = 0; i < set.size(); i++) {
      automaton.report(set.members()[i], SetAutomaton.AT_END, position, out);
    }
  }

  /**
   * Makes states active beside those that are. Nothing is reported for them.
   *
   * @param states their numbers, not null
   * @param count how many of the array's
   */
  public void add(int[] states, int count) {
    if (stepping) {
      for (int i = 0; i < count; i++) {
        active.add(states[i]);
      }
      return;
    }
    table.copyTo(row, spare);
    for (int i = 0; i < count; i++) {
      spare.add(states[i]);
    }
    activate();
  }

  /**
   * Copies the active states.
   *
   * @param to takes their numbers, in no order, in place of what it holds
   */
  public void copyStates(IntArrayList to) {
    if (stepping) {
      to.clear();
      to.addElements(0, active.members(), 0, active.size());
    } else {
      table.copyTo(row, to);
    }
  }

  /** The active states; valid until the next call. */
  ActiveSet present() {
    if (stepping) {
      return active;
    }
    table.copyTo(row, spare);
    return spare;
  }

  /**
   * The active states.
   *
   * @return their numbers in the automaton, sorted; a copy
   */
  public int[] states() {
    return present().sorted();
  }

  /**
   * Writes which states are active.
   *
   * @param out takes one byte for each of most states
   */
  public void save(BinaryWriter out) {
    present().write(out);
  }

  /**
   * Makes those states active that were when {@link #save} was called.
   *
   * @param in what it wrote, for the same automaton
   * @throws DamagedDataException if it is anything else; the runner is then as {@link #clear}
   *     leaves it
   */
  public void restore(BinaryReader in) {
    clear();
    spare.read(in, automaton.stateCount);
    activate();
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

  long flushes() {
    return flushes;
  }

  /** Counts symbols that were consumed in lanes. */
  void addTableSymbols(long symbols) {
    tableSymbols += symbols;
  }

  /** Goes on with a set, which is copied. */
  void become(ActiveSet set) {
    spare.clear();
    for (int i = 0; i < set.size(); i++) {
      spare.add(set.members()[i]);
    }
    activate();
  }

  /**
   * Number of sets that were made so far, forgotten ones too.
   *
   * @return 0 or more
   */
  public long setsMade() {
    return table.setsMade();
  }

  /**
   * What this runner did so far.
   *
   * @return the counts
   */
  public LazyStatistics statistics() {
    return new LazyStatistics(
        table.setsMade(),
        flushes,
        tableSymbols,
        directSymbols,
        walk.skipped(),
        lanes == null ? 0 : lanes.kept(),
        lanes == null ? 0 : lanes.wasted(),
        lanes == null ? 0 : lanes.completed());
  }
}
