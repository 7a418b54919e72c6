package io.fsmrun.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Puts lines together in a buffer, and hands them on when it is full. For one thread. */
final class LineWriter {

  private static final int LONGEST_NUMBER = 20;

  private final PrintStream out;
  private final byte[] buffer = new byte[1 << 16];
  private int used;

  LineWriter(PrintStream out) {
    this.out = out;
  }

  /** Appends a byte. */
  LineWriter symbol(int symbol) {
    reserve(1);
    buffer[used++] = (byte) symbol;
    return this;
  }

  /** Appends bytes, of any number. */
  LineWriter text(byte[] text) {
    if (text.length > buffer.length) {
      drain();
      out.write(text, 0, text.length);
      return this;
    }
    reserve(text.length);
    System.arraycopy(text, 0, buffer, used, text.length);
    used += text.length;
    return this;
  }

  /** Appends ASCII text. */
  LineWriter text(String text) {
    return text(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Appends a number, 0 or more, in decimal. */
  LineWriter number(long number) {
    reserve(LONGEST_NUMBER);
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
    return this;
  }

  private void reserve(int bytes) {
    if (used + bytes > buffer.length) {
      drain();
    }
  }

  /** Hands everything on. */
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
