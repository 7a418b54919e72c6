package io.fsmrun.ap.timing;

import java.util.function.Consumer;

/**
 * Writes down what costs cycles, event by event, so that a person can follow it. For one thread.
 *
 * <p>A line has four fields, divided by tabs: cycles {@code from-to} since the start of the run,
 * the number of the piece of input, the number of the segment in it ({@code -} for what concerns
 * all of them), and what was done. Numbers of pieces, segments and flows start from 1; cycles and
 * symbols from 0, and {@code a-b} ends before {@code b}. Symbols are counted from the start of
 * their segment. Which flows are live is not known, only how many, so they are numbered from 1.
 *
 * <p>Segments run side by side, so their lines overlap in time. A line that starts with {@code sum}
 * closes each piece, and {@code all} the run.
 */
public final class CycleTrace {

  /** How many lines are written unless said otherwise. */
  public static final int USUAL_LINES = 100_000;

  private static final String LEGEND =
      "# a-b counts from 0 and ends before b: cycles since the start of the run, symbols since the"
          + " start of the segment";

  private final int mostLines;
  private final Consumer<String> lines;
  private int written;

  /**
   * A trace, with its heading written.
   *
   * @param mostLines how many events are written at most; then one line says that there are more
   * @param lines takes each line, without its end
   */
  public CycleTrace(int mostLines, Consumer<String> lines) {
    this.mostLines = mostLines;
    this.lines = lines;
    lines.accept(LEGEND);
    lines.accept("cycles\tpiece\tsegment\twhat");
  }

  private CycleTrace() {
    this.mostLines = 0;
    this.lines = line -> {};
    this.written = 1;
  }

  /**
   * A trace that writes nothing.
   *
   * @return a new one
   */
  public static CycleTrace none() {
    return new CycleTrace();
  }

  /** Whether events are still written: those who make them need not put them in words otherwise. */
  boolean isOpen() {
    return written <= mostLines;
  }

  /** Writes an event of a segment; segment 0 stands for all of the piece. */
  void event(long from, long to, int piece, int segment, String what) {
    if (!isOpen()) {
      return;
    }
    written++;
    lines.accept(
        written > mostLines
            ? "# more than " + mostLines + " events; the rest is left out"
            : line(from, to, Integer.toString(piece), segment, what));
  }

  /** Writes the last line, in any case. */
  void end(CycleBreakdown cycles, long symbols) {
    String what = "all " + cycles.inWords() + ", for " + symbols + " symbols of input";
    lines.accept(line(0, cycles.total(), "-", 0, what));
  }

  private static String line(long from, long to, String piece, int segment, String what) {
    return from + "-" + to + '\t' + piece + '\t' + (segment == 0 ? "-" : segment) + '\t' + what;
  }
}
