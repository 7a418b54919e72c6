package io.fsmrun.cli.scan;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Something to search.
 *
 * @param name what it is called in the output
 * @param path where it is; null for standard input
 * @param begun reads it already; null for what is read when its turn comes
 */
public record Target(String name, Path path, PipeInput begun) implements AutoCloseable {

  /**
   * Something that is read when its turn comes.
   *
   * @param name what it is called in the output
   * @param path where it is; null for standard input
   */
  public Target(String name, Path path) {
    this(name, path, null);
  }

  /**
   * Standard input.
   *
   * @return it, under the name that grep gives it
   */
  public static Target standardInput() {
    return new Target("(standard input)", null);
  }

  /**
   * A file.
   *
   * @param path where it is
   * @return it, under its path
   */
  public static Target of(Path path) {
    return new Target(path.toString(), path);
  }

  /**
   * Whether it has no length, so that it has to be read to know how much there is.
   *
   * @return true for standard input and anything else that is neither file nor directory
   */
  public boolean isPipe() {
    return path == null || !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  /**
   * The same, read from now on.
   *
   * @param takeover what may take it over
   * @return it, to be closed by the caller
   */
  public Target begin(Takeover takeover) {
    return new Target(name, path, read(takeover));
  }

  private PipeInput read(Takeover takeover) {
    InputStream standard = System.in;
    return PipeInput.begin(
        () -> isStandardInput() ? keptOpen(standard) : Files.newInputStream(path), takeover);
  }

  /** Its input for a search that may be taken over, which closes it. */
  PipeInput pipe(Takeover takeover) {
    return begun == null ? read(takeover) : begun;
  }

  /** Its bytes, from the first one. */
  InputStream open() throws IOException {
    return begun != null
        ? begun.again()
        : isStandardInput() ? keptOpen(System.in) : Files.newInputStream(path);
  }

  /** Ends reading, if that has begun. */
  @Override
  public void close() {
    if (begun != null) {
      begun.close();
    }
  }

  boolean isStandardInput() {
    return path == null;
  }

  private static InputStream keptOpen(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public void close() {
        // Standard input is not ours to close.
      }
    };
  }
}
