package io.fsmrun.ap.engine;

import java.util.Arrays;

/**
 * Reports of a block of symbols, one {@code long} each: position in the block above, element below,
 * so that their order is that of numbers. For one thread.
 */
final class ReportBuffer {

  private long[] reports = new long[256];
  private int size;

  void add(int position, int element) {
    if (size == reports.length) {
      reports = Arrays.copyOf(reports, 2 * size);
    }
    reports[size++] = (long) position << 32 | element;
  }

  void addAll(ReportBuffer other) {
    if (size + other.size > reports.length) {
      reports = Arrays.copyOf(reports, Math.max(2 * reports.length, size + other.size));
    }
    System.arraycopy(other.reports, 0, reports, size, other.size);
    size += other.size;
  }

  int size() {
    return size;
  }

  /**
   * Hands the reports over in order, each once, and forgets them.
   *
   * @param base the symbol at which the block begins
   * @param sink takes them
   */
  void drain(long base, NetworkReportSink sink) {
    int count = size;
    size = 0;
    sort(count);
    for (int i = 0; i < count; i++) {
      if (i == 0 || reports[i] != reports[i - 1]) {
        sink.report((int) reports[i], base + (reports[i] >>> 32));
      }
    }
  }

  private void sort(int count) {
    for (int i = 1; i < count; i++) {
      if (reports[i - 1] > reports[i]) {
        Arrays.sort(reports, 0, count);
        return;
      }
    }
  }

  void clear() {
    size = 0;
  }
}
