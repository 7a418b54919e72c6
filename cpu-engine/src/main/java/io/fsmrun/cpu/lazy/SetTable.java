package io.fsmrun.cpu.lazy;

import io.fsmrun.core.report.ReportFlags;
import io.fsmrun.cpu.block.ReportBuffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;

/**
 * The sets of states that are kept, and what each leads to, as far as it was asked for: a
 * deterministic automaton in the making, inside a memory limit, beside which hashes of sets that
 * were met are remembered ({@link MetOnce}). Mutable, for one thread.
 *
 * <p>A set is named by its row, the index of its first entry in the table. An entry is
 *
 * <pre>
 *   row       the next set; it reports nothing that does not wait for the end of the input
 *   ~row      the next set; it reports, or nothing can ever follow from it (it is empty, and no
 *             state is always enabled)
 *   UNKNOWN   not asked for yet
 * </pre>
 *
 * <p>The row of a set from which nothing can follow leads to itself, as a plain row.
 */
final class SetTable {

  /** An entry that is not known yet; the least number, so no {@code ~row}. */
  static final int UNKNOWN = Integer.MIN_VALUE;

  /** In place of an entry: it would lead to a set that was not met before, and is not kept. */
  static final int NEW = UNKNOWN + 1;

  /** So many sets are kept whatever the limit, so that a step always has room. */
  private static final int LEAST_SETS = 4;

  /** Rows of fewer entries, all together, have four times the room when they need more. */
  private static final int FAST_GROWTH = 1 << 18;

  private static final int NONE = -1;

  /** Less a rule, in place of where reports are listed: that rule is all there is to report. */
  private static final int SOLE = NONE - 1;

  /** Bytes of a set besides its row, its members and its reports. */
  private static final int SET_BYTES = 6 * Integer.BYTES;

  private final SetAutomaton automaton;
  private final int stride;

  /** A row's number is the upper half of the row times this, since rows are below 2^30. */
  private final long perRow;

  private final long limitBytes;
  private ActiveSet next;

  private int[] rows;
  private int count;

  /** The row of the set from which nothing can follow, if it is kept: there is one at most. */
  private int deadRow = NONE;

  private int[] memberStart = new int[16];
  private int[] members = new int[64];
  private int[] hashes = new int[16];
  private int[] reportStart = new int[16];
  private int[] slots = new int[32];

  /** Per set whether it reports anything if the input ends there. */
  private boolean[] reportsAtEnd = new boolean[16];

  /** Per reporting set: number of rules that end here, those, number that end before, those. */
  private final IntArrayList reports = new IntArrayList();

  private final IntArrayList here = new IntArrayList();
  private final IntArrayList back = new IntArrayList();
  private final MetOnce metOnce = new MetOnce();
  private long setsMade;

  /** Takes the last reports of each set; null while all are asked for. */
  private ReportBuffer takesLast;

  /** Per set where it was last asked what it reports, and the sets for which that is not 0. */
  private long[] lastAt = new long[16];

  private final IntArrayList lastSets = new IntArrayList();
  private long leftOut;

  SetTable(SetAutomaton automaton, int limitBytes) {
    this.automaton = automaton;
    this.stride = automaton.classCount;
    this.perRow = ((1L << Integer.SIZE) + stride - 1) / stride;
    this.limitBytes = limitBytes;
    this.next = automaton.newSet();
    this.rows = new int[16 * stride];
    Arrays.fill(slots, NONE);
  }

  /** The row that an entry leads to, which is known. */
  static int row(int entry) {
    return entry < 0 ? ~entry : entry;
  }

  /** The entries; another array after a set was made. */
  int[] rows() {
    return rows;
  }

  int count() {
    return count;
  }

  long setsMade() {
    return setsMade;
  }

  /**
   * The set that the last call of {@link #target} led to. Whoever wants a set for a moment may
   * change it: one more would take memory of its own.
   */
  ActiveSet next() {
    return next;
  }

  /** Hands over {@link #next}, and has another one instead from now on. */
  ActiveSet exchangeNext(ActiveSet other) {
    ActiveSet given = next;
    next = other;
    return given;
  }

  void clear() {
    tellLast();
    count = 0;
    deadRow = NONE;
    reports.clear();
    Arrays.fill(slots, NONE);
  }

  /**
   * Finds out what a set leads to, and remembers it. The caller handles {@link #UNKNOWN}: no room;
   * {@link #next} is the set that could not be kept.
   */
  int target(int row, int symbolClass) {
    step(row, symbolClass);
    int entry = entryOf(next);
    if (entry != UNKNOWN) {
      rows[row + symbolClass] = entry;
    }
    return entry;
  }

