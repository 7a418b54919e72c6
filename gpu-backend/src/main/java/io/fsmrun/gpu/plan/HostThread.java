package io.fsmrun.gpu.plan;

/** A thread that looks for reports of the host's rules, as long as somebody wants them. */
final class HostThread implements AutoCloseable {

  private final Thread thread;

  /** What the thread does. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }

  /**
   * Starts it.
   *
   * @param work what it does, until it is done or interrupted; handles all else that goes wrong
   */
  HostThread(Work work) {
    thread = Thread.ofPlatform().daemon().name("host rules").start(() -> run(work));
  }

  private static void run(Work work) {
    try {
      work.run();
    } catch (InterruptedException | StoppedException e) {
      // The scan has ended before its input.
    }
  }

  /** Tells it to end. */
  void stop() {
    thread.interrupt();
  }

  /** Ends it, and waits until it has left the input. */
  @Override
  public void close() {
    stop();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The end of a scan that nobody wants, told through a sink. */
  static final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StoppedException() {
      super("stopped", null, false, false);
    }
  }
}
