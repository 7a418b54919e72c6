package io.fsmrun.scan;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What a thread has allocated. */
final class Allocation {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocation() {}

  /** Bytes since the thread that asks was started. */
  static long bytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
