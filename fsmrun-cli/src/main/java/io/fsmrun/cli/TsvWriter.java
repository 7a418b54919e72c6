package io.fsmrun.cli;

import io.fsmrun.core.report.ReportSink;
import java.io.OutputStream;
import java.io.PrintStream;

/** Writes reports as {@code rule<TAB>end} lines. */
final class TsvWriter implements ReportSink {

  private static final int LONGEST_LINE = 32;

  private final PrintStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int used;

  TsvWriter(PrintStream out) {
    this.out = out;
  }

  @Override
  public void report(int rule, long end) {
    if (used + LONGEST_LINE > buffer.length) {
      drain();
    }
    append(rule);
    buffer[used++] = '\t';
    append(end);
    buffer[used++] = '\n';
  }

  private void append(long number) {
    int digits = 1;
    for (long rest = number / 10; rest > 0; rest /= 10) {
      digits++;
    }
    long rest = number;
    for (int at = used + digits - 1; at >= used; at--) {
      buffer[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    used += digits;
  }

  /** Hands everything on to the {@link OutputStream}. */
  void flush() {
    drain();
    out.flush();
  }

  private void drain() {
    out.write(buffer, 0, used);
    used = 0;
    if (out.checkError()) {
      throw new OutputClosedException();
    }
  }

  /** Nobody reads standard output any more. */
  static final class OutputClosedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OutputClosedException() {
      super("standard output was closed", null, false, false);
    }
  }
}
