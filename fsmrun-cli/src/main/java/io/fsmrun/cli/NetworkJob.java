package io.fsmrun.cli;

import io.fsmrun.ap.chip.ComponentTooLargeException;
import io.fsmrun.ap.chip.DeviceModel;
import io.fsmrun.ap.chip.Placement;
import io.fsmrun.ap.engine.NetworkReportSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;

/** The long work of running one network over one input, timed. For one thread, once. */
final class NetworkJob {

  /** So few that a bar moves on slow networks, so many that threads find enough to share. */
  private static final int WINDOW_BYTES = 1 << 20;

  private static final int SEGMENT_BYTES = 1 << 18;

  private final LoadedNetwork loaded;
  private final Settings settings;
  private final Progress progress;

  /**
   * What was chosen on the command line.
   *
   * @param threads number of threads
   * @param segments segments that are run side by side, each by a thread; 1 for none
   * @param reports what is done with reports
   */
  record Settings(int threads, int segments, ReportMode reports) {}

  NetworkJob(LoadedNetwork loaded, Settings settings, Progress progress) {
    this.loaded = loaded;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs; reports go to {@code out} if they are wanted there. */
  NetworkSummary run(Input input, PrintStream out) throws UserErrorException, InterruptedException {
    long start = System.nanoTime();
    NetworkStream stream =
        NetworkStream.start(loaded.network(), settings.threads, settings.segments);
    long engineNanos = System.nanoTime() - start;
    ChipCost chip = chip();
    NetworkOutput output = output(out);
    NetworkReportSink sink =
        chip == null
            ? output
            : (element, symbol) -> {
              chip.report(element, symbol);
              output.report(element, symbol);
            };
    start = System.nanoTime();
    try (InputStream in = input.open();
        Progress.Phase phase = progress.start("Running", "bytes", input.length())) {
      run(stream, in, sink, phase);
      output.finish(stream.position());
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while reading");
    } catch (IOException e) {
      throw UserErrorException.of(input.name(), e);
    }
    long runNanos = System.nanoTime() - start;
    return new NetworkSummary(
        loaded,
        settings,
        new NetworkSummary.Run(
            stream.position(),
            output.reports(),
            engineNanos,
            runNanos,
            stream.memory(),
            stream.symbolsRunAgain()),
        chip == null ? null : chip.finish(stream.position()));
  }

  private void run(
      NetworkStream stream, InputStream in, NetworkReportSink sink, Progress.Phase phase)
      throws IOException, InterruptedException {
    // A segment should be much longer than the symbols by which its start is guessed.
    byte[] window = new byte[Math.max(WINDOW_BYTES, SEGMENT_BYTES * settings.segments)];
    for (int read = window.length; read == window.length; ) {
      read = in.readNBytes(window, 0, window.length);
      stream.write(window, 0, read, sink);
      phase.to(stream.position());
    }
    stream.finish(sink);
  }

  /** Null if the network does not fit on the chip: it can be run here all the same. */
  private ChipCost chip() {
    try {
      return new ChipCost(Placement.of(loaded.network(), DeviceModel.d480()));
    } catch (ComponentTooLargeException e) {
      return null;
    }
  }

  private NetworkOutput output(PrintStream out) {
    if (loaded.rules() == null) {
      return new ElementReports(loaded.network(), settings.reports, out);
    }
    if (settings.reports != ReportMode.TSV) {
      return new RuleReports(loaded.network(), loaded.rules(), (rule, end) -> {}, () -> {});
    }
    TsvWriter tsv = new TsvWriter(out);
    return new RuleReports(loaded.network(), loaded.rules(), tsv, tsv::flush);
  }
}
