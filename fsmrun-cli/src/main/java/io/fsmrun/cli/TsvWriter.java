package io.fsmrun.cli;

import io.fsmrun.core.report.ReportSink;
import java.io.PrintStream;

/** Writes reports as {@code rule<TAB>end} lines. */
final class TsvWriter implements ReportSink {

  private final LineWriter lines;

  TsvWriter(PrintStream out) {
    lines = new LineWriter(out);
  }

  @Override
  public void report(int rule, long end) {
    lines.number(rule).symbol('\t').number(end).symbol('\n');
  }

  /** Hands everything on. */
  void flush() {
    lines.flush();
  }
}
