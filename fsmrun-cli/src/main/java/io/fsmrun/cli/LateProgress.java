package io.fsmrun.cli;

import java.util.concurrent.atomic.AtomicReference;

/** A phase that is shown once it has lasted a while. Any thread may call it. */
final class LateProgress implements Progress.Phase {

  private static final long WAIT_NANOS = 2_000_000_000L;

  private final String task;
  private final String unit;
  private final long total;
  private final long start = System.nanoTime();
  private final AtomicReference<Progress.Phase> shown = new AtomicReference<>();

  LateProgress(String task, String unit, long total) {
    this.task = task;
    this.unit = unit;
    this.total = total;
  }

  @Override
  public void to(long done) {
    Progress.Phase phase = due();
    if (phase != null) {
      phase.to(done);
    }
  }

  @Override
  public void says(String what) {
    Progress.Phase phase = due();
    if (phase != null) {
      phase.says(what);
    }
  }

  /** What is shown, or null if it is too soon. */
  private Progress.Phase due() {
    Progress.Phase phase = shown.get();
    return phase == null && System.nanoTime() - start > WAIT_NANOS ? show() : phase;
  }

  private synchronized Progress.Phase show() {
    if (shown.get() == null) {
      shown.set(Progress.bar(task, unit, total));
    }
    return shown.get();
  }

  @Override
  public void close() {
    Progress.Phase phase = shown.get();
    if (phase != null) {
      phase.close();
    }
  }
}
