package io.fsmrun.bench.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Results on disk, one small JSON file for each task. A file is written whole or not at all, so
 * that work that was stopped can go on; it names the rules, the input and the options that it is
 * of, and is only taken for a task of just these. For one thread.
 */
public final class RunStore {

  /** Counts changes of what the files mean. */
  private static final int FORMAT = 1;

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  private final Path directory;
  private final Consumer<String> messages;

  /**
   * What a result is of. Results of equal identities are the same, but for the time they took.
   *
   * @param task what was done, in words
   * @param program the version of the program
   * @param rules digest of the rules
   * @param input digest of the input; empty if none was needed
   * @param seed of all that is random
   */
  public record Identity(String task, String program, String rules, String input, long seed) {}

  /**
   * A stored result.
   *
   * @param result the result
   * @param commit of the program that made it
   * @param <T> what kind of result
   */
  public record Stored<T>(T result, String commit) {}

  /**
   * A store in a directory, which is made when the first result is put.
   *
   * @param directory where the files lie
   * @param messages hears, in a sentence, of files that are not taken
   */
  public RunStore(Path directory, Consumer<String> messages) {
    this.directory = directory;
    this.messages = messages;
  }

  /**
   * Looks for a result.
   *
   * @param task what it is the result of
   * @param identity what it must be of
   * @param type what kind of result
   * @param <T> the same
   * @return the result; empty if there is none, or its file is damaged or of something else, of
   *     which a message tells
   * @throws IOException if the file is there and cannot be read
   */
  public <T> Optional<Stored<T>> find(Task task, Identity identity, Class<T> type)
      throws IOException {
    Path file = directory.resolve(task.fileName());
    byte[] text;
    try {
      text = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    try {
      JsonNode document = MAPPER.readTree(text);
      if (document.path("format").asInt(0) != FORMAT) {
        return refuse(file, "is not of format " + FORMAT);
      }
      Identity stored = MAPPER.treeToValue(document.path("identity"), Identity.class);
      if (!identity.equals(stored)) {
        return refuse(file, "is of other " + difference(identity, stored));
      }
      T result = MAPPER.treeToValue(document.path("result"), type);
      if (result == null) {
        return refuse(file, "holds no result");
      }
      return Optional.of(new Stored<>(result, document.path("commit").asString("unknown")));
    } catch (JacksonException e) {
      return refuse(file, "is damaged");
    }
  }

  private <T> Optional<T> refuse(Path file, String why) {
    messages.accept(file.getFileName() + " " + why + "; it is made again");
    return Optional.empty();
  }

  private static String difference(Identity wanted, Identity stored) {
    if (stored == null || !wanted.task.equals(stored.task)) {
      return "work";
    }
    if (!wanted.rules.equals(stored.rules)) {
      return "rules";
    }
    if (!wanted.input.equals(stored.input)) {
      return "input";
    }
    return wanted.seed == stored.seed ? "version" : "seed";
  }

  /**
   * Keeps a result, in the place of one that may be there.
   *
   * @param task what it is the result of
   * @param identity what it is of
   * @param stored the result
   * @throws IOException if it cannot be written
   */
  public void put(Task task, Identity identity, Stored<?> stored) throws IOException {
    ObjectNode document = MAPPER.createObjectNode();
    document.put("format", FORMAT);
    document.set("identity", MAPPER.valueToTree(identity));
    document.put("commit", stored.commit());
    document.set("result", MAPPER.valueToTree(stored.result()));
    Files.createDirectories(directory);
    Path file = directory.resolve(task.fileName());
    Path partial = directory.resolve("." + task.fileName() + ".part");
    try {
      Files.writeString(partial, MAPPER.writeValueAsString(document) + "\n");
      Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(partial);
    }
  }
}
