package io.fsmrun.cli.scan;

import java.util.function.IntFunction;

/**
 * A GPU that may take over an input of no known length, which the CPU has begun to search. Asked
 * between pieces of input by the thread that searches.
 */
public interface Takeover {

  /**
   * What the CPU has done.
   *
   * @param bytes bytes of input searched
   * @param scanNanos how long that took
   * @param waitNanos how long the input took to come
   */
  record Seen(long bytes, long scanNanos, long waitNanos) {}

  /**
   * So much of the beginning is kept, since the GPU begins there.
   *
   * @return bytes; at them it is asked for the last time
   */
  long keptBytes();

  /**
   * Asks.
   *
   * @param seen what was done so far
   * @param beginning gives some bytes of the beginning, at most as many as it is asked for
   * @param last whether it is asked for the last time
   * @return the search that takes over; null if the CPU goes on
   * @throws InterruptedException if the thread is interrupted while it waits for a device
   */
  GpuSearch ask(Seen seen, IntFunction<byte[]> beginning, boolean last) throws InterruptedException;

  /**
   * Whether there is no need to ask any more.
   *
   * @return true if the CPU has the rest
   */
  boolean isOver();

  /**
   * A clock.
   *
   * @return nanoseconds since any moment
   */
  long nanoTime();
}
