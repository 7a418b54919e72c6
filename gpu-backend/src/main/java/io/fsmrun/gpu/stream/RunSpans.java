package io.fsmrun.gpu.stream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Finds out whose the records of an input of packets or runs are, span by span: the device says
 * where the records of each start. Few are looked at by themselves: those known before the bytes of
 * a run, those that are held back at its end, and those at the border of two pieces, which both may
 * have. Mutable, for one thread.
 */
final class RunSpans {

  private static final long ALL = Long.MAX_VALUE;

  /** What lies in the input. Rules are indices. */
  interface Runs {

    int count();

    /** The offset in the input at which the packet or flow began, perhaps before the input. */
    long originOf(int run);

    /** From which end in the packet or flow on reports are held back. */
    long heldFrom(int run);

    /** Tells what is known before any byte: {@link RunSpans#know}. */
    void tellKnown(int run);

    /** Takes the reports that are held back at the end of a run, in order. */
    void hold(int run, IntArrayList rules, LongArrayList ends);

    /** The flows of the runs; null if there are none. */
    PacketFlow[] flows();
  }

  private final StreamProgram program;
  private final Runs runs;
  private final SpanSink sink;
  private final ReportSpans spans;
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

  /** Of the piece: the next run that begins in it, the next record, the window that has it. */
  private int listed;

  private int at;
  private int window;
  private long base;
  private MemorySegment records;

  /** Records of the piece before those that lie at {@link #records}. */
  private int skipped;

  RunSpans(StreamProgram program, Runs runs, SpanSink sink) {
    this.program = program;
    this.runs = runs;
    this.sink = sink;
    this.spans = new ReportSpans(program);
  }

  /** Takes the records of some windows of a piece, which lie on the host. */
  void take(ChunkSlot slot, int fromWindow, int toWindow) {
    records = slot.hostRecords().segment();
    spans.begin(records, runs.flows());
    if (fromWindow == 0) {
      listed = 0;
      heldRecord = Integer.MAX_VALUE;
    }
    window = fromWindow;
    at = slot.recordsBefore(fromWindow);
    skipped = at;
    base = slot.start - StreamProgram.OVERLAP;
    int end = slot.recordsBefore(toWindow);
    boolean complete = toWindow == slot.windows;
    for (; listed < slot.listed().size(); listed++) {
      int first = slot.firstRecord(listed);
      if (first > end || first == end && !complete) {
        break;
      }
      takeTo(slot, first, first);
      int run = slot.listed().getInt(listed);
      beginUntil(run + 1);
      heldRecord = slot.heldRecord(listed);
    }
    takeTo(slot, borderFrom(slot, end, complete), end);
    deliver();
  }

  /** Where the records start that the next piece may have as well. */
  private int borderFrom(ChunkSlot slot, int end, boolean complete) {
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
  private void takeTo(ChunkSlot slot, int border, int end) {
    while (at < border && nextKnown < knownRules.size()) {
      mergeOne(slot);
    }
    int held = Math.clamp(heldRecord, at, Math.max(at, border));
    while (at < held) {
      enterWindow(slot);
      int to = Math.min(held, slot.recordsBefore(window + 1));
      long first = base + (long) window * StreamProgram.ADVANCE - origin;
      spans.add(current, first, at - skipped, to - skipped);
      at = to;
    }
    for (; at < border; at++) {
      enterWindow(slot);
      heldRules.add(ruleOf(at));
      heldEnds.add(endOf(at));
    }
    for (; at < end; at++) {
      enterWindow(slot);
      know(ruleOf(at), endOf(at));
    }
  }

  private void enterWindow(ChunkSlot slot) {
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
  private void mergeOne(ChunkSlot slot) {
    enterWindow(slot);
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
      runs.tellKnown(current);
    }
  }

  private void finishRun() {
    while (nextKnown < knownRules.size()) {
      tellNext();
    }
    if (!heldRules.isEmpty()) {
      runs.hold(current, heldRules, heldEnds);
      heldRules.clear();
      heldEnds.clear();
    }
    knownRules.clear();
    knownEnds.clear();
    nextKnown = 0;
  }

  /** After the last piece. */
  void finish() {
    spans.begin(MemorySegment.NULL, runs.flows());
    beginUntil(runs.count());
    finishRun();
    deliver();
  }

  private void deliver() {
    if (spans.count() > 0) {
      sink.accept(spans);
    }
  }
}
