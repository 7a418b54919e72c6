package io.fsmrun.cli.scan;

import java.nio.file.Path;

/**
 * Something to search.
 *
 * @param name what it is called in the output
 * @param path where it is; null for standard input
 */
public record Target(String name, Path path) {

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

  boolean isStandardInput() {
    return path == null;
  }
}
