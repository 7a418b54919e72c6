package io.fsmrun.cli.scan;

import java.util.function.IntFunction;

/**
 * A GPU that may take over a search that the CPU has begun. Asked between files, and between pieces
 * of those that are searched by themselves, by the thread that hands them out.
 */
public interface Takeover {

  /**
   * Where the search is.
   *
   * @param fileBytes bytes of files that were searched
   * @param pipeBytes the same of what has no length
   * @param againBytes bytes of these that a GPU would search again, since it takes over the input
   *     at hand from its start
   * @param isPipe whether that input has no length
   * @param waitNanos how long all the search has waited for input that did not come
   */
  record Seen(long fileBytes, long pipeBytes, long againBytes, boolean isPipe, long waitNanos) {

    /**
     * Bytes of all that was searched.
     *
     * @return 0 or more
     */
    public long bytes() {
      return fileBytes + pipeBytes;
    }
  }

  /**
   * So much of the beginning of a pipe is kept, since the GPU begins there.
   *
   * @return bytes; at them it is asked for the last time
   */
  long keptBytes();

  /**
   * Asks.
   *
   * @param seen what was done so far
   * @param beginning gives some bytes of the input at hand, at most as many as it is asked for; of
   *     none between files
   * @param last whether it is asked for the last time on this input
   * @return the search that takes over; null if the CPU goes on
   * @throws InterruptedException if the thread is interrupted while it waits for a device
   */
  GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last) throws InterruptedException;

  /**
   * Whether there is no need to ask any more.
   *
   * @return true if the CPU has the rest, or the GPU
   */
  boolean isOver();

  /**
   * A clock.
   *
   * @return nanoseconds since any moment
   */
  long nanoTime();
}
