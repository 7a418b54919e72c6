package io.fsmrun.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is written whole or not at all. */
final class OutputFile {

  private static final int BUFFER_BYTES = 1 << 16;

  private final Path file;

  private OutputFile(Path file) {
    this.file = file;
  }

  /** What is to be written. */
  @FunctionalInterface
  interface Content {

    void writeTo(OutputStream out) throws IOException, UserErrorException, InterruptedException;
  }

  /** A file that can be written, checked before any long work starts. */
  static OutputFile at(Path file) throws UserErrorException {
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)) {
      throw new UserErrorException(file + ": is a directory, not a file to write to");
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw new UserErrorException(file + ": the directory to write to does not exist");
    }
    if (!Files.isWritable(Files.exists(file) ? file : parent)) {
      throw new UserErrorException(file + ": permission denied");
    }
    return new OutputFile(file);
  }

  /** The same for an option that was perhaps not given. */
  static OutputFile atOrNull(Path file) throws UserErrorException {
    return file == null ? null : at(file);
  }

  /** Whether writing this would destroy what is read from the other file. */
  boolean isSameAs(Path other) {
    try {
      return Files.exists(file) && Files.exists(other) && Files.isSameFile(file, other);
    } catch (IOException e) {
      return file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }
  }

  void write(Content content) throws UserErrorException, InterruptedException {
    try {
      replace(content);
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while writing");
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }

  private void replace(Content content)
      throws IOException, UserErrorException, InterruptedException {
    // Through a link, so that what it points to is replaced, not the link.
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    boolean replaceable = !Files.exists(target) || Files.isRegularFile(target);
    if (!replaceable || !Files.isWritable(target.getParent())) {
      writeTo(target, content); // A device or a pipe cannot be replaced.
      return;
    }
    // Not createTempFile, which lets nobody else read what it makes.
    String name = "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    Path partial = target.resolveSibling(name);
    try {
      writeTo(partial, content);
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }

  private static void writeTo(Path target, Content content)
      throws IOException, UserErrorException, InterruptedException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), BUFFER_BYTES)) {
      content.writeTo(out);
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
