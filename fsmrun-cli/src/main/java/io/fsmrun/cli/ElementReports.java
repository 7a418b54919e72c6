package io.fsmrun.cli;

import io.fsmrun.ap.network.AutomataNetwork;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reports of elements, as lines with their ids. */
final class ElementReports implements NetworkOutput {

  private final AutomataNetwork network;
  private final LineWriter lines;
  private final ReportMode mode;
  private final byte[][] names;
  private final byte[][] codes;
  private long reports;

  /**
   * Writes, or counts alone.
   *
   * @param network whose reports they are
   * @param mode which lines are written, if any
   * @param out takes the lines
   */
  ElementReports(AutomataNetwork network, ReportMode mode, PrintStream out) {
    this.network = network;
    this.mode = mode;
    boolean printed = mode == ReportMode.TSV || mode == ReportMode.VASIM;
    lines = printed ? new LineWriter(out) : null;
    names = new byte[printed ? network.size() : 0][];
    codes = new byte[names.length][];
  }

  @Override
  public void report(int element, long symbol) {
    reports++;
    if (lines == null) {
      return;
    }
    if (names[element] == null) {
      names[element] = printable(network.id(element));
      codes[element] = printable(network.reportCode(element));
    }
    if (mode == ReportMode.TSV) {
      tsv(names[element], symbol + 1, codes[element]);
    } else {
      vasim(symbol, names[element], codes[element]);
    }
  }

  private void tsv(byte[] name, long end, byte[] code) {
    lines.text(name).symbol('\t').number(end);
    if (code.length > 0) {
      lines.symbol('\t').text(code);
    }
    lines.symbol('\n');
  }

  /** As VASim's writeReportToFile does (src/automata.cpp), which counts cycles from 0. */
  private void vasim(long cycle, byte[] name, byte[] code) {
    lines.number(cycle).text(" : ").text(name).text(" : ").text(code).symbol('\n');
  }

  /** A name that breaks no line and no column. */
  private static byte[] printable(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (letter < ' ' || letter == 0x7f) {
        text.append(String.format(Locale.ROOT, "\\x%02x", (int) letter));
      } else {
        text.append(letter);
      }
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void finish(long symbols) {
    if (lines != null) {
      lines.flush();
    }
  }

  @Override
  public long reports() {
    return reports;
  }
}
