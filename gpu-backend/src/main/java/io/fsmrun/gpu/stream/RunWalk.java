package io.fsmrun.gpu.stream;

import io.fsmrun.core.binary.BinaryWriter;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Goes over consecutive runs and their records, and makes spans of them. Few records are looked at
 * by themselves: those known before the bytes of a run, those that are held back at its end, and
 * those at the border of two pieces, which both may have. Mutable, for one thread at a time.
 */
final class RunWalk {

  private static final long ALL = Long.MAX_VALUE;

  private final StreamProgram program;
  private final RunSpans.Runs runs;
  private final ReportSpans spans;
  private final FlowState state;
  private final BinaryWriter writer = new BinaryWriter();
  private final IntArrayList knownRules = new IntArrayList();
  private final LongArrayList knownEnds = new LongArrayList();
  private final IntArrayList heldRules = new IntArrayList();
  private final LongArrayList heldEnds = new LongArrayList();

  /** Of what is known, the first that was not told. */
  private int nextKnown;

  /** The run whose records come, and what is held back of it. */
  private int current = -1;

  private long heldFrom = ALL;
  private long origin;
  private int heldRecord;

  /** The piece; the next record, the window that has it. */
  private ChunkSlot slot;

  private int at;
  private int window;
  private long base;
  private MemorySegment records;

  /** Records of the piece before those that lie at {@link #records}. */
  private int skipped;

  RunWalk(StreamProgram program, RunSpans.Runs runs) {
    this.program = program;
    this.runs = runs;
    this.spans = new ReportSpans(program);
    this.state = new FlowState(program);
  }

  ReportSpans spans() {
    return spans;
  }

  /** For what is known of a flow; nothing is kept in it. */
  FlowState state() {
    return state;
  }

  /** The run that goes on does so in another piece. */
  void beginPiece() {
    heldRecord = Integer.MAX_VALUE;
  }

  /** The first of a range of the list that was not begun in the piece before. */
  int firstNotBegun(ChunkSlot piece, int from, int to) {
    int first = from;
    while (first < to && piece.listed().getInt(first) <= current) {
      first++;
    }
    return first;
  }

  /** Goes on with the records of windows from one on. */
  void goOn(ChunkSlot piece, int fromWindow) {
    slot = piece;
    records = slot.hostRecords().segment();
    spans.begin(records, runs.flows());
    window = fromWindow;
    at = slot.recordsBefore(fromWindow);
    skipped = slot.hostRecordsFrom();
    base = slot.start - StreamProgram.OVERLAP;
  }

  /** Goes on there behind a run that is listed, which another walk finishes. */
  void beginAfter(ChunkSlot piece, int fromWindow, int index) {
    goOn(piece, fromWindow);
    current = slot.listed().getInt(index);
    at = slot.firstRecord(index + 1);
    int high = slot.windows;
    while (window + 1 < high) {
      int middle = (window + high) >>> 1;
      if (slot.recordsBefore(middle) <= at) {
        window = middle;
      } else {
        high = middle;
      }
    }
  }

  /** Takes what comes before the runs of a range of the list, and begins them. */
  void take(int from, int to) {
    for (int i = from; i < to; i++) {
      takeTo(slot.firstRecord(i), slot.firstRecord(i));
      beginUntil(slot.listed().getInt(i) + 1);
      heldRecord = slot.heldRecord(i);
    }
  }

  /** Takes the rest of the current run, which ends before another that is listed. */
  void finishBefore(int index) {
    takeTo(slot.firstRecord(index), slot.firstRecord(index));
    finishRun();
  }

  /** Takes what there is of the current run, up to a window. */
  void takeRest(int toWindow) {
    int end = slot.recordsBefore(toWindow);
    takeTo(borderFrom(end, toWindow == slot.windows), end);
  }

  /** Where the records start that the next piece may have as well. */
  private int borderFrom(int end, boolean complete) {
    int from = end;
    if (complete && !slot.piece.last() && program.looks().back()) {
      long place = (slot.windows - 1L) * StreamProgram.ADVANCE;
      place = StreamProgram.OVERLAP + slot.piece.bytes() - place;
      int least = Math.max(at, slot.recordsBefore(slot.windows - 1));
      while (from > least && record(from - 1) >>> program.ruleBits() == place) {
        from--;
      }
    }
    return from;
  }

