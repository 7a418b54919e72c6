package io.fsmrun.ap.engine;

import java.util.concurrent.atomic.AtomicLong;

/** How much the units of one session may remember together. Shared by its threads. */
final class MemoBudget {

  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();

  MemoBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Counts bytes that are used from now on; fewer than none are given back. */
  void take(long bytes) {
    usedBytes.addAndGet(bytes);
  }

  long usedBytes() {
    return usedBytes.get();
  }

  /**
   * Whether a unit should forget what it remembers before it takes more: all is used up, and it has
   * a share worth forgetting.
   */
  boolean isSpent(long ownBytes) {
    return usedBytes.get() > limitBytes && ownBytes > 1 << 12;
  }
}
