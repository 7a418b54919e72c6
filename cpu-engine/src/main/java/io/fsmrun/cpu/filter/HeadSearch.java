package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.bytes.ByteArrays;
import java.util.Arrays;

/**
 * Finds the ends of heads, on demand: where a piece was found that needs to know them, before a
 * stream is saved, and when many bytes have come since. Until then these are kept: where they lie
 * while the array is lent ({@link #lend}), else as a copy. All heads are one lazily determinised
 * automaton. It need not run over what lies before the last byte that breaks all gaps: behind that,
 * only ends matter that are found by looking from a little before it on, if the automaton's state
 * can be told there ({@link SetRunner#converge}). So in lines of text little is run; in the worst
 * case, all of it, once. A single head that a piece needs is mostly told by reading backwards
 * ({@link HeadLookBack}), and nothing is run. Mutable, for one thread.
 */
final class HeadSearch {

  /** How far before the first end that matters the state is looked for. */
  private static final int LOOK_BACK = 64;

  private static final int FARTHER = 8;
  private static final int MOST_LOOK_BACK = 1 << 15;

  /** Less than this is run rather than jumped over. */
  private static final int LEAST_JUMP = 192;

  /** After looking for the state in vain, so many bytes are run, then twice as many, and so on. */
  private static final int LEAST_WAIT = 1 << 12;

  private static final int MOST_WAIT = 1 << 19;

  /** A set that was not met before costs as much as running over so many bytes. */
  private static final int SET_BYTES = 512;

  /**
   * When so many bytes are kept, heads are told up to there: at first, so that it is known what
   * that costs, then twice as many each time, and at most.
   */
  private static final int FIRST_MOST_KEPT = 1 << 16;

  private static final int LAST_MOST_KEPT = 1 << 20;

  /**
   * The same at first where they are kept in place: to keep them costs nothing, so next it is the
   * last.
   */
  private static final int FIRST_IN_PLACE = 1 << 12;

  /** What it costs to tell heads is measured where it is done for so many bytes at once. */
  private static final int LEAST_TIMED = 1 << 12;

  /** The last parts of that are measured one by one: so long, and at most so many. */
  private static final int TIMED_BYTES = 1 << 9;

  private static final int TIMED_PARTS = 8;

  private static final int FIRST_KEPT = 1 << 10;

  /** Where a head ends more often than once in so many bytes, only the last ends are asked for. */
  private static final long BYTES_OF_DENSE_END = 4;

  /** Before many bytes are run whose ends may be dense, so many tell whether they are. */
  private static final int JUDGED_BYTES = 1 << 12;

  private final SetRunner runner;
  private final HeadLookBack lookBehind;
  private final LinkEnds ends;
  private final ReportBuffer found = new ReportBuffer();

  /** Holds the bytes of the last blocks, from where all was told on: the copy, or what is lent. */
  private byte[] kept = ByteArrays.EMPTY_ARRAY;

  /** The index of the first of them. */
  private int keptAt;

  private int keptCount;

  private byte[] copy = ByteArrays.EMPTY_ARRAY;

  /** What does not change for now; null if nothing is lent. */
  private byte[] lent;

  /** Whether the bytes that are kept are in it. */
  private boolean inPlace;

  /** The stream's position at the first of them. */
  private long keptFrom;

  /** Up to this position all ends that matter are told, and there the runner stands. */
  private long known;

  private boolean endsAreDense;
  private int mostKept = FIRST_MOST_KEPT;
  private int mostInPlace = FIRST_IN_PLACE;

  /** What telling heads cost the last two times, in nanoseconds per byte, 0 before. */
  private double lastRate;

  private double rateBefore;

  private long wait;
  private int nextWait = LEAST_WAIT;
  private int lookBack = LOOK_BACK;

  HeadSearch(SetAutomaton heads, ReversedHeads reversed, LinkEnds ends) {
    this.lookBehind = new HeadLookBack(reversed);
    this.runner = new SetRunner(heads, LazyOptions.defaults());
    this.ends = ends;
  }

  /** Where the states are that heads are in, at the ends of blocks. */
  SetRunner runner() {
    return runner;
  }

  /** Goes on in a state that the runner was given: where it cannot be told is tried anew. */
  void resume() {
    keptCount = 0;
    wait = 0;
    nextWait = LEAST_WAIT;
    lookBack = LOOK_BACK;
  }

