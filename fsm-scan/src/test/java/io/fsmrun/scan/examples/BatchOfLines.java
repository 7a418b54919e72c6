package io.fsmrun.scan.examples;

import io.fsmrun.scan.BatchHandler;
import io.fsmrun.scan.Database;
import java.util.ArrayList;
import java.util.List;

/** Many short inputs in one call: which of them match at all? */
final class BatchOfLines {

  private BatchOfLines() {}

  static List<Integer> run(List<byte[]> lines) throws InterruptedException {
    Database database = Database.compile("/error|warning/i", "^\\d+ denied$");
    List<Integer> matching = new ArrayList<>();
    database
        .newScanner()
        .scanAll(
            lines,
            (line, rule, start, end, tag) -> {
              matching.add(line);
              return BatchHandler.Next.INPUT;
            });
    return matching;
  }
}
