package io.fsmrun.scan.examples;

import io.fsmrun.scan.Database;
import io.fsmrun.scan.Scanner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** Scans a file of any size with the rules of another. */
final class ScanFile {

  private ScanFile() {}

  static void run(Path rules, Path input, PrintStream out)
      throws IOException, InterruptedException {
    Database database = Database.compile(rules);
    database.refused().forEach(rule -> out.println(rule.display(rules.toString())));
    Scanner scanner = database.newScanner();
    scanner.scan(
        input,
        (rule, start, end, tag) -> {
          out.println("rule " + rule + " matches up to byte " + end);
          return true;
        });
  }
}
