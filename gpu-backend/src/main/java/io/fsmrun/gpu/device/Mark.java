package io.fsmrun.gpu.device;

/** A place in a queue, for waiting and for times. */
public interface Mark extends AutoCloseable {

  /** Waits until the queue that recorded this came here. */
  void await();

  /**
   * The time between two marks of one device, both of which were reached.
   *
   * @param earlier the other mark
   * @return milliseconds
   */
  double millisSince(Mark earlier);

  /** Gives the mark back. Idempotent. */
  @Override
  void close();
}
