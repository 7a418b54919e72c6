package io.fsmrun.scan;

/**
 * How long blocks are, so that the reports of one fit into memory. A stream begins with a short
 * block; each next one is twice as long, up to a limit. A block with more than 1,048,576 reports
 * makes those after it as much shorter as brings so many; only after a long stretch with few
 * reports they may be twice as long again. What a block brings is known when it is scanned, not
 * before: where an input of few reports turns into one of many, a block still has the length that
 * suited the former.
 *
 * <p>Reports are not merely counted at the end: they make memory while a block is scanned, so they
 * count before repetitions are dropped. Mutable, for one thread; what is known outlives streams,
 * since inputs of one kind often follow each other.
 */
final class BlockLengths {

  /** The first block is short, so that a handler that stops early stops soon. */
  private static final int FIRST = 1 << 10;

  /** What remains of a block where every rule reports at every byte, often more than once. */
  private static final int LEAST = 1 << 6;

  private static final int LEAST_LARGEST = 1 << 12;
  private static final int LARGEST = 1 << 16;

  /** Every rule may report at every byte: so many reports, of eight bytes, may be held. */
  private static final int LARGEST_REPORTS = 1 << 26;

  /** The same for a first block, of which nothing is known. */
  private static final int FIRST_REPORTS = 1 << 22;

  /** So many are meant to be in a block: few blocks of real input have as many. */
  static final int WANTED_REPORTS = 1 << 20;

  /** After so many blocks' bytes with few reports blocks become longer. */
  private static final int CALM_BLOCKS = 16;

  private final int first;
  private final int largest;

  /** The limit at present. */
  private int longest;

  private int next;

  /** Bytes since a block had many reports, or since the limit was raised. */
  private long calmBytes;

  /**
   * Lengths for an input of which nothing is known.
   *
   * @param rules how many rules may report at a place
   */
  BlockLengths(int rules) {
    int count = Math.max(1, rules);
    first = Math.clamp(FIRST_REPORTS / count, LEAST, FIRST);
    largest = Math.clamp(LARGEST_REPORTS / count, LEAST_LARGEST, LARGEST);
    longest = largest;
    start();
  }

  /** A stream begins. */
  void start() {
    next = Math.min(first, longest);
  }

  /** The most bytes that the next block may have. */
  int next() {
    return next;
  }

  /**
   * How many bytes the next block has.
   *
   * @param left as many there are, at least 1; where they make no more than one and the next, they
   *     are one block, since a short one costs more a byte
   */
  int next(int left) {
    return left <= Math.min(2L * next, longest) ? left : Math.min(next, left);
  }

  /** The most bytes that any block may have, which does not change. */
  int largest() {
    return largest;
  }

  /** The most bytes that a block may have now, unless a stream has just begun. */
  int longest() {
    return longest;
  }

  /**
   * A block was scanned.
   *
   * @param bytes its length
   * @param reports what it brought, repetitions counted
   */
  void scanned(int bytes, int reports) {
    if (reports > WANTED_REPORTS) {
      longest = Math.clamp((long) bytes * WANTED_REPORTS / reports, LEAST, longest);
      calmBytes = 0;
    } else if (longest < largest) {
      recover(bytes, reports);
    }
    next = Math.min(longest, 2 * next);
  }

  /** Raises the limit again if blocks of twice that length would not have brought too much. */
  private void recover(int bytes, int reports) {
    boolean calm = 2L * longest * reports <= (long) bytes * WANTED_REPORTS;
    calmBytes = calm ? calmBytes + bytes : 0;
    if (calmBytes >= (long) CALM_BLOCKS * longest) {
      longest = Math.min(largest, 2 * longest);
      calmBytes = 0;
    }
  }
}
