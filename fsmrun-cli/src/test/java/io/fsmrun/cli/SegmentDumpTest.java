package io.fsmrun.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fsmrun.core.engine.RuleSet;
import io.fsmrun.core.state.Partition;
import io.fsmrun.core.state.StateSet;
import io.fsmrun.enumerative.ParallelScan;
import io.fsmrun.enumerative.PreparedRuleSet;
import io.fsmrun.enumerative.RunOptions;
import io.fsmrun.enumerative.SegmentTable;
import io.fsmrun.enumerative.flow.ConvergenceSetFlows;
import io.fsmrun.enumerative.strategy.ConvergenceSetEnumeration;
import io.fsmrun.testkit.NaiveBackend;
import io.fsmrun.testkit.RandomAutomata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Segment tables as JSON. */
class SegmentDumpTest {

  private static RuleSet rules(int count) {
    RandomAutomata random = RandomAutomata.seeded(7);
    List<RuleSet.Component> components = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      components.add(new RuleSet.Component(10 * i, random.matcher(3)));
    }
    return new RuleSet(components);
  }

  private static String text(ByteArrayOutputStream out) {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aLineForEachTable() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<SegmentTable.Row> rows =
        List.of(
            new SegmentTable.Row(
                StateSet.range(0, 512).union(StateSet.of(700)), StateSet.of(3), true),
            new SegmentTable.Row(StateSet.of(600), StateSet.of(1, 2, 5), false));
    SegmentTable table =
        new SegmentTable(1, 5_000_000_000L, 2, 30, 45, SegmentTable.Kind.SETS, rows);
    SegmentTable known = new SegmentTable(1, 0, 0, 0, 9, SegmentTable.Kind.KNOWN, List.of());
    try (SegmentDump dump = new SegmentDump(rules(2), out)) {
      assertThat(dump.wantsSegments()).isTrue();
      dump.segments(1, List.of(known, table));
    }
    assertThat(text(out))
        .isEqualTo(
            """
            [
            {"rule":20,"windowOffset":0,"segment":0,"from":0,"to":9,"kind":"known","rows":[]},
            {"rule":20,"windowOffset":5000000000,"segment":2,"from":30,"to":45,"kind":"sets",\
            "rows":[{"states":"0-511,700","ends":"3","converged":true},\
            {"states":"600","ends":"1-2,5","converged":false}]}
            ]
            """);
    assertThat(JsonMapper.shared().readTree(text(out)).size()).isEqualTo(2);
  }

  @Test
  void nothingIsAnEmptyArray() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SegmentDump dump = new SegmentDump(rules(0), out);
    dump.close();
    dump.close();
    assertThat(JsonMapper.shared().readTree(text(out)).isEmpty()).isTrue();
  }

  @Test
  void setsAreRuns() {
    assertThat(SegmentDump.runs(StateSet.EMPTY)).isEmpty();
    assertThat(SegmentDump.runs(StateSet.of(4))).isEqualTo("4");
    assertThat(SegmentDump.runs(StateSet.of(4, 5))).isEqualTo("4-5");
    assertThat(SegmentDump.runs(StateSet.of(0, 2, 3, 4, 9, 11, 12))).isEqualTo("0,2-4,9,11-12");
  }

  /** Threads that compose at once do not write into each other's lines. */
  @Test
  void aScanOfManyThreads() throws Exception {
    RuleSet rules = rules(40);
    ConvergenceSetFlows flows = new ConvergenceSetFlows(Partition.coarsest(4));
    List<ConvergenceSetFlows> plans = rules.components().stream().map(c -> flows).toList();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] input = RandomAutomata.seeded(8).input(1000, 3);
    try (SegmentDump dump = new SegmentDump(rules, out)) {
      ParallelScan scan =
          new ParallelScan(
              new PreparedRuleSet(rules, new NaiveBackend()),
              new ConvergenceSetEnumeration(plans, 5),
              RunOptions.defaults().withThreads(4).withWindowBytes(500),
              (rule, end) -> {},
              dump);
      scan.write(input, 0, input.length);
      scan.finish();
    }
    JsonNode json = JsonMapper.shared().readTree(text(out));
    Set<String> seen = new TreeSet<>();
    for (JsonNode table : json) {
      seen.add(table.get("rule") + " " + table.get("windowOffset") + " " + table.get("segment"));
      boolean first = table.get("segment").intValue() == 0;
      assertThat(table.get("kind").stringValue()).isEqualTo(first ? "known" : "sets");
      assertThat(table.get("rows").size()).isEqualTo(1);
      assertThat(table.get("to").intValue() - table.get("from").intValue()).isEqualTo(100);
    }
    assertThat(json.size()).isEqualTo(40 * 2 * 5);
    assertThat(seen).hasSize(40 * 2 * 5);
  }

  @Test
  void aFullDiskIsTold() throws IOException {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left");
          }
        };
    SegmentDump dump = new SegmentDump(rules(1), full);
    SegmentTable.Row row = new SegmentTable.Row(StateSet.of(0), StateSet.of(0), true);
    SegmentTable table = new SegmentTable(0, 0, 0, 0, 1, SegmentTable.Kind.KNOWN, List.of(row));
    // Small writes wait in a buffer.
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1000; i++) {
                dump.segments(0, List.of(table));
              }
            })
        .isInstanceOf(UncheckedIOException.class)
        .hasRootCauseMessage("no space left");
  }
}
