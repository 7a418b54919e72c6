package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Scans blocks by the automaton of all chains, in place of a search for their pieces, and takes
 * over from the search, and hands over to it, at the ends of blocks. Mutable, for one thread.
 *
 * <p>Taking over at a position: a match that is not told yet has pieces that ended before, which
 * {@link LinkEnds} knows, and one in progress, which started no more than {@link #reach} bytes
 * before. So the automaton is run over those bytes, with the ends put in where they are, and after
 * them the states of heads and tails are added.
 *
 * <p>Handing over at the end of a block: the last {@link #reach} bytes are run again by an
 * automaton that also reports ends of links; earlier ones are told by the states of gaps before
 * those bytes.
 */
final class ChainRunner {

  /** So many bytes are run before the clock is looked at, then twice as many, and so on. */
  private static final int FIRST_SLICE = 16;

  /** The same if the automaton was fast enough in the block before. */
  private static final int LATER_SLICE = 1 << 14;

  /** Nobody is there. */
  private static final long NOWHERE = -1;

  private final ChainUnion union;
  private final LinkEnds ends;
  private final int reach;
  private final SetRunner runner;

  /** Null before anything is handed over. */
  private SetRunner marker;

  private final ReportBuffer dropped = new ReportBuffer();
  private final ReportBuffer marks = new ReportBuffer();
  private final IntArrayList scratch = new IntArrayList();
  private final LongArrayList pending = new LongArrayList();
  private int[] entered = new int[16];
  private int enteredCount;

  /** Where the runner is, or {@link #NOWHERE}. */
  private long runnerAt = NOWHERE;

  /**
   * What there is to be handed over: a position, the states there, the last bytes, those before.
   */
  private long stateAt;

  private final IntArrayList endStates = new IntArrayList();
  private final IntArrayList statesBefore = new IntArrayList();
  private final byte[] lastBytes;
  private boolean ahead;

  /**
   * A runner that stands nowhere.
   *
   * @param reach the most bytes that a piece and what is around it have, with those between two
   *     places where it may be found
   */
  ChainRunner(ChainUnion union, LinkEnds ends, int reach) {
    this.union = union;
    this.ends = ends;
    this.reach = reach;
    this.runner = new SetRunner(union.automaton(), LazyOptions.defaults());
    this.lastBytes = new byte[reach];
  }

  /** Whether the state is here, and not with the search. */
  boolean isAhead() {
    return ahead;
  }

  /** Forgets where it stands. */
  void leave() {
    runnerAt = NOWHERE;
    ahead = false;
  }

  /**
   * Scans a block that is longer than what matches reach back.
   *
   * @param from index of its first byte; the history is before it
   * @param position the stream's position there
   * @param heads the states of the heads there, or null; not asked if this runner stands there
   * @param tails the same for the tails
   * @param goesOn asked now and then with the number of bytes done; false gives up
   * @return whether the block was scanned; if not, some of its reports were made, and the state at
   *     its start is where it was
   */
  boolean scan(
      byte[] input,
      int from,
      int to,
      long position,
      SetRunner heads,
      SetRunner tails,
      ReportBuffer out,
      IntPredicate goesOn) {
    long origin = position - from;
    int first = from;
    int slice = LATER_SLICE;
    if (runnerAt != position) {
      slice = FIRST_SLICE;
      first = takeOver(input, from, position, heads, tails, out, goesOn);
    }
    if (first < 0) {
      return false;
    }
    int last = to - reach;
    for (int at = first; at < last; slice *= 2) {
      int stop = Math.min(last, at + slice);
      runner.run(input, at, stop, origin + at, out);
      at = stop;
      if (at < last && !goesOn.test(at - from)) {
        runnerAt = NOWHERE;
        return false;
      }
    }
    runner.copyStates(statesBefore);
    runner.run(input, last, to, origin + last, out);
    runner.copyStates(endStates);
    System.arraycopy(input, last, lastBytes, 0, reach);
    runnerAt = origin + to;
    stateAt = runnerAt;
    ahead = true;
    ends.read(input, origin, position, stateAt);
    return true;
  }

  /**
   * Makes the states active that are at a position.
   *
   * @return the index of the first byte that was not consumed; -1 if it was given up
   */
  private int takeOver(
      byte[] input,
      int from,
      long position,
      SetRunner heads,
      SetRunner tails,
      ReportBuffer out,
      IntPredicate goesOn) {
    runnerAt = NOWHERE;
    if (position <= reach) {
      runner.start();
      return consume(input, from - (int) position, from, goesOn) ? from : -1;
    }
    runner.clear();
    ends.settle(position);
    gather(position - reach);
    int at = from - reach;
    int next = 0;
    while (next < pending.size() && end(next) < reach) {
      // What follows an end is entered one byte later.
      int stop = from - reach + end(next) + 1;
      if (!consume(input, at, stop, goesOn)) {
        return -1;
      }
      next = follow(next, input[stop - 1] & 0xff);
      at = stop;
    }
    if (!consume(input, at, from, goesOn)) {
      return -1;
    }
    addMapped(heads, union::ofHead);
    addMapped(tails, union::ofTail);
    if (next == pending.size()) {
      return from;
    }
    runner.run(input, from, from + 1, position, out);
    follow(next, input[from] & 0xff);
    return from + 1;
  }

  /** Runs over bytes whose reports were made before. */
  private boolean consume(byte[] input, int from, int to, IntPredicate goesOn) {
    for (int at = from; at < to; at += FIRST_SLICE) {
      dropped.startBlock(0);
      runner.run(input, at, Math.min(to, at + FIRST_SLICE), 0, dropped);
      if (!goesOn.test(0)) {
        return false;
      }
    }
    return true;
  }

  /** Makes active what gaps are at a position, and gathers the ends from there on, in order. */
  private void gather(long position) {
    pending.clear();
    enteredCount = 0;
    for (int i = 0; i < ends.liveCount(); i++) {
      int link = ends.live(i);
      for (int e = 0; e < ends.count(link); e++) {
        long end = ends.end(link, e);
        if (end >= position) {
          pending.add(end - position << Integer.SIZE | link);
          continue;
        }
        for (ChainUnion.Joint joint : union.joints(link)) {
          int length = joint.gap().size();
          long passed = joint.loops() ? Math.min(length, position - end) : position - end;
          if (passed <= length) {
            enter(joint.gap().getInt((int) passed - 1));
          }
        }
      }
    }
    runner.add(entered, enteredCount);
    Arrays.sort(pending.elements(), 0, pending.size());
  }

  private void enter(int state) {
    if (enteredCount == entered.length) {
      entered = Arrays.copyOf(entered, 2 * enteredCount);
    }
    entered[enteredCount++] = state;
  }

  /** How far behind the place from which on ends were gathered one is. */
  private int end(int index) {
    return (int) (pending.getLong(index) >>> Integer.SIZE);
  }

  /** Enters what follows all ends at one place, on the byte behind it. */
  private int follow(int first, int symbol) {
    int next = first;
    enteredCount = 0;
    while (next < pending.size() && end(next) == end(first)) {
      for (ChainUnion.Joint joint : union.joints((int) pending.getLong(next))) {
        for (int state : joint.followers()) {
          if (union.automaton().isEnteredOn(state, symbol)) {
            enter(state);
          }
        }
      }
      next++;
    }
    runner.add(entered, enteredCount);
    return next;
  }

  private void addMapped(SetRunner other, IntFunction<int[]> map) {
    if (other != null) {
      other.copyStates(scratch);
      map(scratch, map);
      runner.add(entered, enteredCount);
    }
  }

  /** Gathers what states are mapped to. */
  private void map(IntArrayList states, IntFunction<int[]> map) {
    enteredCount = 0;
    for (int i = 0; i < states.size(); i++) {
      int[] targets = map.apply(states.getInt(i));
      for (int t = 0; targets != null && t < targets.length; t++) {
        enter(targets[t]);
      }
    }
  }

  /**
   * Hands over to the search, at the end of the last block.
   *
   * @param heads takes the states of the heads, unless it is null
   * @param tails takes those of the tails
   */
  void handOver(SetRunner heads, SetRunner tails) {
    if (marker == null) {
      marker = new SetRunner(union.marked(), LazyOptions.defaults().withLanes(false));
    }
    long before = stateAt - reach;
    marker.clear();
    marker.add(statesBefore.elements(), statesBefore.size());
    marks.startBlock(before);
    marker.report(before, marks);
    marker.run(lastBytes, 0, reach, before, marks);
    ends.resume(before);
    for (int i = 0; i < statesBefore.size(); i++) {
      int[] gaps = union.gaps(statesBefore.getInt(i));
      for (int g = 0; gaps != null && g < gaps.length; g += 2) {
        ends.put(gaps[g], before - gaps[g + 1]);
      }
    }
    for (int i = 0; i < marks.size(); i++) {
      if (marks.rule(i) >= union.firstMark()) {
        ends.put(marks.rule(i) - union.firstMark(), marks.end(i));
      }
    }
    ends.endBlock(stateAt);
    ends.settle(stateAt);
    hand(heads, union::toHeads);
    hand(tails, union::toTails);
    ahead = false;
  }

  private void hand(SetRunner other, IntFunction<int[]> map) {
    if (other != null) {
      map(endStates, map);
      other.clear();
      other.add(entered, enteredCount);
    }
  }
}
