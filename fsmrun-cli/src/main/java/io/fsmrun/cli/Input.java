package io.fsmrun.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** The bytes that are scanned: a file, standard input, or bytes in memory. */
final class Input {

  /** What users type for standard input. */
  static final String STANDARD_INPUT = "-";

  private final String name;
  private final Path file;
  private final byte[] bytes;

  private Input(String name, Path file, byte[] bytes) {
    this.name = name;
    this.file = file;
    this.bytes = bytes;
  }

  /** A file that is there and may be read, or standard input. */
  static Input of(String name) throws UserErrorException {
    return name.equals(STANDARD_INPUT)
        ? new Input("standard input", null, null)
        : new Input(name, readable(name, "an input"), null);
  }

  static Input of(byte[] bytes, String name) {
    return new Input(name, null, bytes);
  }

  /**
   * A file that is there and may be read.
   *
   * @param name as the user typed it
   * @param role what it is wanted for
   */
  static Path readable(String name, String role) throws UserErrorException {
    Path file = path(name);
    if (Files.isDirectory(file)) {
      throw new UserErrorException(name + ": is a directory, not " + role);
    }
    if (!Files.exists(file)) {
      throw new UserErrorException(name + ": no such file");
    }
    if (!Files.isReadable(file)) {
      throw new UserErrorException(name + ": permission denied");
    }
    return file;
  }

  /** What a user typed, as a path. */
  static Path path(String name) throws UserErrorException {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UserErrorException(name + ": not a file name here (" + e.getReason() + ")");
    }
  }

  String name() {
    return name;
  }

  /** Length in bytes; -1 if it is not known before the end. */
  long length() {
    if (bytes != null) {
      return bytes.length;
    }
    try {
      return file != null && Files.isRegularFile(file) ? Files.size(file) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  InputStream open() throws IOException {
    if (bytes != null) {
      return new ByteArrayInputStream(bytes);
    }
    return file != null ? Files.newInputStream(file) : System.in;
  }
}
