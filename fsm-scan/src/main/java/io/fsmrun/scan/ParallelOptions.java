package io.fsmrun.scan;

/**
 * How one input is scanned on several threads. Reports do not depend on it.
 *
 * <p>Up to {@code 4 * threads} segments are in memory. Each has at most two million reports that
 * wait, of 4 bytes, or 12 for rules with starts, besides those of one block; and its bytes, for
 * inputs that are not arrays. Each thread has the caches of a {@link Scanner}. Memory for reports
 * is kept from scan to scan.
 *
 * @param threads threads that scan, the calling one included, from 1
 * @param segmentBytes the most bytes that a thread takes at once, for inputs that are not arrays up
 *     to 1 MiB; long segments waste less when a guess is wrong for a while, short ones keep all
 *     threads busy until the end
 * @param lookBackBytes how many bytes before a segment a thread scans at most to guess the state in
 *     which the segment begins, from 0; fewer where that is enough
 * @param checkpointBytes after so many bytes of a segment a wrong guess is compared with the truth
 *     again; then after as many again as it was by then, and so on; at the ends of short segments
 *     only, while guesses are right; at most {@code segmentBytes}
 */
public record ParallelOptions(
    int threads, int segmentBytes, int lookBackBytes, int checkpointBytes) {

  private static final int MOST_THREADS = 1 << 10;
  private static final int MOST_BYTES = 1 << 28;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public ParallelOptions {
    check("threads", threads, 1, MOST_THREADS);
    check("segmentBytes", segmentBytes, 1, MOST_BYTES);
    check("lookBackBytes", lookBackBytes, 0, MOST_BYTES);
    check("checkpointBytes", checkpointBytes, 1, segmentBytes);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", not from " + least + " to " + most);
    }
  }

  /**
   * Segments of 4 MiB, 8 KiB of look-back, checkpoints after 128, 256, 512 KiB and so on.
   *
   * @param threads threads that scan, the calling one included, from 1
   * @return the options
   */
  public static ParallelOptions of(int threads) {
    return new ParallelOptions(threads, 1 << 22, 1 << 13, 1 << 17);
  }
}
