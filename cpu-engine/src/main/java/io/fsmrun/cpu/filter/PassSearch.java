package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;

/**
 * Has passes search blocks for strings, and gives what they found, block by block. Where streams of
 * few bytes lie one behind the other ({@link #lendStreams}), the passes search many at once: to
 * begin and to end a pass takes as long as some hundred bytes. Strings that lie across the end of a
 * stream are left out then. Mutable, for one thread.
 */
final class PassSearch {

  /** So much is searched at once of streams to come, at most: it stays in the nearest caches. */
  private static final int MOST_AHEAD = 1 << 14;

  /** A block is searched in slices of about so many strings found, which bounds their memory. */
  private static final int FOUND_IN_SLICE = 1 << 20;

  private static final long LEAST_SLICE = 1 << 8;
  private static final long MOST_SLICE = 1 << 16;

  private static final long NOWHERE = -1;

  /** What is saved: that all is to be searched again, or which passes have searched. */
  private static final int BY_NONE = 0;

  private static final int BY_PLANNED = 1;

  /** Their number follows. */
  private static final int BY_OTHERS = 2;

  private final FilterEngine engine;
  private final FactorTable factors;
  private final WindowWatch watch;
  private final Found found;
  private FilterPasses passes;
  private int slice = 1 << 12;

  /** Holds streams that lie one behind the other, up to an index; null if nothing is lent so. */
  private byte[] streams;

  private int streamsTo;

  /**
   * What was searched: an array, or null; the stream's position at its index 0; for strings between
   * two indices, with windows from a third one on.
   */
  private byte[] searched;

  private long searchedOrigin;
  private int searchedLowest;
  private int searchedFrom;
  private int searchedTo;

  /** The block: its strings lie between two indices, and their windows from a third one on. */
  private int lowest;

  private int from;
  private int to;

  /** Whether all that was found is the block's. */
  private boolean isAll;

  /**
   * Up to this position of the stream all was searched, or a negative number; whether a string may
   * go on there, or what is found be told later; and by which passes ({@link FilterPasses#id}).
   */
  private long upTo = NOWHERE;

  private boolean open;
  private long by;

  /** What is looked at of what was found: first in this block, and now. */
  private int first;

  private int at;

  /** What the passes cost that searched streams to come, in nanoseconds per byte. */
  private double aheadNanos;

  private long sharedNanos;

  PassSearch(FilterEngine engine) {
    this.engine = engine;
    this.factors = engine.factors();
    this.found = new Found(factors);
    found.prepare(engine.passes());
    this.watch = new WindowWatch(engine);
    this.passes = watch.passes();
  }

  /** How much is to be searched in one step at most, so that what is found fits into memory. */
  int slice() {
    return slice;
  }

  /** See {@link io.fsmrun.cpu.block.BlockSession#lendStreams}. */
  void lendStreams(byte[] input, int end) {
    streams = input;
    streamsTo = end;
    searched = null;
  }

  void takeBack() {
    streams = null;
    searched = null;
  }

  /**
   * Says that what was found in the last block may have to be told in the next one, or at the end.
   */
  void leaveOpen() {
    open = true;
  }

  /**
   * Whether what was found up to a position may have to be told later.
   *
   * @param position where the last block ended
   */
  boolean isOpen(long position) {
    return open || position != upTo;
  }

  /** Saves what is known at a position: where the last block ended. */
  void save(BinaryWriter out, long position) {
    int kind = by == engine.plannedId() ? BY_PLANNED : BY_OTHERS;
    out.writeInt(isOpen(position) ? BY_NONE : kind);
    if (!isOpen(position) && kind == BY_OTHERS) {
      out.writeBits(by);
    }
  }

  /** Reads that, at the same position. */
  void restore(BinaryReader in, long position) {
    start();
    int kind = in.readInt(BY_OTHERS + 1, "how it was searched");
    upTo = kind == BY_NONE ? NOWHERE : position;
    open = false;
    by = kind == BY_OTHERS ? in.readBits() : engine.plannedId();
  }

  /** Stands before a stream. */
  // The same array, not one that holds the same now.
  @SuppressWarnings("ReferenceEquality")
  void start() {
    // What was found in the array that is lent stays true.
    if (searched != streams) {
      searched = null;
    }
    upTo = NOWHERE;
  }

