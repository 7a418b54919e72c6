package io.fsmrun.cpu.shift;

/**
 * The loop over bytes, for some words at a time. In a byte's step
 *
 * <pre>{@code
 * next  = (active << 1 | active & repeated | start) & taking
 * full  = next | last
 * next |= optional & ~((full - entry) ^ full)
 * }</pre>
 *
 * <p>The subtraction changes, of a run of optional elements with the one before it, all bits up to
 * the lowest that is active; those above it are the ones that are reached by leaving others out.
 */
abstract sealed class ShiftKernel permits ScalarShiftKernel, VectorShiftKernel {

  final ShiftLayout layout;

  /** Words at a time. */
  final int lanes;

  /** By group, then class, then word. */
  final long[] taking;

  final int[] rowOffsets;

  ShiftKernel(ShiftLayout layout, int lanes) {
    this.layout = layout;
    this.lanes = lanes;
    this.taking = layout.rows(lanes);
    this.rowOffsets = layout.rowOffsets(lanes);
  }

  /** How many times as many words hold all elements. */
  final int groups() {
    return (layout.filled + lanes - 1) / lanes;
  }

  /**
   * Steps over bytes with the words of a group.
   *
   * @param group which words
   * @param from index of the first byte
   * @param to index after the last, {@link ShiftHits#PIECE} bytes later at most
   * @param active the elements that are active, in all words; changed
   * @param hits takes the places where chains end, in place of those that it has; O(bytes)
   */
  abstract void run(int group, byte[] input, int from, int to, long[] active, ShiftHits hits);
}
