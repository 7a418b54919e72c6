package io.fsmrun.scan;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens files. */
final class FileInput {

  private FileInput() {}

  /** A file's bytes; where that is possible, an interrupt does not end reading them. */
  static InputStream open(Path file) throws IOException {
    return Files.isRegularFile(file) && file.getFileSystem().equals(FileSystems.getDefault())
        ? new FileInputStream(file.toFile())
        : Files.newInputStream(file);
  }
}