  /**
   * Stands before what there is in a block.
   *
   * @param input holds it
   * @param lowest index of the first byte that a string may start at
   * @param start index of the block's first byte
   * @param end index after its last; what ends in it is found, and what ends there
   * @param origin the stream's position at index 0
   */
  void find(byte[] input, int lowest, int start, int end, long origin) {
    sharedNanos = 0;
    this.lowest = lowest;
    this.from = Math.max(lowest, start - passes.overlap());
    this.to = end;
    isAll = !isSearched(input, origin);
    if (isAll) {
      watch.begin(engine.passes());
      passes = watch.passes();
      // Other passes may begin elsewhere.
      from = Math.max(lowest, start - passes.overlap());
      int ahead = aheadTo(input, start, origin);
      isAll = ahead <= end;
      if (isAll) {
        boolean goesOn = !isOpen(origin + start) && by == passes.id();
        search(input, start, end, origin, goesOn);
      } else {
        searchAhead(input, start, ahead, origin);
      }
      first = 0;
    }
    if (!isAll) {
      sharedNanos += (long) (aheadNanos * (end - start));
      while (first < found.size() && found.place(first) < from) {
        first++;
      }
    }
    at = first - 1;
    upTo = origin + end;
    // Of what was searched together with other streams it is not known.
    open = !isAll || found.isOpen();
    by = passes.id();
  }

  // The same array, not one that holds the same now.
  @SuppressWarnings("ReferenceEquality")
  private boolean isSearched(byte[] input, long origin) {
    return input == searched
        && lowest >= searchedLowest
        && from >= searchedFrom
        && to <= searchedTo
        && (input == streams || origin == searchedOrigin);
  }

  /** Up to where a stream and those behind it are searched at once; 0 if they are not. */
  @SuppressWarnings("ReferenceEquality")
  private int aheadTo(byte[] input, int start, long origin) {
    boolean isStart = input == streams && origin + start == 0;
    return isStart ? Math.min(streamsTo, start + Math.min(slice, MOST_AHEAD)) : 0;
  }

  private void searchAhead(byte[] input, int start, int end, long origin) {
    long begin = System.nanoTime();
    search(input, start, end, origin, false);
    long nanos = System.nanoTime() - begin;
    sharedNanos = -nanos;
    aheadNanos = (double) nanos / (end - start);
  }

  /**
   * Searches.
   *
   * @param goesOn whether all was searched before the block, and no string goes on in it
   */
  private void search(byte[] input, int start, int end, long origin, boolean goesOn) {
    found.clear(watch.counts());
    for (int p = 0; p < passes.count(); p++) {
      int before = goesOn ? passes.sight(p) : passes.overlap(p);
      found.startPass(passes.rowBase(p));
      passes.pass(p).search(input, lowest, Math.max(lowest, start - before), end, found);
      found.endPass();
    }
    watch.end(input, start, end);
    searched = input;
    searchedOrigin = origin;
    searchedLowest = lowest;
    searchedFrom = goesOn ? start : from;
    searchedTo = end;
    if (start < end) {
      long most = Math.min(MOST_SLICE, 2L * slice);
      long bytes = (long) end - start;
      boolean fits = found.size() * most <= bytes * FOUND_IN_SLICE;
      slice =
          (int)
              (fits ? most : Math.clamp(bytes * FOUND_IN_SLICE / found.size(), LEAST_SLICE, most));
    }
  }

  /**
   * Goes on to the next string of the block, in order of the places of windows.
   *
   * @return false if there is none
   */
  boolean next() {
    while (++at < found.size()) {
      if (isAll) {
        return true;
      }
      if (found.place(at) >= to) {
        return false;
      }
      int start = place() - FoundEntry.offset(entry());
      if (start >= lowest && start + factors.length(FoundEntry.factor(entry())) <= to) {
        return true;
      }
    }
    return false;
  }

  /** The place of the string's window. */
  int place() {
    return found.place(at);
  }

  /** The string, and where in it its window is: see {@link FoundEntry}. */
  int entry() {
    return found.entry(at);
  }

  /**
   * What the last block's passes have cost for other blocks is taken off, and what those of others
   * have cost for it is added.
   *
   * @return nanoseconds to be added to what the block has cost
   */
  long sharedNanos() {
    return sharedNanos;
  }
}
