package io.fsmrun.gpu.device;

/** What is done with several queues. */
public final class Queues {

  private Queues() {}

  /**
   * Waits until queues have no work left, after something failed: memory that their work uses is
   * free from then on. A device that is lost does no more work, and its failure is not thrown
   * again.
   *
   * @param queues the queues
   */
  public static void quiesce(Queue... queues) {
    for (Queue queue : queues) {
      try {
        queue.synchronize();
      } catch (DeviceException lost) {
        // What failed first is on its way to the caller.
      }
    }
  }
}
