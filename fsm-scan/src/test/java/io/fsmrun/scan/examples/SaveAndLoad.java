package io.fsmrun.scan.examples;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.UnusableDatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compiles rules once and keeps them in a file. */
final class SaveAndLoad {

  private SaveAndLoad() {}

  static Database run(Path rules, Path cache) throws IOException, InterruptedException {
    if (Files.exists(cache)) {
      try {
        return Database.load(cache);
      } catch (UnusableDatabaseException e) {
        // Damaged, or of another version: the message says which. Compiling again helps.
        Files.delete(cache);
      }
    }
    Database database = Database.compile(rules);
    database.save(cache);
    return database;
  }
}
