package io.fsmrun.ap.engine;

import io.fsmrun.core.engine.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Runs a network over segments of a stream at the same time, exactly.
 *
 * <p>A segment starts before what is left of it has run, so its start is guessed: with nothing
 * active, some symbols ahead (the <em>lead</em>). Most networks forget within a few symbols, and
 * then the guess is right. Segments are joined in order: where the guess was wrong, the segment is
 * run again from the true state, until that state is met which the guessed run had at one of its
 * <em>marks</em>; from there on the guessed run was right. In the worst case, with a state that is
 * never left, all segments are run twice, the second time one after the other.
 *
 * <p>For one thread at a time; it uses as many as there are segments. All reports of one call of
 * {@link #write} are held until its segments are joined.
 */
public final class SegmentedScan {

  /** Symbols from which a guessed run starts ahead of its segment. */
  private static final int LEAD_SYMBOLS = 4096;

  /** Symbols between two marks. */
  private static final int MARK_SYMBOLS = 16_384;

  private final NetworkEngine engine;
  private final int leadSymbols;
  private final int markSymbols;
  private final Segment[] segments;
  private final NetworkSession current;
  private long symbolsRunAgain;

  /** What a segment's guessed run gave. */
  private static final class Segment {
    final NetworkSession session;

    /** Where the run's marks are, and the state that it had there. */
    final IntArrayList markAt = new IntArrayList();

    final List<byte[]> markState = new ArrayList<>();
    long[] symbols = new long[64];
    int[] elements = new int[64];
    int reports;

    Segment(NetworkEngine engine) {
      session = engine.newSession();
    }

    void report(int element, long symbol) {
      if (reports == symbols.length) {
        symbols = Arrays.copyOf(symbols, 2 * reports);
        elements = Arrays.copyOf(elements, 2 * reports);
      }
      symbols[reports] = symbol;
      elements[reports++] = element;
    }

    void mark(int at) {
      markAt.add(at);
      markState.add(session.save());
    }

    void clear() {
      markAt.clear();
      markState.clear();
      reports = 0;
    }
  }

  /**
   * A stream over segments.
   *
   * @param engine the network, best made for one thread
   * @param segments how many segments each piece of input is cut into, at least 1
   */
  public SegmentedScan(NetworkEngine engine, int segments) {
    this(engine, segments, LEAD_SYMBOLS, MARK_SYMBOLS);
  }

  SegmentedScan(NetworkEngine engine, int segments, int leadSymbols, int markSymbols) {
    if (segments < 1) {
      throw new IllegalArgumentException(segments + " segments; at least 1 is needed");
    }
    this.engine = engine;
    this.leadSymbols = leadSymbols;
    this.markSymbols = markSymbols;
    this.segments = new Segment[segments];
    for (int i = 0; i < segments; i++) {
      this.segments[i] = new Segment(engine);
    }
    this.current = this.segments[0].session;
  }

  /**
   * Consumes symbols. The more at once, the better: each segment should be much longer than 4096
   * symbols.
   *
   * @param input an array
   * @param from the first symbol
   * @param to one past the last symbol, at least {@code from}
   * @param sink takes the reports, in order
   * @throws InterruptedException if the thread is interrupted; the scan is then of no more use
   */
  public void write(byte[] input, int from, int to, NetworkReportSink sink)
      throws InterruptedException {
    Objects.checkFromToIndex(from, to, input.length);
    if (from == to) {
      return;
    }
    current.goOn(sink);
    long base = current.position() - from;
    int count = segments.length;
    try {
      Workers.run(count, count, i -> runOrStop((int) i, input, from, to, base));
    } catch (StoppedException e) {
      throw (InterruptedException) e.getCause();
    }
    join(input, from, to, sink);
  }

  /** Carries an interruption out of a task. */
  private static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException(InterruptedException cause) {
      super(cause);
    }
  }

  private void runOrStop(int number, byte[] input, int from, int to, long base) {
    try {
      runSegment(number, input, from, to, base);
    } catch (InterruptedException e) {
      throw new StoppedException(e);
    }
  }

  private int cut(int segment, int from, int to) {
    return from + (int) ((long) (to - from) * segment / segments.length);
  }

  private void runSegment(int number, byte[] input, int from, int to, long base)
      throws InterruptedException {
    Segment segment = segments[number];
    segment.clear();
    int first = cut(number, from, to);
    int last = cut(number + 1, from, to);
    NetworkSession session = segment.session;
    if (number > 0) {
      int lead = Math.max(from, first - leadSymbols);
      session.startAt(base + lead);
      session.write(input, lead, first, (element, symbol) -> {});
      session.goOn((element, symbol) -> {});
      segment.mark(first);
    }
    for (int at = first; at < last; ) {
      int end = Math.min(last, at + markSymbols);
      session.write(input, at, end, segment::report);
      if (end < to) {
        session.goOn(segment::report);
      }
      if (number > 0) {
        segment.mark(end);
      }
      at = end;
    }
  }

  private void join(byte[] input, int from, int to, NetworkReportSink sink)
      throws InterruptedException {
    hand(segments[0], 0, sink);
    for (int number = 1; number < segments.length; number++) {
      Segment segment = segments[number];
      long base = current.position() - cut(number, from, to);
      int at = cut(number, from, to);
      int mark = 0;
      while (mark < segment.markAt.size()
          && !Arrays.equals(current.save(), segment.markState.get(mark))) {
        mark++;
        if (mark < segment.markAt.size()) {
          int end = segment.markAt.getInt(mark);
          current.write(input, at, end, sink);
          if (end < to) {
            current.goOn(sink);
          }
          symbolsRunAgain += end - at;
          at = end;
        }
      }
      if (mark < segment.markAt.size()) {
        hand(segment, base + at, sink);
        current.restore(segment.markState.getLast());
      }
    }
  }

  /** Hands over the reports of a segment from a symbol on. */
  private static void hand(Segment segment, long fromSymbol, NetworkReportSink sink) {
    for (int i = 0; i < segment.reports; i++) {
      if (segment.symbols[i] >= fromSymbol) {
        sink.report(segment.elements[i], segment.symbols[i]);
      }
    }
  }

  /**
   * Ends the stream.
   *
   * @param sink takes the reports that this brings
   * @throws InterruptedException if the thread is interrupted
   */
  public void finish(NetworkReportSink sink) throws InterruptedException {
    current.finish(sink);
  }

  /**
   * How many symbols were written.
   *
   * @return symbols since the start of the stream
   */
  public long position() {
    return current.position();
  }

  /**
   * How many symbols were run a second time, since a guess was wrong.
   *
   * @return symbols since the start of the stream
   */
  public long symbolsRunAgain() {
    return symbolsRunAgain;
  }

  /**
   * What is run.
   *
   * @return the engine
   */
  public NetworkEngine engine() {
    return engine;
  }
}
