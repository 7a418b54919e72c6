package io.fsmrun.cli.scan;

import java.util.function.IntFunction;

/**
 * A GPU that may take over a search that the CPU has begun. Asked between files, and between pieces
 * of those that are searched by themselves, by the thread that hands them out; {@link #arrived},
 * {@link #ended} and {@link #nanoTime} are called by others too.
 */
public interface Takeover {

  /**
   * Where the search is.
   *
   * @param fileBytes bytes of files that were searched
   * @param pipeBytes the same of what has no length
   * @param againBytes bytes of these that a GPU would search again, since it takes over the input
   *     at hand from its start
   * @param pipe how that input comes, if it has no length; else null
   * @param waitNanos how long all the search has waited for input that did not come
   */
  record Seen(long fileBytes, long pipeBytes, long againBytes, Pipe pipe, long waitNanos) {

    /**
     * Whether the input at hand has no length.
     *
     * @return true for a pipe
     */
    public boolean isPipe() {
      return pipe != null;
    }

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
   * How an input without a length comes.
   *
   * @param aheadBytes what has come and was not searched
   * @param ended whether no more comes
   * @param silentNanos how long nothing has come; 0 if it has ended, or is not read for want of
   *     room
   */
  record Pipe(long aheadBytes, boolean ended, long silentNanos) {}

  /**
   * Hears that more of a pipe has come, searched or not. Called by the thread that reads it.
   *
   * @param bytes all that has come
   * @param beginning gives some of it, at most as many bytes as it is asked for
   * @return whether to tell when there is more
   */
  boolean arrived(long bytes, IntFunction<byte[]> beginning);

  /**
   * Hears that no more of a pipe comes. Called by the thread that reads it.
   *
   * @param bytes all that has come
   * @param beginning gives some of it, at most as many bytes as it is asked for
   */
  default void ended(long bytes, IntFunction<byte[]> beginning) {}

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
