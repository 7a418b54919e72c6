package io.fsmrun.core.engine;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds the number of reports held in memory at once, over all threads of a run. */
public final class ReportBudget {

  private final long limit;
  private final AtomicLong taken = new AtomicLong();

  /**
   * A budget.
   *
   * @param limit the most reports
   */
  public ReportBudget(long limit) {
    this.limit = limit;
  }

  /**
   * A budget that never runs out.
   *
   * @return a fresh budget
   */
  public static ReportBudget unlimited() {
    return new ReportBudget(Long.MAX_VALUE);
  }

  void take(int reports) {
    long now = taken.addAndGet(reports);
    if (now > limit) {
      throw new ReportOverflowException(limit);
    }
  }
}