  /** Stands before a stream. */
  void start() {
    runner.start();
    keptCount = 0;
  }

  /** Stands behind a stream, of which nothing more is needed. */
  void finish() {
    keptCount = 0;
  }

  /**
   * Takes the bytes of a block. It follows the one before, or the runner's state is that at its
   * start, wherever it was restored.
   *
   * @param bytes an array
   * @param first index of the first byte in it that may be read
   * @param start the stream's position at its index 0
   * @param position where the block starts
   * @param count bytes of the block
   */
  void read(byte[] bytes, int first, long start, long position, int count) {
    keep(bytes, (int) (position - start), position, count);
    if (keptFrom < start + first) {
      lookBehind.read(kept, keptAt, keptFrom - keptAt, count);
    } else {
      lookBehind.read(bytes, first, start, count);
    }
    if (position == 0) {
      // A head that may be empty ends where the stream starts, before any byte was run over.
      found.startBlock(0);
      runner.report(0, found);
      tell();
    }
  }

  private void keep(byte[] bytes, int from, long position, int count) {
    if (keptCount == 0) {
      keptFrom = position;
      known = position;
      inPlace = isLent(bytes);
      kept = inPlace ? bytes : copy;
      keptAt = inPlace ? from : 0;
    }
    if (!inPlace) {
      append(bytes, from, count);
      kept = copy;
    }
    keptCount += count;
  }

  // The same array, not one that holds the same now.
  @SuppressWarnings("ReferenceEquality")
  private boolean isLent(byte[] bytes) {
    return bytes == lent;
  }

  /** Copies bytes behind those that are kept. */
  private void append(byte[] bytes, int from, int count) {
    if (copy.length - keptCount < count) {
      int room = Math.max(FIRST_KEPT, Math.max(2 * copy.length, keptCount + count));
      copy = Arrays.copyOf(copy, room);
    }
    System.arraycopy(bytes, from, copy, keptCount, count);
  }

  /**
   * Says that an array will not change until {@link #takeBack}, or until another one is lent: what
   * lies in it is not copied.
   */
  void lend(byte[] bytes) {
    if (!isLent(bytes)) {
      takeBack();
      lent = bytes;
    }
  }

  /** Ends that: what is still needed of the array is copied. */
  void takeBack() {
    if (inPlace && keptCount >= mostKept) {
      catchUp();
    }
    if (inPlace) {
      int count = keptCount;
      keptCount = 0;
      append(kept, keptAt, count);
      keptCount = count;
      keptAt = 0;
      inPlace = false;
    }
    kept = copy;
    lent = null;
    lookBehind.forget();
  }

  /** Ends a block. */
  void endBlock() {
    if (keptCount >= (inPlace ? mostInPlace : mostKept)) {
      catchUp();
      mostInPlace = LAST_MOST_KEPT;
      mostKept = Math.min(2 * mostKept, LAST_MOST_KEPT);
    }
  }

  /** How long it will take to tell the ends that are not told yet, in nanoseconds, if known. */
  long owedNanos() {
    // A thread that had to wait looks slow, too.
    double rate = rateBefore == 0 ? lastRate : Math.min(lastRate, rateBefore);
    return keptCount == 0 ? 0 : (long) (rate * (keptFrom + keptCount - known));
  }

  /** Tells all ends that matter up to the end of the last block; the runner stands there then. */
  void catchUp() {
    if (keptCount > 0) {
      reach(keptFrom + keptCount);
      keptCount = 0;
    }
  }

  /** Whether a head may be told to end before a place without {@link #reach}. */
  boolean knows(int head, long position) {
    return position <= known || lookBehind.knows(head);
  }

  /** Whether ends up to a position are not told yet. */
  boolean isAhead(long position) {
    return position > known;
  }

  /**
   * Whether a piece may start at a position, as far as a head before it is concerned.
   *
   * @param place as for {@link LinkEnds#add}
   */
  boolean precedes(int head, long position, long place) {
    if (position > known) {
      HeadLookBack.Answer answer = lookBehind.ask(head, position);
      if (answer != HeadLookBack.Answer.UNKNOWN) {
        return answer == HeadLookBack.Answer.YES;
      }
      reach(position);
    }
    return ends.reaches(head, position, place);
  }

  /** Tells all ends up to a position that a piece which starts there or later may go on from. */
  void reach(long position) {
    long bytes = position - known;
    if (bytes >= LEAST_TIMED) {
      tellTimed(position);
    } else if (bytes > 0) {
      tellTo(position);
    }
  }

