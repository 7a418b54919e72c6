package io.fsmrun.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What commands that are over soon do, for a Java that takes notes of what it loads and links
 * ({@code -XX:AOTCacheOutput}, JEP 514): the next ones start with that done. It finds nothing of
 * use and prints nothing.
 */
final class Rehearsal {

  private static final List<String> RULES =
      List.of(
          "literal",
          "ab+c",
          "^[a-z]+ x",
          "/one.*[0-9]{3,}two/i",
          "[0-9]{5}",
          "/[^x]/",
          "x(a|b){2,9}y");

  private Rehearsal() {}

  /**
   * Runs commands, and says nothing of how they end: with fewer notes Java starts more slowly, and
   * that is all.
   *
   * @param arguments what to rehearse, {@code search} or {@code run}; a text file; and a directory
   *     for files, which are deleted
   * @throws IOException if the directory cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    rehearse(arguments[0], arguments[1], Path.of(arguments[2]));
  }

  /**
   * Runs commands.
   *
   * @return the worst of their exit statuses
   */
  static int rehearse(String kind, String text, Path place) throws IOException {
    Path directory = Files.createTempDirectory(place, "rehearsal");
    Path rules = directory.resolve("rules");
    Path database = directory.resolve("database");
    try {
      Files.write(rules, RULES);
      if (kind.equals("run")) {
        return run("--mode", "cse", "--rules", rules.toString(), "--input", text);
      }
      int compiled = run("compile", rules.toString(), "--sample", text, "-o", database.toString());
      int loaded = run("scan", "-c", "--database", database.toString(), text);
      int scanned = run("scan", "-n", "-f", rules.toString(), text);
      return Math.max(compiled, Math.max(loaded, scanned));
    } finally {
      Files.deleteIfExists(database);
      Files.deleteIfExists(rules);
      Files.delete(directory);
    }
  }

  private static int run(String... arguments) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return Main.execute(nowhere, nowhere, arguments);
  }
}
