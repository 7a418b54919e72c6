package io.fsmrun.cpu.filter;

/**
 * A factor and where in its string the window is by which it is searched for, in one number.
 *
 * <pre>
 *   31              10 9             0
 *   factor              offset
 * </pre>
 */
final class FoundEntry {

  private static final int OFFSET_BITS = 10;

  private FoundEntry() {}

  /**
   * Packs.
   *
   * @throws IllegalArgumentException if there are too many factors, or the string is too long
   */
  static int of(int factor, int offset) {
    if (factor >>> Integer.SIZE - OFFSET_BITS - 1 != 0 || offset >>> OFFSET_BITS != 0) {
      throw new IllegalArgumentException("too many strings: " + factor + ", " + offset);
    }
    return factor << OFFSET_BITS | offset;
  }

  static int factor(int entry) {
    return entry >>> OFFSET_BITS;
  }

  static int offset(int entry) {
    return entry & (1 << OFFSET_BITS) - 1;
  }
}
