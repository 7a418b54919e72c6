package io.fsmrun.cpu.choice;

import java.util.concurrent.atomic.LongAdder;

/**
 * How long some code has run in this virtual machine, whatever the engine: code that is not
 * compiled yet is slow on all inputs, so what the clock says of it then tells little. For many
 * threads.
 */
public final class CodeAge {

  /** Code that has run so long is mostly compiled. */
  private static final long COMPILED_NANOS = 100_000_000;

  /** Before this, parts of it may still be interpreted. */
  private static final long SETTLED_NANOS = 1_000_000_000;

  private final LongAdder nanos = new LongAdder();

  /** Code that has not run yet. */
  public CodeAge() {}

  /** Adds time, in nanoseconds, for which the code has run. */
  void add(long nanos) {
    this.nanos.add(nanos);
  }

  /** Whether it may still become faster by being run, on any input. */
  boolean isNew() {
    return nanos.sum() < SETTLED_NANOS;
  }

  /** Whether it has run for so long that most of it has been compiled. */
  boolean isCompiled() {
    return nanos.sum() >= COMPILED_NANOS;
  }
}
