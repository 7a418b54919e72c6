package io.fsmrun.cpu.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fsmrun.cpu.block.BlockEngine;
import io.fsmrun.cpu.block.ReportBuffer;
import io.fsmrun.cpu.choice.SearchOnly;
import io.fsmrun.scan.Database;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Bytes are kept for heads, but not for ever; searched with no automaton to take over. */
final class FarHeadsTest {

  private static final int BLOCK = 100_000;

  @Test
  void headsFartherBackThanBytesAreKeptAreFound() throws InterruptedException {
    String far = ".".repeat(2_500_000);
    byte[] input = ("to" + far + "QXJW\n" + far + "QXJW").getBytes(StandardCharsets.ISO_8859_1);
    FilterEngine engine = engine(Database.compile("/to[^\\n]*QXJW/", "/e [^&]*x[^&]*ZKVQ7/"));
    assertThat(engine.automata().heads()).isPresent();
    FilterSession session = new FilterSession(engine, new SearchOnly(), Optional.empty());
    ReportBuffer reports = new ReportBuffer();
    List<Long> ends = new ArrayList<>();
    for (int at = 0; at < input.length; at += BLOCK) {
      reports.startBlock(at);
      session.scan(input, at, Math.min(input.length, at + BLOCK), at, reports);
      for (int i = 0; i < reports.size(); i++) {
        ends.add(reports.end(i));
      }
    }
    assertThat(ends).containsExactly(2_500_006L);
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
