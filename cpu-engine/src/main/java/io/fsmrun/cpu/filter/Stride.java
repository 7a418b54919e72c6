package io.fsmrun.cpu.filter;

/**
 * At which places a pass looks for windows, counted from the first one. The fewer they are, the
 * more windows of a string it has to know, one of which lies at such a place wherever the string
 * is; so strings must be longer. Two places side by side are looked at by one look-up ({@link
 * PairedHashes}).
 *
 * <pre>
 *                 places              windows of a string, from the first one on
 *   EVERY         0 1 2 3 4 5 6 7     0
 *   SECOND        0   2   4   6       0 1
 *   THIRD         0     3     6       0 1 2
 *   TWO_OF_FOUR   0 1     4 5         0   2
 *   FOURTH        0       4           0 1 2 3
 * </pre>
 */
enum Stride {
  EVERY(1, 1),
  SECOND(2, 1),
  THIRD(3, 1),
  TWO_OF_FOUR(2, 2),
  FOURTH(4, 1);

  /** How many windows of a string are looked for. */
  final int windows;

  /** How far they are apart, and how many places side by side are looked at. */
  final int adjacent;

  Stride(int windows, int adjacent) {
    this.windows = windows;
    this.adjacent = adjacent;
  }

  /** How far the last of a string's windows is behind the first. */
  int reach() {
    return (windows - 1) * adjacent;
  }

  /** How far the window with a number is behind the first. */
  int offset(int window) {
    return window * adjacent;
  }

  /**
   * How far the next place that is looked at is behind one that is.
   *
   * @param distance how far that one is behind the first place
   */
  int toNext(int distance) {
    return distance % adjacent < adjacent - 1 ? 1 : (windows - 1) * adjacent + 1;
  }

  /** How many places a bit of a word stands for, so that it has one for each that is looked at. */
  int step() {
    return adjacent == 1 ? windows : 1;
  }

  /** Bytes whose places a word of bits stands for. */
  int wordBytes() {
    return Long.SIZE * step();
  }

  /** The number by which it is stored. */
  int code() {
    return this == TWO_OF_FOUR ? windows * adjacent + 1 : windows;
  }

  /**
   * The one that is stored by a number.
   *
   * @param code from 1 to their number
   */
  static Stride ofCode(int code) {
    for (Stride stride : values()) {
      if (stride.code() == code) {
        return stride;
      }
    }
    throw new IllegalArgumentException("no stride " + code);
  }
}
