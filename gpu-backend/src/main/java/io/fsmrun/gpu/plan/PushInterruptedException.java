package io.fsmrun.gpu.plan;

/** An interrupt on its way through a scanner, out of a sink that waited. */
final class PushInterruptedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient InterruptedException interrupt;

  PushInterruptedException(InterruptedException interrupt) {
    super("interrupted", null, false, false);
    this.interrupt = interrupt;
  }

  /** What it stands for. */
  InterruptedException interrupt() {
    return interrupt;
  }
}
