package io.fsmrun.bench.lanes;

import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.lazy.LazyOptions;
import io.fsmrun.cpu.lazy.PartRunner;
import io.fsmrun.cpu.lazy.SetAutomaton;
import io.fsmrun.cpu.lazy.SetRunner;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Runs an input in two halves on two threads. The second one starts from what all starts have in
 * common, and is completed when the first is done. For one thread.
 */
final class Halves {

  /** A multiple of the pieces in which parts are run. */
  private static final int BLOCK = 1 << 16;

  private static final int LOOK_BACK = 1 << 12;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final PartRunner first;
  private final PartRunner second;
  private final ReportBuffer firstReports = new ReportBuffer();
  private final ReportBuffer secondReports = new ReportBuffer();
  private final SetRunner outer;
  private final int[] start;
  private long firstNanos;
  private long secondNanos;
  private long completingNanos;
  private long completedBytes;
  private boolean collecting;
  private long[] collected = new long[1 << 10];
  private int collectedCount;

  Halves(SetAutomaton union, LazyOptions options) {
    this.first = new PartRunner(union, options);
    this.second = new PartRunner(union, options);
    this.outer = new SetRunner(union, options);
    this.start = outer.states();
  }

  /** Processor time of the longer of both threads, and of what was done after them. */
  long nanos() {
    return Math.max(firstNanos, secondNanos) + completingNanos;
  }

  /** How much of the second half was gone over again. */
  long completedBytes() {
    return completedBytes;
  }

  void run(byte[] input) throws InterruptedException {
    int middle = input.length / 2 / BLOCK * BLOCK;
    Thread other =
        new Thread(
            () -> {
              long begin = threads.getCurrentThreadCpuTime();
              second.begin(input, middle - LOOK_BACK, middle, middle, start);
              go(second, input, middle, input.length, secondReports);
              secondNanos = threads.getCurrentThreadCpuTime() - begin;
            },
            "second half");
    collectedCount = 0;
    other.start();
    long begin = threads.getCurrentThreadCpuTime();
    first.beginKnown(0, start);
    go(first, input, 0, middle, firstReports);
    firstNanos = threads.getCurrentThreadCpuTime() - begin;
    other.join();
    begin = threads.getCurrentThreadCpuTime();
    boolean more = second.completeFrom(first.end());
    int at = middle;
    for (; more && at < input.length; at += BLOCK) {
      int end = Math.min(input.length, at + BLOCK);
      firstReports.startBlock(at);
      more = second.complete(input, at, end, at, firstReports);
      firstReports.sort();
      collect(firstReports);
    }
    completedBytes = (long) at - middle;
    completingNanos = threads.getCurrentThreadCpuTime() - begin;
  }

  private void go(PartRunner part, byte[] input, int from, int to, ReportBuffer reports) {
    for (int at = from; at < to; at += BLOCK) {
      reports.startBlock(at);
      part.run(input, at, Math.min(to, at + BLOCK), at, reports);
      reports.sort();
      collect(reports);
    }
  }

  private synchronized void collect(ReportBuffer reports) {
    if (!collecting) {
      return;
    }
    for (int i = 0; i < reports.size(); i++) {
      if (collectedCount == collected.length) {
        collected = Arrays.copyOf(collected, 2 * collectedCount);
      }
      collected[collectedCount++] = reports.end(i) << Integer.SIZE | reports.rule(i);
    }
  }

  /**
   * Whether the halves find what one run does, apart from what waits for the input's end.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  boolean findTheSame(byte[] input) throws InterruptedException {
    collecting = true;
    run(input);
    long[] found = distinct();
    collectedCount = 0;
    outer.start();
    for (int at = 0; at < input.length; at += BLOCK) {
      int end = Math.min(input.length, at + BLOCK);
      firstReports.startBlock(at);
      outer.run(input, at, end, at, firstReports);
      firstReports.sort();
      collect(firstReports);
    }
    collecting = false;
    return Arrays.equals(found, distinct()) && Arrays.equals(outer.states(), second.end());
  }

  private long[] distinct() {
    long[] sorted = Arrays.copyOf(collected, collectedCount);
    Arrays.sort(sorted);
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[kept++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, kept);
  }
}