  /**
   * The same, but if the set is not kept yet, it is only where it was met before; else nothing is
   * remembered of it but that, {@link #NEW} is returned, and {@link #next} is the set.
   */
  int targetIfMet(int row, int symbolClass) {
    step(row, symbolClass);
    int entry = entryIfMet(next);
    if (entry != UNKNOWN && entry != NEW) {
      rows[row + symbolClass] = entry;
    }
    return entry;
  }

  private void step(int row, int symbolClass) {
    int id = id(row);
    automaton.step(members, memberStart[id], memberStart[id + 1], symbolClass, next);
  }

  /** What a set leads to, found out if need be; {@link #UNKNOWN} if there is no room. */
  int entry(int row, int symbolClass) {
    int entry = rows[row + symbolClass];
    return entry == UNKNOWN ? target(row, symbolClass) : entry;
  }

  /** Whether a set leads to itself and reports nothing. Makes no other set. */
  boolean leadsToItself(int row, int symbolClass) {
    int at = row + symbolClass;
    if (rows[at] == UNKNOWN) {
      int id = id(row);
      step(row, symbolClass);
      if (next.equalTo(members, memberStart[id], memberStart[id + 1])) {
        rows[at] = entry(id);
      }
    }
    return rows[at] == row;
  }

  /** The entry that leads to a set, which is kept; {@link #UNKNOWN} if there is no room. */
  int entryOf(ActiveSet set) {
    int slot = slot(set);
    return slots[slot] == NONE ? keep(set, slot) : entry(slots[slot]);
  }

  /**
   * The same if the set was met before; else {@link #NEW}, and nothing else is remembered of it.
   */
  int entryIfMet(ActiveSet set) {
    int slot = slot(set);
    if (slots[slot] != NONE) {
      return entry(slots[slot]);
    }
    return metOnce.isFirst(set.hash()) ? NEW : keep(set, slot);
  }

