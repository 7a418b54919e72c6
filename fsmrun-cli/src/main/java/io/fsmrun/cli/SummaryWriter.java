package io.fsmrun.cli;

import java.io.IOException;
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

  void write(Summary summary) throws UserErrorException {
    if (file == null) {
      return;
    }
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    try {
      String text = mapper.writeValueAsString(summary.toJson(mapper)) + System.lineSeparator();
      if (!Files.isRegularFile(file) && Files.exists(file)) {
        Files.writeString(file, text); // A device or a pipe cannot be replaced.
        return;
      }
      Path parent = file.toAbsolutePath().getParent();
      Path partial = Files.createTempFile(parent, file.getFileName().toString(), ".part");
      Files.writeString(partial, text);
      Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw UserErrorException.of(file.toString(), e);
    } catch (JacksonException e) {
      throw new IllegalStateException("the summary is not valid JSON", e);
    }
  }
}