  private void tellTo(long position) {
    skipTo(position);
    runTo(position);
  }

  /**
   * The same, and finds out what it costs: in all, or of the last parts the one that cost least,
   * since sets that are new to the runner are no reason to expect as much again.
   */
  private void tellTimed(long position) {
    long start = System.nanoTime();
    long bytes = position - known;
    skipTo(position);
    long parts = Math.min(TIMED_PARTS, (position - known) / TIMED_BYTES);
    runTo(position - parts * TIMED_BYTES);
    double least = Double.POSITIVE_INFINITY;
    long before = System.nanoTime();
    while (known < position) {
      runTo(known + TIMED_BYTES);
      long now = System.nanoTime();
      least = Math.min(least, (double) (now - before) / TIMED_BYTES);
      before = now;
    }
    rateBefore = lastRate;
    lastRate = Math.min(least, (double) (before - start) / bytes);
  }

  /** Gets nearer to a position without running over all that lies between, where that is due. */
  private void skipTo(long position) {
    if (position - known - LEAST_JUMP >= wait) {
      if (wait > 0) {
        runTo(known + wait);
      }
      jump(position);
    }
  }

  private int index(long position) {
    return (int) (position - keptFrom) + keptAt;
  }

  private long position(int index) {
    return keptFrom + (index - keptAt);
  }

  /** Runs from where all is known. */
  private void runTo(long position) {
    wait = Math.max(0, wait - (position - known));
    found.startBlock(known);
    runner.report(known, found);
    int from = index(known);
    int to = index(position);
    // Of two ends before a piece, the later one will do.
    int middle = index(Math.clamp(ends.onlyLastUpTo(position), known, position));
    int at = from;
    if (!endsAreDense && middle - from > 2 * JUDGED_BYTES) {
      at = runToMiddle(from, from + JUDGED_BYTES);
    }
    if (middle - at >= LEAST_JUMP) {
      at = runToMiddle(at, middle);
    }
    runner.run(kept, at, to, position(at), found);
    known = position;
    found.sort();
    tell();
  }

  /** Runs where only last ends matter, and judges how many there are; returns where that ends. */
  private int runToMiddle(int from, int to) {
    if (endsAreDense) {
      long before = runner.leftOut();
      runner.runForLast(kept, from, to, position(from), found);
      judge(runner.leftOut() - before, to - from);
    } else {
      int before = found.size();
      runner.run(kept, from, to, position(from), found);
      judge(found.size() - before, to - from);
    }
    return to;
  }

  private void judge(long count, int bytes) {
    endsAreDense = count * BYTES_OF_DENSE_END > bytes;
  }

  /** Takes the runner to where the first end that matters may be, or leaves it where it is. */
  private void jump(long position) {
    int from = index(known);
    long least = known + lookBack + LEAST_JUMP / 2;
    long needed = ends.neededFrom(position, least);
    if (Math.min(needed, position) < least) {
      return;
    }
    int first = index(Math.min(needed, position));
    long madeBefore = runner.setsMade();
    int at = -1;
    for (int back = lookBack;
        at < 0 && back <= MOST_LOOK_BACK && first - back - from >= LEAST_JUMP / 2;
        back *= FARTHER) {
      at = runner.converge(kept, first - back, first);
      if (at >= 0) {
        int took = at - (first - back);
        lookBack = Math.clamp(took + took / 2, LOOK_BACK, MOST_LOOK_BACK);
      }
    }
    // It may have been told, and yet running would have been cheaper.
    int gained = at < 0 ? 0 : at - from;
    if ((runner.setsMade() - madeBefore) * SET_BYTES > gained || at < 0) {
      wait = nextWait;
      nextWait = Math.min(2 * nextWait, MOST_WAIT);
    } else {
      nextWait = LEAST_WAIT;
    }
    known = at < 0 ? known : position(at);
  }

  private void tell() {
    for (int i = 0; i < found.size(); i++) {
      ends.add(found.rule(i), found.end(i), found.end(i));
    }
  }

  /** Saves the state at the end of the last block; after {@link #catchUp} only. */
  void save(BinaryWriter out) {
    runner.save(out);
  }

  void restore(BinaryReader in) {
    runner.restore(in);
    keptCount = 0;
  }
}
