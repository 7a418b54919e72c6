package io.fsmrun.cpu.filter;

import io.fsmrun.core.binary.BinaryReader;
import io.fsmrun.core.binary.BinaryWriter;
import io.fsmrun.core.symbol.SymbolSet;
import io.fsmrun.cpu.block.ReportBuffer;
import java.util.Arrays;

/**
 * Where in a stream one counted tail has begun, as far as it matters. O(1) for each place where it
 * begins and each report, and a look at each byte of the blocks in which it may end, at the most.
 * Mutable, for one thread.
 */
final class TailCount {

  private static final int INITIAL = 4;

  private final CountedTail tail;
  private final SetBreaks breaks;
  private final boolean[] mayPrecede = new boolean[SymbolSet.ALPHABET_SIZE];
  private final boolean endless;

  /** Positions; those of the blocks before are in order, and no byte since is outside the set. */
  private long[] begins = new long[INITIAL];

  private int count;
  private boolean inOrder = true;

  /**
   * Has not begun anywhere.
   *
   * @param breaks of the tail's set
   */
  TailCount(CountedTail tail, SetBreaks breaks) {
    this.tail = tail;
    this.breaks = breaks;
    this.endless = tail.most() == CountedTail.UNBOUNDED;
    tail.first().forEach(symbol -> mayPrecede[symbol] = true);
  }

  boolean isEmpty() {
    return count == 0;
  }

  void clear() {
    count = 0;
    inOrder = true;
  }

  int count() {
    return count;
  }

  /** A place where it has begun, in order, after {@link #run} or as it was put. */
  long begin(int index) {
    return begins[index];
  }

  /** Whether it may begin behind a byte. */
  boolean mayFollow(byte symbol) {
    return mayPrecede[symbol & 0xff];
  }

  /** Begins at a position. */
  void add(long position) {
    if (count > 0 && begins[count - 1] >= position) {
      if (begins[count - 1] == position) {
        return;
      }
      inOrder = false;
    }
    if (count == begins.length) {
      begins = Arrays.copyOf(begins, 2 * count);
    }
    begins[count++] = position;
  }

  /** Puts what was added in order. */
  void order() {
    if (!inOrder) {
      Arrays.sort(begins, 0, count);
      inOrder = true;
    }
  }

  /**
   * Goes over a block; what it begins in it, or began before it, is kept as far as it matters.
   *
   * @param from index of the first byte
   * @param to index after the last
   * @param origin the stream's position at index 0
   * @param rule the one to report
   * @param out takes what ends in the block
   */
  void run(byte[] input, int from, int to, long origin, int rule, ReportBuffer out) {
    order();
    breaks.read(input, from, to, origin);
    long start = origin + from;
    long end = origin + to;
    // Up to where it was looked, the end of the last byte outside before that, and what was told.
    long seen = start;
    long broken = SetBreaks.NOWHERE;
    long told = start;
    for (int i = 0; i < count; i++) {
      long begin = begins[i];
      long at = Math.max(begin + tail.least(), told + 1);
      long last = endless ? end : Math.min(end, begin + tail.most());
      if (at > end) {
        break;
      }
      if (at > last) {
        continue;
      }
      if (at > seen) {
        broken = Math.max(broken, breaks.before(at, seen));
        seen = at;
      }
      if (begin < broken) {
        continue;
      }
      out.add(rule, at);
      while (at < last && breaks.goesOn(at)) {
        out.add(rule, ++at);
      }
      told = at;
      seen = Math.max(seen, at);
      if (at < last) {
        broken = at + 1;
        seen = at + 1;
      }
    }
    keep(Math.max(broken, breaks.last()), end);
  }

  /** Of those without an end the first one says it all. */
  private void keep(long broken, long end) {
    int kept = 0;
    for (int i = 0; i < count && !(endless && kept == 1); i++) {
      long begin = begins[i];
      boolean again = kept > 0 && begins[kept - 1] == begin;
      if (begin >= broken && !again && (endless || begin + tail.most() > end)) {
        begins[kept++] = begin;
      }
    }
    if (endless && kept == 1) {
      // How far back it lies does not matter any more; so equal states are equal when saved.
      begins[0] = Math.max(begins[0], end - tail.states() + 1);
    }
    count = kept;
  }

  /**
   * Forgets places that do not matter, of those that were added.
   *
   * @param position where the stream is; no byte since any of them is outside the set
   */
  void settle(long position) {
    order();
    keep(SetBreaks.NOWHERE, position);
  }

  void save(BinaryWriter out, long position) {
    out.writeInt(count - 1);
    long later = position;
    for (int i = count - 1; i >= 0; i--) {
      out.writeLong(later - begins[i]);
      later = begins[i];
    }
  }

  /** Goes on with what was saved, here or elsewhere. */
  void restore(BinaryReader in, long position) {
    int more = in.readInt(tail.states(), "places where a tail has begun");
    if (more >= in.remaining()) {
      throw in.damaged("a tail has begun at " + more + " more places, which are not there");
    }
    long distance = 0;
    count = more + 1;
    begins = new long[Math.max(INITIAL, count)];
    for (int i = more; i >= 0; i--) {
      distance += in.readInt(tail.states(), "bytes since a tail has begun");
      if (distance >= tail.states() || i < more && begins[i + 1] == position - distance) {
        throw in.damaged("a tail that has begun " + distance + " bytes ago");
      }
      begins[i] = position - distance;
    }
    inOrder = true;
  }
}
