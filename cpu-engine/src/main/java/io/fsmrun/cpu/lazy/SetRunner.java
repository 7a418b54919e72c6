package io.fsmrun.cpu.lazy;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.binary.DamagedDataException;
import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.ReportBuffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

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

  /** So many symbols tell whether one chain skips so much that lanes are slower. */
  private static final int PROBE = 1 << 11;

  /** So many tell that it does not: where lanes are better, it is asked often. */
  private static final int FIRST_PROBE = 1 << 8;

  /** Three of so many symbols are to be skipped. */
  private static final int SHARES = 4;

  /** Symbols after which this is asked again. */
  private static final int PROBE_AGAIN_CHAIN = 1 << 17;

  private static final int PROBE_AGAIN_LANES = 1 << 16;

  private final SetAutomaton automaton;
  private final SetTable table;
  private final SetWalk walk;
  private final Injections injections = new Injections();

  /** Null if lanes are off. */
  private final Lanes lanes;

  /** The active states, while {@link #stepping}. */
  private ActiveSet active;

  private ActiveSet spare;
  private boolean stepping;

  /** The row of the active states in the table, unless {@link #stepping}. */
  private int row;

  private long stretchLeft;
  private int nextStretch = SHORTEST_STRETCH;
  private long untilProbe;
  private long tableSymbols;
  private long tableSymbolsAtFlush;
  private long directSymbols;
  private long flushes;

  /** The row of the set of all states, and when it was found; see {@link #converge}. */
  private int greatestRow;

  private long greatestAtFlush = -1;

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
    // Without skipping there is nothing to find out.
    this.untilProbe = options.selfLoopSkipping() ? 0 : Long.MAX_VALUE;
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
      row = entry < 0 ? ~entry : entry;
      return;
    }
    long symbols = tableSymbols - tableSymbolsAtFlush;
    tableSymbolsAtFlush = tableSymbols;
    boolean tooSoon = symbols < (long) LEAST_SYMBOLS_PER_SET * table.count();
    table.clear();
    walk.forget();
    injections.forget();
    flushes++;
    if (tooSoon) {
      stretchLeft = nextStretch;
      nextStretch = Math.min(2 * nextStretch, LONGEST_STRETCH);
      copy(set);
      stepping = true;
    } else {
      nextStretch = SHORTEST_STRETCH;
      row = plain(table.entryOf(set));
    }
  }

  private static int plain(int entry) {
    return entry < 0 ? ~entry : entry;
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
   * @return {@code to}, or the index where the runner became empty ({@link #isEmpty}), if that was
   *     before
   */
  public int run(byte[] input, int from, int to, long position, ReportBuffer out) {
    long base = position - from;
    int at = from;
    while (at < to && !isEmpty()) {
      if (stepping) {
        at = runDirectly(input, at, to, base, out);
      } else if (lanes != null && lanes.worthFor(to - at)) {
        at = untilProbe <= 0 ? probe(input, at, base, out) : runLanes(input, at, to, base, out);
      } else {
        int end = lanes == null ? to : lanes.pauseEnd(at, to);
        int stop = runTable(input, at, end, base, out);
        if (lanes != null) {
          lanes.paused(stop - at);
        }
        at = stop;
      }
    }
    return at;
  }

  private int runLanes(byte[] input, int from, int to, long base, ReportBuffer out) {
    int at = lanes.run(input, from, to, base, out);
    untilProbe -= at - from;
    return at;
  }

  /** Runs one chain for a little, and decides whether it is to go on or lanes are better. */
  private int probe(byte[] input, int from, long base, ReportBuffer out) {
    walk.resume();
    long skippedBefore = walk.skipped();
    int at = runTable(input, from, from + FIRST_PROBE, base, out);
    if (skippedMuch(skippedBefore, at - from) && !stepping && !isEmpty()) {
      at = runTable(input, at, from + PROBE, base, out);
    }
    if (skippedMuch(skippedBefore, at - from)) {
      lanes.pauseFor(PROBE_AGAIN_CHAIN);
    } else {
      untilProbe = PROBE_AGAIN_LANES;
    }
    return at;
  }

  private boolean skippedMuch(long skippedBefore, int symbols) {
    return (walk.skipped() - skippedBefore) * SHARES >= symbols * (SHARES - 1L);
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
      current = plain(entry);
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
   * Finds the state somewhere behind the present place without running over all bytes between.
   * Steps of sets are monotone: whatever is active at an index, what it leads to lies between what
   * the least and the greatest set lead to; where these have become one, it is known. The greatest
   * set has all states, the least those present ones that stay active whatever comes.
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
    int least = leastRow();
    int greatest = greatestRow();
    int at = from;
    while (least >= 0 && greatest >= 0 && least != greatest && at < to) {
      int symbolClass = automaton.classOf[input[at++] & 0xff];
      least = known(table.entry(least, symbolClass));
      greatest = known(table.entry(greatest, symbolClass));
    }
    if (least < 0 || least != greatest) {
      return -1;
    }
    row = least;
    return at;
  }

  /** The row of an entry, or -1 if it is not known. */
  private static int known(int entry) {
    return entry == SetTable.UNKNOWN ? -1 : plain(entry);
  }

  /**
   * The row of those present states that stay active whatever comes; -1 if there is no room for it.
   */
  int leastRow() {
    table.copyTo(row, spare);
    active.clear();
    for (int i = 0; i < spare.size(); i++) {
      if (automaton.lasts(spare.members()[i])) {
        active.add(spare.members()[i]);
      }
    }
    return known(table.entryOf(active));
  }

  private int greatestRow() {
    if (greatestAtFlush != flushes) {
      spare.clear();
      for (int state = 0; state < automaton.stateCount; state++) {
        spare.add(state);
      }
      greatestRow = known(table.entryOf(spare));
      greatestAtFlush = flushes;
    }
    return greatestRow;
  }

  private void reportActive(long position, ReportBuffer out) {
    int[] states = active.members();
    int size = active.size();
    for (int i = 0; i < size; i++) {
      if (automaton.reports(states[i])) {
        reportState(states[i], 0, position, out);
      }
    }
  }

  /** Reports what a state reports if its flags, shifted, say so. */
  private void reportState(int state, int shift, long position, ReportBuffer out) {
    for (int r = automaton.reportStart[state]; r < automaton.reportStart[state + 1]; r++) {
      int rule = automaton.reports[r] >> SetAutomaton.FLAG_BITS;
      int flags = automaton.reports[r] & (1 << SetAutomaton.FLAG_BITS) - 1;
      if ((flags >> shift & ReportFlags.BACK) != 0 && position > 0) {
        out.add(rule, position - 1);
      }
      if ((flags >> shift & ReportFlags.HERE) != 0) {
        out.add(rule, position);
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
      reportState(set.members()[i], 2, position, out);
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
    ActiveSet set = present();
    int[] states = Arrays.copyOf(set.members(), set.size());
    Arrays.sort(states);
    return states;
  }

  /**
   * Writes which states are active.
   *
   * @param out takes one byte for each of most states
   */
  public void save(BinaryWriter out) {
    int[] states = states();
    out.writeInt(states.length);
    int before = -1;
    for (int state : states) {
      out.writeInt(state - before - 1);
      before = state;
    }
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
    int count = in.readInt(automaton.stateCount + 1L, "the number of active states");
    spare.clear();
    int state = -1;
    for (int i = 0; i < count; i++) {
      state += 1 + in.readInt(automaton.stateCount - state - 1L, "the distance of active states");
      spare.add(state);
    }
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
