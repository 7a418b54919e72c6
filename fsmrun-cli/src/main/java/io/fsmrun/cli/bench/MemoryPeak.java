package io.fsmrun.cli.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;

/** The most memory of Java's heap that was in use at once, garbage included. */
public final class MemoryPeak {

  private static final List<MemoryPoolMXBean> POOLS =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();

  private MemoryPeak() {}

  /** Begins to watch. */
  public static void reset() {
    POOLS.forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /**
   * The peak since {@link #reset}, summed over the parts of the heap, so rather too high.
   *
   * @return bytes
   */
  public static long bytes() {
    return POOLS.stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
  }
}
