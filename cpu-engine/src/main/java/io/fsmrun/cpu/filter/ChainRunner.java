package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.Fallback;
import io.fsmrun.cpu.choice.Slices;
import io.fsmrun.cpu.lazy.IntRows;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
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
 * <p>Handing over at the end of a block: bytes from a place {@link #reach} or more before it are
 * run again by an automaton that also reports ends of links; earlier ends are told by the states of
 * gaps at that place. If it has taken over since, the few bytes are searched instead, from the
 * search's state, which is still the one that was taken over.
 */
final class ChainRunner {

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

  /** Where the runner is, with the state or behind the search; or {@link #NOWHERE}. */
  private long runnerAt = NOWHERE;

  /** Where the search's state is, unless it is void, having been taken over long ago. */
  private long searchAt;

  /** What there is to be handed over: a position, and the states there. */
  private long stateAt;

  private final IntArrayList endStates = new IntArrayList();
  private boolean ahead;

  /**
   * The states at one place that is far enough before, or {@link #NOWHERE}, and at another one,
   * which will be. Bytes are kept from the first on, or from before the search's place.
   */
  private IntArrayList older = new IntArrayList();

  private long olderAt = NOWHERE;
  private IntArrayList newer = new IntArrayList();
  private long newerAt;
  private final RecentBytes recent = new RecentBytes();

  /** Searches bytes from where the search stands. */
  interface Searcher {

    void search(byte[] input, int from, int to, long position, ReportBuffer out);
  }

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
    this.runner = new SetRunner(union.automaton(), Fallback.runnerOptions());
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
   * Scans a block.
   *
   * @param from index of its first byte; the history is before it
   * @param position the stream's position there
   * @param heads the states of the heads there, or null; not asked if this runner is there
   * @param tails the same for the tails, or null
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
      Tails tails,
      ReportBuffer out,
      IntPredicate goesOn) {
    long origin = position - from;
    int first = from;
    int slice = Slices.LATER;
    if (runnerAt != position) {
      slice = Slices.FIRST;
      first = takeOver(input, from, position, heads, tails, out, goesOn);
      if (first < 0) {
        return false;
      }
      begin(input, from, position, origin + first);
    } else if (!ahead) {
      begin(input, from, position, position);
    }
    int last = Math.max(first, to - reach);
    for (int at = first; at < last; slice *= 2) {
      int stop = Slices.end(at, last, slice);
      runner.run(input, at, stop, origin + at, out);
      at = stop;
      if (at < last && !goesOn.test(at - from)) {
        runnerAt = NOWHERE;
        return false;
      }
    }
    if (last == to - reach) {
      runner.copyStates(older);
      olderAt = origin + last;
    }
    runner.run(input, last, to, origin + last, out);
    runnerAt = origin + to;
    stateAt = runnerAt;
    runner.copyStates(endStates);
    ahead = true;
    keep(input, from, to);
    return true;
  }

  /** Whether it is where the search is, which has the state. */
  boolean stands(long position) {
    return !ahead && runnerAt == position;
  }

  /**
   * Runs over bytes that were searched, from where it {@linkplain #stands stands}.
   *
   * @param position the stream's position at {@code from}
   * @param goesOn asked now and then; after false it stands nowhere
   */
  void follow(byte[] input, int from, int to, long position, BooleanSupplier goesOn) {
    boolean all = Slices.follow(runner, input, from, to, dropped, goesOn);
    runnerAt = all ? position + (to - from) : NOWHERE;
  }

  /** Keeps what is needed to go back to the search, which has been left at a position. */
  private void begin(byte[] input, int from, long position, long first) {
    searchAt = position;
    olderAt = NOWHERE;
    runner.copyStates(newer);
    newerAt = first;
    int history = (int) Math.min(position, reach + 1);
    recent.set(input, from - history, from, position - history);
  }

  /** Keeps what handing over at the end of a block, or of the next ones, needs. */
  private void keep(byte[] input, int from, int to) {
    if (olderAt >= stateAt - (to - from)) {
      recent.set(input, to - reach, to, olderAt);
      newerAt = NOWHERE;
    } else {
      recent.append(input, from, to);
    }
    if (newerAt == NOWHERE || stateAt - newerAt >= reach) {
      if (newerAt != NOWHERE) {
        IntArrayList swapped = older;
        older = newer;
        newer = swapped;
        olderAt = newerAt;
      }
      newer.clear();
      newer.addAll(endStates);
      newerAt = stateAt;
    }
    if (olderAt != NOWHERE) {
      recent.dropBefore(olderAt);
    }
  }

  /**
   * Tells what depends on the end of the stream, which is that of the last block.
   *
   * @param position the stream's length
   */
  void finish(long position, ReportBuffer out) {
    runner.finish(position, out);
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
      Tails tails,
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
    if (heads != null) {
      heads.copyStates(scratch);
      addMapped(union.ofHeads());
    }
    if (tails != null) {
      tails.copyStates(scratch, position);
      addMapped(union.ofTails());
    }
    if (next == pending.size()) {
      return from;
    }
    runner.run(input, from, from + 1, position, out);
    follow(next, input[from] & 0xff);
    return from + 1;
  }

  /** Runs over bytes whose reports were made before. */
  private boolean consume(byte[] input, int from, int to, IntPredicate goesOn) {
    for (int at = from; at < to; at += Slices.FIRST) {
      dropped.startBlock(0);
      runner.run(input, at, Math.min(to, at + Slices.FIRST), 0, dropped);
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
        for (int i = 0; i < joint.followers().size(); i++) {
          if (union.automaton().isEnteredOn(joint.followers().getInt(i), symbol)) {
            enter(joint.followers().getInt(i));
          }
        }
      }
      next++;
    }
    runner.add(entered, enteredCount);
    return next;
  }

  private void addMapped(IntRows map) {
    map(scratch, map);
    runner.add(entered, enteredCount);
  }

  /** Gathers what states are mapped to. */
  private void map(IntArrayList states, IntRows map) {
    enteredCount = 0;
    for (int i = 0; i < states.size(); i++) {
      int end = map.end(states.getInt(i));
      for (int t = map.start(states.getInt(i)); t < end; t++) {
        enter(map.value(t));
      }
    }
  }

  /**
   * Hands over to the search, at the end of the last block.
   *
   * @param heads takes the states of the heads, unless it is null
   * @param tails takes those of the tails
   * @param searcher the search
   * @return whether all states were handed over; false if the search went there itself
   */
  boolean handOver(SetRunner heads, Tails tails, Searcher searcher) {
    ahead = false;
    boolean handed = olderAt != NOWHERE;
    if (handed) {
      handOverFrom(olderAt);
      if (heads != null) {
        map(endStates, union.toHeads());
        heads.clear();
        heads.add(entered, enteredCount);
      }
      if (tails != null) {
        map(endStates, union.toTails());
        tails.become(entered, enteredCount, stateAt);
      }
    } else {
      dropped.startBlock(searchAt);
      int from = recent.index(searchAt);
      searcher.search(recent.bytes(), from, recent.index(stateAt), searchAt, dropped);
    }
    searchAt = stateAt;
    return handed;
  }

  /** Tells all ends of links, as what is known at a position, and the bytes since, say. */
  private void handOverFrom(long before) {
    if (marker == null) {
      marker = new SetRunner(union.marked(), LazyOptions.defaults().withLanes(false));
    }
    marker.clear();
    marker.add(older.elements(), older.size());
    marks.startBlock(before);
    marker.report(before, marks);
    int from = recent.index(before);
    marker.run(recent.bytes(), from, recent.index(stateAt), before, marks);
    ends.read(recent.bytes(), recent.origin(), before, stateAt);
    ends.resume(before);
    IntRows places = union.places();
    for (int i = 0; i < older.size(); i++) {
      int end = places.end(older.getInt(i));
      for (int p = places.start(older.getInt(i)); p < end; p++) {
        ends.put(union.placeLink(places.value(p)), before - union.placePassed(places.value(p)));
      }
    }
    for (int i = 0; i < marks.size(); i++) {
      if (marks.rule(i) >= union.firstMark()) {
        ends.put(marks.rule(i) - union.firstMark(), marks.end(i));
      }
    }
    ends.endBlock(stateAt);
    ends.settle(stateAt);
  }
}
