package io.fsmrun.cpu.choice;

import java.util.concurrent.atomic.AtomicInteger;
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

  /**
   * Before this, loops that are tried in it may still be compiled; they are tried for a small part
   * of the time.
   */
  private static final long YOUNG_NANOS = 6_000_000_000L;

  /** Code that may have been thrown away is new again for so long, so often. */
  private static final long RENEWED_NANOS = 100_000_000;

  private static final int MOST_RENEWALS = 8;

  private final LongAdder nanos = new LongAdder();
  private final AtomicInteger renewals = new AtomicInteger();

  /** Code that has not run yet. */
  public CodeAge() {}

  /** Adds time, in nanoseconds, for which the code has run. */
  void add(long nanos) {
    this.nanos.add(nanos);
  }

  /**
   * Says that the virtual machine seems to have thrown compiled code away, as it does where an
   * assumption turns out wrong.
   */
  void renew() {
    if (!isNew() && renewals.incrementAndGet() <= MOST_RENEWALS) {
      nanos.add(SETTLED_NANOS - RENEWED_NANOS - nanos.sum());
    }
  }

  /** Whether it may still become faster by being run, on any input. */
  boolean isNew() {
    return nanos.sum() < SETTLED_NANOS;
  }

  /** Whether loops that are tried in it may still be compiled. */
  boolean isYoung() {
    return nanos.sum() < YOUNG_NANOS;
  }

  /** Whether it has run for so long that most of it has been compiled. */
  boolean isCompiled() {
    return nanos.sum() >= COMPILED_NANOS;
  }
}
