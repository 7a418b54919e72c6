package io.fsmrun.cli;

import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far long work has come, on standard error, and only if that is a terminal. */
interface Progress {

  /** The system property by which the launcher says whether standard error is a terminal. */
  String TERMINAL_PROPERTY = "fsmrun.terminal";

  /** The system property by which it says the same of standard output. */
  String OUTPUT_PROPERTY = "fsmrun.output-terminal";

  /** Shows nothing. */
  Progress NONE = (task, unit, total) -> done -> {};

  /** One piece of work. Any thread may call it. */
  interface Phase extends AutoCloseable {

    /** So much is done. */
    void to(long done);

    /** What is being done now, a few words. */
    default void says(String what) {}

    @Override
    default void close() {}
  }

  /**
   * Starts a piece of work.
   *
   * @param task what is done, a word
   * @param unit what is counted
   * @param total how much there is to do; below 0 if nobody knows
   */
  Phase start(String task, String unit, long total);

  /** Bars if standard error is a terminal, else nothing. */
  static Progress onTerminal() {
    return Boolean.getBoolean(TERMINAL_PROPERTY) ? Progress::bar : NONE;
  }

  /**
   * Bars for work that turns out to be long, if standard error is a terminal that does not show
   * standard output too, between whose lines a bar would stand.
   */
  static Progress ofLongWork() {
    boolean mixed = Boolean.getBoolean(OUTPUT_PROPERTY);
    return Boolean.getBoolean(TERMINAL_PROPERTY) && !mixed ? LateProgress::new : NONE;
  }

  /** A phase that is shown at once. */
  static Phase bar(String task, String unit, long total) {
    boolean bytes = unit.equals("bytes");
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(total)
            .setUnit(bytes ? " MB" : " " + unit, bytes ? 1_000_000 : 1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .clearDisplayOnFinish()
            .build();
    AtomicLong furthest = new AtomicLong();
    return new Phase() {
      @Override
      public void to(long done) {
        // Threads report out of order; a bar never goes back.
        bar.stepTo(furthest.accumulateAndGet(done, Math::max));
      }

      @Override
      public void says(String what) {
        bar.setExtraMessage(what);
      }

      @Override
      public void close() {
        bar.close();
      }
    };
  }
}
