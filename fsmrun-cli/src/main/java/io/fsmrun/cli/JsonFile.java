package io.fsmrun.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes figures to a file as JSON, whole or not at all. */
final class JsonFile {

  private final OutputFile file;

  private JsonFile(OutputFile file) {
    this.file = file;
  }

  /**
   * A file, checked before any long work starts.
   *
   * @param file where to write; null writes nothing
   */
  static JsonFile at(Path file) throws UserErrorException {
    return new JsonFile(OutputFile.atOrNull(file));
  }

  void write(Function<JsonMapper, ObjectNode> figures)
      throws UserErrorException, InterruptedException {
    if (file == null) {
      return;
    }
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    String text;
    try {
      text = mapper.writeValueAsString(figures.apply(mapper)) + System.lineSeparator();
    } catch (JacksonException e) {
      throw new IllegalStateException("the figures are not valid JSON", e);
    }
    file.write(out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
