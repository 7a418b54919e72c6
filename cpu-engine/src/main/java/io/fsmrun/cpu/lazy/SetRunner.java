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

  private final SetAutomaton automaton;
  private final SetTable table;
  private final SetCursor cursor;
  private final Convergence convergence;

  /** By group, and by number of an addition behind those. */
  private final Injections injections = new Injections();

  private final Additions additions = new Additions();

  /** Null if lanes are off. */
  private final Lanes lanes;

  private final LaneProbe probe;

  /** How often the table was cleared when it was last looked at what is known of its rows. */
  private long flushesSeen;

  /**
   * A runner at the start of a stream.
   *
   * @param automaton what to run
   * @param options how
   */
  public SetRunner(SetAutomaton automaton, LazyOptions options) {
    this.automaton = automaton;
    this.table = new SetTable(automaton, options.cacheBytes());
    this.cursor = new SetCursor(automaton, table, options.selfLoopSkipping());
    this.convergence = new Convergence(automaton, table);
    this.lanes = options.lanes() ? new Lanes(cursor, convergence, automaton, table, options) : null;
    this.probe = new LaneProbe(options.selfLoopSkipping());
  }

  /** Stands before the first byte of a stream, with the starts of all components active. */
  public void start() {
    cursor.start();
  }

  /** Makes nothing active; states that are always enabled are entered as ever. */
  public void clear() {
    cursor.clear();
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
    int from = automaton.startStart[group];
    int to = automaton.startStart[group + 1];
    if (cursor.isStepping()) {
      cursor.add(automaton.starts, from, to);
    } else {
      forgetIfFlushed();
      addNumbered(group, automaton.starts, from, to);
    }
  }

  /** Adds states that have a number to a set of the table. */
  private void addNumbered(int number, int[] states, int from, int to) {
    int before = cursor.row();
    int known = injections.get(before, number);
    if (known != Injections.UNKNOWN) {
      cursor.setRow(known);
      return;
    }
    cursor.add(states, from, to);
    if (!cursor.isStepping() && cursor.flushes() == flushesSeen) {
      injections.put(before, number, cursor.row());
    }
  }

  /** Forgets what is known of rows that have other sets now. */
  private void forgetIfFlushed() {
    if (flushesSeen != cursor.flushes()) {
      flushesSeen = cursor.flushes();
      injections.forget();
      convergence.forget();
    }
  }

  /**
   * Whether nothing is active and no state always enabled: no input changes that, none is reported,
   * and all may be skipped.
   *
   * @return true if there is nothing to run
   */
  public boolean isEmpty() {
    return cursor.isEmpty();
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
    while (at < to && !cursor.isEmpty()) {
      boolean lanesPay = lanes != null && lanes.worthFor(to - at);
      cursor.keepAll(lanesPay);
      if (cursor.isStepping()) {
        at = cursor.runDirectly(input, at, to, base, out);
      } else if (lanesPay) {
        at = probe.isDue() ? probe(input, at, base, out) : runLanes(input, at, to, base, out);
      } else {
        int end = lanes == null ? to : lanes.pauseEnd(at, to);
        int stop = cursor.runTable(input, at, end, base, out);
        if (lanes != null) {
          lanes.paused(stop - at);
        }
        at = stop;
      }
    }
    cursor.keepAll(false);
    if (lanes != null && isEmpty()) {
      lanes.ended();
    }
    return at;
  }

  /** Gives the present set a row if it has none, unless the table does not pay. */
  private void keepPresent() {
    cursor.keepAll(true);
    cursor.keepAll(false);
  }

  /**
   * Consumes bytes like {@link #run}, and tells where each rule is reported last, though it may
   * tell more. Where something is reported at nearly every byte that takes much less time; where it
   * is not, more.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param position the stream's position at {@code from}
   * @param out takes reports, in no order
   * @return as {@link #run}
   */
  public int runForLast(byte[] input, int from, int to, long position, ReportBuffer out) {
    table.reportLast(out);
    int at = run(input, from, to, position, out);
    table.reportAll();
    return at;
  }

  /**
   * How often something was reported while {@link #runForLast} ran.
   *
   * @return the number of bytes, of all calls together
   */
  public long leftOut() {
    return table.leftOut();
  }

  private int runLanes(byte[] input, int from, int to, long base, ReportBuffer out) {
    int at = lanes.run(input, from, to, base, out);
    probe.ranLanes(at - from);
    return at;
  }

  /** Runs one chain for a little, and decides whether it is to go on or lanes are better. */
  private int probe(byte[] input, int from, long base, ReportBuffer out) {
    cursor.resumeSkipping();
    long before = cursor.skippedSymbols();
    int at = cursor.runTable(input, from, from + LaneProbe.FIRST_LENGTH, base, out);
    boolean goesOn = !cursor.isStepping() && !cursor.isEmpty();
    if (LaneProbe.isMuch(cursor.skippedSymbols() - before, at - from) && goesOn) {
      at = cursor.runTable(input, at, from + LaneProbe.LENGTH, base, out);
    }
    if (LaneProbe.isMuch(cursor.skippedSymbols() - before, at - from)) {
      lanes.pauseFor(LaneProbe.CHAIN_SYMBOLS);
    } else {
      probe.choseLanes();
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
   * @return an index where the state is known: the runner stands there now, and nothing was
   *     reported; or -1 if there is none, or no memory to find out: the runner stands where it
   *     stood. Two look-ups a byte; one that is the first of its kind costs a step of a set, and
   *     the first steps from all states are large
   */
  public int converge(byte[] input, int from, int to) {
    keepPresent();
    if (cursor.isStepping()) {
      return -1;
    }
    forgetIfFlushed();
    int at = convergence.find(input, from, to, cursor.row());
    if (at >= 0) {
      cursor.setRow(convergence.row());
    }
    return at;
  }

  /**
   * Reports what the present set reports, apart from what waits for the end of the input. Needed
   * before the first byte and after {@link #inject} only: {@link #run} does it after each byte.
   *
   * @param position the present position
   * @param out takes the reports
   */
  public void report(long position, ReportBuffer out) {
    cursor.report(position, out);
  }

  /**
   * Reports what the present set reports because the stream ends here.
   *
   * @param position the stream's length
   * @param out takes the reports
   */
  public void finish(long position, ReportBuffer out) {
    if (!cursor.mayReportAtEnd()) {
      return;
    }
    ActiveSet set = cursor.present();
    for (int i = 0; i < set.size(); i++) {
      automaton.report(set.members()[i], SetAutomaton.AT_END, position, out);
    }
  }

  /**
   * Makes states active beside those that are. Nothing is reported for them. Where the same list
   * was added to the same set before, that mostly takes as long as to read the list.
   *
   * @param states their numbers, not null
   * @param count how many of the array's
   */
  public void add(int[] states, int count) {
    if (count == 0) {
      return;
    }
    if (cursor.isStepping() || count > Additions.MOST_STATES) {
      cursor.add(states, 0, count);
      return;
    }
    forgetIfFlushed();
    if (additions.isFull()) {
      additions.forget();
      injections.forget();
    }
    int number = automaton.groupCount() + additions.numberOf(states, count);
    addNumbered(number, states, 0, count);
  }

  /**
   * Copies the active states.
   *
   * @param to takes their numbers, in no order, in place of what it holds
   */
  public void copyStates(IntArrayList to) {
    cursor.copyStates(to);
  }

  /** The active states; valid until the next call. */
  ActiveSet present() {
    return cursor.present();
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
    cursor.restore(in);
  }

  /** Goes on with a set, which is copied. */
  void become(ActiveSet set) {
    cursor.become(set);
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
        cursor.flushes(),
        cursor.tableSymbols(),
        cursor.directSymbols(),
        cursor.skippedSymbols(),
        lanes == null ? 0 : lanes.kept(),
        lanes == null ? 0 : lanes.wasted(),
        lanes == null ? 0 : lanes.completed());
  }
}
