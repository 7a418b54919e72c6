package io.fsmrun.cpu.filter;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.SetRunner;
import it.unimi.dsi.fastutil.bytes.ByteArrays;

/**
 * Tells whether a head ends where a piece needs it to, by reading backwards from the piece. That
 * costs what lies between the two, mostly a few bytes. Over a stream, no more bytes are read so
 * than are scanned; beyond that it does not tell, so time stays linear. Mutable, for one thread.
 */
final class HeadLookBack {

  /** What is told. */
  enum Answer {
    YES,
    NO,
    /** Not without running the heads forwards. */
    UNKNOWN
  }

  private static final int FIRST_BYTES = 16;
  private static final int MOST_BYTES = 256;

  /** Bytes that may be read backwards at first, and at the most after many that were not. */
  private static final long LEAST_BUDGET = 1 << 12;

  private static final long MOST_BUDGET = 1 << 16;

  private final ReversedHeads heads;
  private final SetRunner runner;
  private final ReportBuffer found = new ReportBuffer();
  private final byte[] reversed = new byte[MOST_BYTES];
  private byte[] input = ByteArrays.EMPTY_ARRAY;
  private int lowest;
  private long origin;
  private long budget = LEAST_BUDGET;
  private int askedHead = -1;
  private int askedAt;
  private Answer answer = Answer.UNKNOWN;

  HeadLookBack(ReversedHeads heads) {
    this.heads = heads;
    this.runner = new SetRunner(heads.automaton(), LazyOptions.defaults().withLanes(false));
  }

  /**
   * Says where the bytes of a block are.
   *
   * @param bytes an array
   * @param first index of the first byte in it that may be read
   * @param start the stream's position at its index 0
   * @param count bytes of the block
   */
  void read(byte[] bytes, int first, long start, int count) {
    input = bytes;
    lowest = first;
    origin = start;
    budget = Math.min(MOST_BUDGET, budget + count);
    askedHead = -1;
  }

  /** Lets go of the bytes of the last block. */
  void forget() {
    input = ByteArrays.EMPTY_ARRAY;
  }

  /** Whether there is a chance of an answer other than that it is not known. */
  boolean knows(int head) {
    return heads.has(head) && budget > 0;
  }

  /**
   * Whether a head ends before a place, with its gap in between.
   *
   * @param position where the piece starts
   */
  Answer ask(int head, long position) {
    int index = (int) (position - origin);
    if (head != askedHead || index != askedAt) {
      answer = look(head, index);
      askedHead = head;
      askedAt = index;
    }
    return answer;
  }

  private Answer look(int head, int index) {
    if (!knows(head)) {
      return Answer.UNKNOWN;
    }
    runner.clear();
    runner.inject(heads.group(head));
    int at = index;
    for (int most = FIRST_BYTES; budget > 0; most = Math.min(MOST_BYTES, 2 * most)) {
      int count = Math.min(most, at - lowest);
      for (int i = 0; i < count; i++) {
        reversed[i] = input[at - 1 - i];
      }
      found.startBlock(0);
      int end = runner.run(reversed, 0, count, 0, found);
      budget -= end + 1;
      if (found.size() > 0) {
        return Answer.YES;
      }
      if (runner.isEmpty()) {
        return Answer.NO;
      }
      at -= count;
      if (at == lowest) {
        return origin + lowest == 0 ? atStart() : Answer.UNKNOWN;
      }
    }
    return Answer.UNKNOWN;
  }

  /** What is told where all of the stream was read. */
  private Answer atStart() {
    runner.finish(0, found);
    return found.size() > 0 ? Answer.YES : Answer.NO;
  }
}
