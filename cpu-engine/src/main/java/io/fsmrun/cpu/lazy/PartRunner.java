package io.fsmrun.cpu.lazy;

import io.fsmrun.cpu.block.ReportBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs a part of a stream before its start is known, so that several threads can share a stream;
 * and adds what is missing when it is known. Mutable, for one thread at a time; what it remembers
 * outlives parts.
 *
 * <p>A part starts from what all possible starts have in common: what nothing leads to over some
 * bytes before, united with known states that stay active whatever comes. A step distributes over
 * union, so all that it reports is right, and what the true start has besides can be run on its
 * own, by edges alone, until it dies out or is among the part's own states. Parts are completed in
 * the order of the stream:
 *
 * <pre>
 *   begin, run ..., then, when the part before is complete:
 *   completeFrom, complete while it says so, end
 * </pre>
 *
 * <p>Each byte is consumed once by {@link #run} and at most once by {@link #complete}, with the
 * bounds of {@link SetRunner}.
 */
public final class PartRunner {

  private static final int FIRST_NOTE = 1 << 12;
  private static final int[] NONE = {};

  private final SetAutomaton automaton;
  private final SetRunner runner;
  private final SetRunner rest;
  private final ActiveSet own;

  /** States at some positions, ever farther apart. */
  private final List<int[]> notes = new ArrayList<>();

  private long[] notedAt = new long[Long.SIZE];
  private long start;
  private int[] startStates = NONE;
  private boolean completing;

  /**
   * A runner for parts.
   *
   * @param automaton what to run
   * @param options how
   */
  public PartRunner(SetAutomaton automaton, LazyOptions options) {
    this.automaton = automaton;
    this.runner = new SetRunner(automaton, options);
    this.rest = new SetRunner(automaton.edgesOnly(), options.withLanes(false));
    this.own = automaton.newSet();
  }

  /**
   * Begins a part.
   *
   * @param input holds bytes before the part
   * @param lookFrom index of the byte from which to look back; the more, the less is missing later
   * @param from index of the part's first byte
   * @param position the stream's position there
   * @param before the active states of some place at or before {@code lookFrom}, of {@link #end} or
   *     {@link SetRunner#states}; or none
   */
  public void begin(byte[] input, int lookFrom, int from, long position, int[] before) {
    ReportBuffer dropped = new ReportBuffer();
    dropped.startBlock(position - (from - lookFrom));
    own.clear();
    for (int state : before) {
      if (automaton.lasts(state)) {
        own.add(state);
      }
    }
    runner.become(own);
    runner.run(input, lookFrom, from, position - (from - lookFrom), dropped);
    start(position, runner.states());
  }

  /**
   * Begins the part whose start is known.
   *
   * @param position the stream's position there
   * @param states the active states
   */
  public void beginKnown(long position, int[] states) {
    runner.become(setOf(states));
    start(position, states);
  }

  private void start(long position, int[] states) {
    start = position;
    startStates = states;
    notes.clear();
    completing = false;
  }

  private ActiveSet setOf(int[] states) {
    own.clear();
    for (int state : states) {
      own.add(state);
    }
    return own;
  }

  /**
   * Consumes bytes of the part, one piece after the other.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param position the stream's position at {@code from}
   * @param out takes reports, all of them right; more may come from {@link #complete}
   */
  public void run(byte[] input, int from, int to, long position, ReportBuffer out) {
    runner.run(input, from, to, position, out);
    long at = position + (to - from);
    if (at - start >= (long) FIRST_NOTE << notes.size()) {
      notedAt[notes.size()] = at;
      notes.add(runner.states());
    }
  }

  /**
   * Says how the part truly started.
   *
   * @param states the active states at its start
   * @return whether there is something to complete
   */
  public boolean completeFrom(int[] states) {
    setOf(startStates);
    ActiveSet missing = automaton.newSet();
    for (int state : states) {
      if (!own.covers(state)) {
        missing.add(state);
      }
    }
    rest.become(missing);
    completing = missing.size() > 0;
    return completing;
  }

  /**
   * Goes over bytes of the part once more, from its start, one piece after the other, as {@link
   * #run} did in pieces that end at the same places.
   *
   * @param input holds the bytes
   * @param from index of the first
   * @param to index after the last
   * @param position the stream's position at {@code from}
   * @param out takes the reports that are missing, and some that are not
   * @return whether there is still something to complete
   */
  public boolean complete(byte[] input, int from, int to, long position, ReportBuffer out) {
    if (!completing) {
      return false;
    }
    rest.run(input, from, to, position, out);
    int note = Arrays.binarySearch(notedAt, 0, notes.size(), position + (to - from));
    completing = !rest.isEmpty() && (note < 0 || !isWithin(notes.get(note)));
    return completing;
  }

  private boolean isWithin(int[] states) {
    setOf(states);
    ActiveSet left = rest.present();
    boolean within = true;
    for (int i = 0; i < left.size(); i++) {
      within &= own.covers(left.members()[i]);
    }
    return within;
  }

  /**
   * The states at the end of the part.
   *
   * @return the active ones, sorted; the true ones once the part is complete
   */
  public int[] end() {
    int[] states = runner.states();
    if (!completing) {
      return states;
    }
    setOf(states);
    ActiveSet left = rest.present();
    for (int i = 0; i < left.size(); i++) {
      own.add(left.members()[i]);
    }
    return own.sorted();
  }
}