  /** Where a set is among the slots, or would be. */
  private int slot(ActiveSet set) {
    int mask = slots.length - 1;
    int slot = set.hash() & mask;
    while (slots[slot] != NONE) {
      int id = slots[slot];
      if (hashes[id] == set.hash() && set.equalTo(members, memberStart[id], memberStart[id + 1])) {
        break;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private int keep(ActiveSet set, int slot) {
    if (!hasRoom(set)) {
      return UNKNOWN;
    }
    int id = append(set);
    slots[slot] = id;
    if (2 * count > slots.length) {
      rehash();
    }
    return entry(id);
  }

  private int entry(int id) {
    int row = id * stride;
    return reportStart[id] != NONE || isDead(row) ? ~row : row;
  }

  private boolean hasRoom(ActiveSet set) {
    if (count < LEAST_SETS) {
      return true;
    }
    long perSet = (long) stride * Integer.BYTES + SET_BYTES;
    long listed = (long) memberStart[count] + set.size() + reports.size();
    return (count + 1) * perSet + listed * Integer.BYTES <= limitBytes;
  }

  private int append(ActiveSet set) {
    int id = count++;
    setsMade++;
    if (id + 2 > memberStart.length) {
      memberStart = Arrays.copyOf(memberStart, 2 * memberStart.length);
      hashes = Arrays.copyOf(hashes, 2 * hashes.length);
      reportStart = Arrays.copyOf(reportStart, 2 * reportStart.length);
      reportsAtEnd = Arrays.copyOf(reportsAtEnd, reportStart.length);
    }
    if (rows.length < count * stride) {
      rows = Arrays.copyOf(rows, (rows.length < FAST_GROWTH ? 4 : 2) * rows.length);
    }
    int from = memberStart[id];
    int to = from + set.size();
    members = IntArrays.grow(members, to, from);
    System.arraycopy(set.members(), 0, members, from, set.size());
    memberStart[id + 1] = to;
    hashes[id] = set.hash();
    reportStart[id] = appendReports(from, to);
    reportsAtEnd[id] = mayReportAtEnd(from, to);
    int row = id * stride;
    boolean dead = set.size() == 0 && !automaton.hasAlwaysEnabled();
    deadRow = dead ? row : deadRow;
    Arrays.fill(rows, row, row + stride, dead ? row : UNKNOWN);
    return id;
  }

  private boolean mayReportAtEnd(int from, int to) {
    for (int i = from; i < to; i++) {
      if (automaton.reportsAtEnd(members[i])) {
        return true;
      }
    }
    return false;
  }

  private int appendReports(int from, int to) {
    here.clear();
    back.clear();
    for (int i = from; i < to; i++) {
      int end = automaton.reportStart[members[i] + 1];
      for (int r = automaton.reportStart[members[i]]; r < end; r++) {
        int report = automaton.reports[r];
        int rule = report >> SetAutomaton.FLAG_BITS;
        if ((report & ReportFlags.HERE) != 0) {
          here.add(rule);
        }
        if ((report & ReportFlags.BACK) != 0) {
          back.add(rule);
        }
      }
    }
    if (here.isEmpty() && back.isEmpty()) {
      return NONE;
    }
    if (here.size() == 1 && back.isEmpty()) {
      return SOLE - here.getInt(0);
    }
    int start = reports.size();
    appendSorted(here);
    appendSorted(back);
    return start;
  }

  private void appendSorted(IntArrayList rules) {
    IntArrays.quickSort(rules.elements(), 0, rules.size());
    int countAt = reports.size();
    reports.add(0);
    int kept = 0;
    for (int i = 0; i < rules.size(); i++) {
      if (i == 0 || rules.getInt(i) != rules.getInt(i - 1)) {
        reports.add(rules.getInt(i));
        kept++;
      }
    }
    reports.set(countAt, kept);
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    Arrays.fill(slots, NONE);
    int mask = slots.length - 1;
    for (int id = 0; id < count; id++) {
      int slot = hashes[id] & mask;
      while (slots[slot] != NONE) {
        slot = slot + 1 & mask;
      }
      slots[slot] = id;
    }
  }

  /** The number of a set: its row divided by the entries of a row, which takes longer. */
  private int id(int row) {
    return (int) (row * perRow >>> Integer.SIZE);
  }

  /** Copies a set. */
  void copyTo(int row, ActiveSet set) {
    int id = id(row);
    set.clear();
    for (int i = memberStart[id]; i < memberStart[id + 1]; i++) {
      set.add(members[i]);
    }
  }

  /** Copies the states of a set, in no order, in place of what a list holds. */
  void copyTo(int row, IntArrayList list) {
    int id = id(row);
    list.clear();
    list.addElements(0, members, memberStart[id], memberStart[id + 1] - memberStart[id]);
  }

  /** Whether another set has all states of a set, or such as dominate them. */
  boolean isWithin(int row, ActiveSet other) {
    int id = id(row);
    for (int i = memberStart[id]; i < memberStart[id + 1]; i++) {
      if (!other.covers(members[i])) {
        return false;
      }
    }
    return true;
  }

  /** Adds the states of a set that another one does not have, nor dominates, to a third. */
  void addMissing(int row, ActiveSet other, ActiveSet missing) {
    int id = id(row);
    for (int i = memberStart[id]; i < memberStart[id + 1]; i++) {
      if (!other.covers(members[i])) {
        missing.add(members[i]);
      }
    }
  }

  /** Whether a set reports anything if the input ends there. */
  boolean reportsAtEnd(int row) {
    return reportsAtEnd[id(row)];
  }

  /** Whether nothing can ever follow from a set. */
  boolean isDead(int row) {
    return row == deadRow;
  }

  /**
   * Asks for no more of what each set reports than the last time that it does, until {@link
   * #reportAll}.
   *
   * @param out takes it, in no order; what the last call named is told before
   */
  void reportLast(ReportBuffer out) {
    reportAll();
    takesLast = out;
  }

  /** Whether only the last is asked for. */
  boolean reportsLast() {
    return takesLast != null;
  }

  /** Tells what was kept, and asks for all that is reported from now on. */
  void reportAll() {
    tellLast();
    takesLast = null;
  }

  private void tellLast() {
    ReportBuffer out = takesLast;
    takesLast = null;
    for (int i = 0; i < lastSets.size(); i++) {
      int id = lastSets.getInt(i);
      report(id * stride, lastAt[id], out);
      lastAt[id] = 0;
    }
    lastSets.clear();
    takesLast = out;
  }

  private void keepLast(int id, long position) {
    if (id >= lastAt.length) {
      lastAt = Arrays.copyOf(lastAt, reportStart.length);
    }
    if (lastAt[id] == 0) {
      lastSets.add(id);
    }
    lastAt[id] = position;
    leftOut++;
  }

  /** Says that a set reported so often more, before the last time. */
  void leaveOut(int times) {
    leftOut += times;
  }

  /** How often sets reported while only the last time of each was asked for. */
  long leftOut() {
    return leftOut;
  }

  /** Adds what a set reports at a position, apart from what waits for the end of the input. */
  void report(int row, long position, ReportBuffer out) {
    int id = id(row);
    int at = reportStart[id];
    if (at == NONE) {
      return;
    }
    if (takesLast != null) {
      keepLast(id, position);
      return;
    }
    if (at < NONE) {
      out.add(SOLE - at, position);
      return;
    }
    int[] listed = reports.elements();
    int hereCount = listed[at++];
    int backAt = at + hereCount;
    int backCount = listed[backAt++];
    for (int i = 0; i < backCount && position > 0; i++) {
      out.add(listed[backAt + i], position - 1);
    }
    for (int i = 0; i < hereCount; i++) {
      out.add(listed[at + i], position);
    }
  }
}
