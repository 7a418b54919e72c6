package io.fsmrun.cpu.filter;

import io.fsmrun.core.symbol.SymbolSet;

/**
 * Where bytes outside a set lie in a block, for all counted tails of that set: the last one is
 * looked for once. Mutable, for one thread.
 */
final class SetBreaks {

  /** No byte is outside. */
  static final long NOWHERE = Long.MIN_VALUE;

  private final GapScanner scanner;

  /** Null between blocks. */
  private byte[] input;

  private long origin;
  private long last;

  SetBreaks(SymbolSet set) {
    this.scanner = new GapScanner(set);
  }

  /**
   * Goes to a block, if it is at none.
   *
   * @param from index of the first byte
   * @param to index after the last
   * @param start the stream's position at index 0
   */
  void read(byte[] bytes, int from, int to, long start) {
    if (input == null) {
      input = bytes;
      origin = start;
      last = behind(from, to);
    }
  }

  /** Lets go of the block. */
  void forget() {
    input = null;
  }

  /** The end of the last byte outside in the block. */
  long last() {
    return last;
  }

  /** The end of the last byte outside between two positions of the block. */
  long before(long to, long from) {
    if (last <= to) {
      return last > from ? last : NOWHERE;
    }
    return from >= to ? NOWHERE : behind((int) (from - origin), (int) (to - origin));
  }

  private long behind(int from, int to) {
    int at = scanner.lastOutside(input, from, to);
    return at < 0 ? NOWHERE : origin + at + 1;
  }

  /** Whether the byte behind a position is in the set. */
  boolean goesOn(long position) {
    return scanner.allows(input[(int) (position - origin)]);
  }
}
