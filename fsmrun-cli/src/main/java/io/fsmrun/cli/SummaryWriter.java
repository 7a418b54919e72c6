package io.fsmrun.cli;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a summary to a file, whole or not at all. */
final class SummaryWriter {

  private final Path file;

  private SummaryWriter(Path file) {
    this.file = file;
  }

  /**
   * A writer, checked before any long work starts.
   *
   * @param file where to write; null writes nothing
   */
  static SummaryWriter to(Path file) throws UserErrorException {
    if (file != null) {
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
    }
    return new SummaryWriter(file);
  }

  void write(Summary summary) throws UserErrorException, InterruptedException {
    if (file == null) {
      return;
    }
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    String text;
    try {
      text = mapper.writeValueAsString(summary.toJson(mapper)) + System.lineSeparator();
    } catch (JacksonException e) {
      throw new IllegalStateException("the summary is not valid JSON", e);
    }
    try {
      write(text);
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException("interrupted while writing");
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    }
  }

  private void write(String text) throws IOException {
    // Through a link, so that what it points to is replaced, not the link.
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    boolean replaceable = !Files.exists(target) || Files.isRegularFile(target);
    if (!replaceable || !Files.isWritable(target.getParent())) {
      Files.writeString(target, text); // A device or a pipe cannot be replaced.
      return;
    }
    // Not createTempFile, which lets nobody else read what it makes.
    String name = "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    Path partial = target.resolveSibling(name);
    try {
      Files.writeString(partial, text);
      Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }
}
