package io.fsmrun.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;

/** The bytes that are scanned: a file, standard input, or bytes in memory. For one thread. */
final class Input {

  /** What users type for standard input. */
  static final String STANDARD_INPUT = "-";

  private final String name;
  private final Path file;
  private final byte[] bytes;

  /** What was read of an input that can be read once, and its rest; null if nothing was. */
  private byte[] kept;

  private InputStream rest;
  private boolean ended;

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
    if (ended) {
      return kept.length;
    }
    try {
      return isLasting() ? Files.size(file) : -1;
    } catch (IOException e) {
      return -1;
    }
  }

  /** Whether it can be opened again and again. */
  private boolean isLasting() {
    return bytes != null || file != null && Files.isRegularFile(file);
  }

  /**
   * Its first bytes, before it is opened. Of what can be read only once they are kept until then;
   * if it ends among them, its length is known. May be called again for more.
   *
   * @param most how many; fewer only if there are no more
   */
  byte[] beginning(int most) throws IOException {
    if (isLasting()) {
      try (InputStream in = open()) {
        return in.readNBytes(most);
      }
    }
    if (kept == null) {
      rest = open();
      kept = new byte[0];
    }
    if (kept.length < most && !ended) {
      byte[] more = rest.readNBytes(most - kept.length);
      ended = more.length < most - kept.length;
      int before = kept.length;
      kept = Arrays.copyOf(kept, before + more.length);
      System.arraycopy(more, 0, kept, before, more.length);
    }
    return Arrays.copyOf(kept, Math.min(most, kept.length));
  }

  InputStream open() throws IOException {
    if (bytes != null) {
      return new ByteArrayInputStream(bytes);
    }
    if (kept != null) {
      InputStream whole = new SequenceInputStream(new ByteArrayInputStream(kept), rest);
      kept = null;
      ended = false;
      return whole;
    }
    return file != null ? Files.newInputStream(file) : System.in;
  }
}
