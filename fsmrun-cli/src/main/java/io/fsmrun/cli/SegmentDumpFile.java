package io.fsmrun.cli;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.enumerative.RunListener;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** A file that segments are written to while a run goes on, whole or not at all. */
final class SegmentDumpFile {

  private final OutputFile file;

  private SegmentDumpFile(OutputFile file) {
    this.file = file;
  }

  /** A run that may be listened to. */
  @FunctionalInterface
  interface Run {

    Summary with(RunListener segments) throws UserErrorException, InterruptedException;
  }

  /**
   * A file, checked before any long work starts.
   *
   * @param file where to write; null writes nothing
   */
  static SegmentDumpFile at(Path file) throws UserErrorException {
    return new SegmentDumpFile(OutputFile.atOrNull(file));
  }

  /** Writes what happens during a run, if it is wanted. */
  Summary during(RuleSet rules, Run run) throws UserErrorException, InterruptedException {
    if (file == null) {
      return run.with(null);
    }
    Summary[] summary = new Summary[1];
    file.write(
        out -> {
          try (SegmentDump dump = new SegmentDump(rules, out)) {
            summary[0] = run.with(dump);
          } catch (UncheckedIOException e) {
            throw e.getCause();
          }
        });
    return summary[0];
  }
}