  /** Takes records of the current run; those from {@code border} on wait for the next piece. */
  private void takeTo(int border, int end) {
    while (at < border && nextKnown < knownRules.size()) {
      mergeOne();
    }
    int held = Math.clamp(heldRecord, at, Math.max(at, border));
    while (at < held) {
      enterWindow();
      int to = Math.min(held, slot.recordsBefore(window + 1));
      long first = base + (long) window * StreamProgram.ADVANCE - origin;
      spans.add(current, first, at - skipped, to - skipped);
      at = to;
    }
    for (; at < border; at++) {
      enterWindow();
      heldRules.add(ruleOf(at));
      heldEnds.add(endOf(at));
    }
    for (; at < end; at++) {
      enterWindow();
      know(ruleOf(at), endOf(at));
    }
  }

  private void enterWindow() {
    while (slot.recordsBefore(window + 1) <= at) {
      window++;
    }
  }

  private int record(int index) {
    return records.getAtIndex(ValueLayout.JAVA_INT, index - skipped);
  }

  private int ruleOf(int index) {
    int rule = record(index) & (1 << program.ruleBits()) - 1;
    return rule < program.ruleCount() ? rule : rule - program.ruleCount();
  }

  private long endOf(int index) {
    long place = (long) window * StreamProgram.ADVANCE;
    return base + place + (record(index) >>> program.ruleBits()) - origin;
  }

  /** Tells what is known up to the next record, and the record if it is not beyond all of that. */
  private void mergeOne() {
    enterWindow();
    int rule = ruleOf(at);
    long end = endOf(at);
    while (nextKnown < knownRules.size() && isKnownBefore(nextKnown, rule, end)) {
      tellNext();
    }
    if (nextKnown < knownRules.size()) {
      boolean same = knownRules.getInt(nextKnown) == rule && knownEnds.getLong(nextKnown) == end;
      nextKnown += same ? 1 : 0;
      tell(rule, end);
      at++;
    }
  }

  private boolean isKnownBefore(int known, int rule, long end) {
    long knownEnd = knownEnds.getLong(known);
    return knownEnd < end || knownEnd == end && knownRules.getInt(known) < rule;
  }

  /** Adds a report of the current run that is known, at its place; each once. */
  void know(int rule, long end) {
    int place = knownRules.size();
    while (place > nextKnown && !isKnownBefore(place - 1, rule, end)) {
      place--;
    }
    boolean isNew =
        place == knownRules.size()
            || knownRules.getInt(place) != rule
            || knownEnds.getLong(place) != end;
    if (isNew) {
      knownRules.add(place, rule);
      knownEnds.add(place, end);
    }
  }

  private void tellNext() {
    tell(knownRules.getInt(nextKnown), knownEnds.getLong(nextKnown));
    nextKnown++;
  }

  private void tell(int rule, long end) {
    if (end < heldFrom) {
      spans.add(current, rule, end);
    } else {
      heldRules.add(rule);
      heldEnds.add(end);
    }
  }

  private void beginUntil(int end) {
    while (current + 1 < end) {
      finishRun();
      current++;
      heldRecord = Integer.MAX_VALUE;
      origin = runs.originOf(current);
      heldFrom = runs.heldFrom(current);
      runs.tellKnown(current, this);
    }
  }

  private void finishRun() {
    while (nextKnown < knownRules.size()) {
      tellNext();
    }
    if (!heldRules.isEmpty()) {
      runs.hold(current, heldRules, heldEnds, writer);
      heldRules.clear();
      heldEnds.clear();
    }
    knownRules.clear();
    knownEnds.clear();
    nextKnown = 0;
  }

  /** After the last piece: tells what is known of the runs behind. */
  void finish() {
    spans.begin(MemorySegment.NULL, runs.flows());
    beginUntil(runs.count());
    finishRun();
  }
}
