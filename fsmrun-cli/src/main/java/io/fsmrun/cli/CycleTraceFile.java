package io.fsmrun.cli;

import io.fsmrun.ap.timing.CycleTrace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A file that a cycle trace is written to, whole or not at all. The trace is bounded, so it is kept
 * in memory until the run is done.
 */
final class CycleTraceFile {

  private final OutputFile file;
  private final StringBuilder text = new StringBuilder();
  private final CycleTrace trace;

  private CycleTraceFile(OutputFile file) {
    this.file = file;
    this.trace =
        file == null
            ? CycleTrace.none()
            : new CycleTrace(CycleTrace.USUAL_LINES, line -> text.append(line).append('\n'));
  }

  /**
   * A file, checked before any long work starts.
   *
   * @param file where to write; null writes nothing
   */
  static CycleTraceFile at(Path file) throws UserErrorException {
    return new CycleTraceFile(OutputFile.atOrNull(file));
  }

  CycleTrace trace() {
    return trace;
  }

  void write() throws UserErrorException, InterruptedException {
    if (file != null) {
      file.write(out -> out.write(text.toString().getBytes(StandardCharsets.US_ASCII)));
    }
  }
}
