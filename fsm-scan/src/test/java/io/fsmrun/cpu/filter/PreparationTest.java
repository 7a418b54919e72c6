package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.scan.Database;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a database is asked to make before it is needed is there, and changes no report. */
final class PreparationTest {

  private static List<String> matches(Database database) {
    List<String> matches = new ArrayList<>();
    byte[] input =
        "xQXJWaaZKVQ7 QXJWQXJW VJZQQ\n".repeat(3_000).getBytes(StandardCharsets.ISO_8859_1);
    database
        .newScanner()
        .scan(
            input,
            (rule, start, end, tag) -> {
              matches.add(rule + " " + end);
              return true;
            });
    return matches;
  }

  @Test
  void theAutomatonOfAllChainsIsThere() throws InterruptedException {
    Database database = Database.compile("/QXJW.*ZKVQ7/s", "/QXJW/", "/VJZQQ$/m");
    Database prepared = Database.compile("/QXJW.*ZKVQ7/s", "/QXJW/", "/VJZQQ$/m");
    prepared.prepare();
    assertThat(engine(database).automata().fallback().ready()).isEmpty();
    assertThat(engine(prepared).automata().fallback().ready()).isPresent();
    assertThat(matches(prepared)).hasSizeGreaterThan(9_000).isEqualTo(matches(database));
  }

  private static FilterEngine engine(Database database) {
    for (BlockEngine engine : database.plan().engines()) {
      if (engine instanceof FilterEngine filter) {
        return filter;
      }
    }
    throw new AssertionError("no engine that searches");
  }
}
